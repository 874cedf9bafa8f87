import * as z from "zod";
import type { Conversion, VendorNo } from "../../app/rails/ports.ts";
import { centsText } from "../../domain/core/money.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import { exactCents, isNothing, rateOf, vendorAmount } from "../../domain/core/vendor-amount.ts";
import { hifiNo } from "../../domain/rails/hifi-refusal.ts";
import { type HifiMeaning, hifiMeaning } from "../../domain/rails/hifi-state.ts";
import {
  type AccountSettings,
  type VendorAnswer,
  type VendorCall,
  VendorHttp,
  VendorUnavailable,
} from "../http/vendor-http.ts";
import { keyUuid } from "../local/key-uuid.ts";

const money = z.object({ amount: vendorAmount, currency: z.string() });

const quote = z.object({ sendGross: money, receiveNet: money, expiresAt: z.string().nullish() });

/** An onramp as HIFI tells it; read only as far as we use it. */
const onramp = z.object({
  transferDetails: z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    requestId: z.string().nullish(),
    status: z.string().max(64),
    quoteInformation: quote.nullish(),
  }),
});

type Onramp = z.infer<typeof onramp>["transferDetails"];

const page = z.object({ records: z.array(z.unknown()), nextCursor: z.string().nullish() });
const named = z.object({ transferDetails: z.object({ requestId: z.string() }) });

/** Chains and coins that HIFI converts into, by our names. */
const chains: Readonly<Record<string, string>> = { polygon: "POLYGON", ethereum: "ETHEREUM", base: "BASE" };
const stables = ["usdc", "usdt"];

/** Onramps of one conversion. */
const mostOnramps = 5;

/** Pages of a hundred of one stretch of time that are looked through for an onramp which is there already. */
const mostPages = 10;

/** How far HIFI's clock may be from ours. */
const skewSeconds = 300;

/** Most onramps are opened this soon after their order. */
const soonSeconds = 60;

type Request = Parameters<Conversion["convert"]>[0];

/** Which onramp is looked for, whose it is, and since when it may be there. */
interface OnrampSearch {
  readonly requestId: string;
  readonly userId: string;
  readonly orderedAt: Instant;
}

/** The requests that one conversion may come to: a quote that ran out cannot be taken up again, so the next one is another onramp's. */
function requestIdsOf(key: string): readonly string[] {
  return Array.from({ length: mostOnramps }, (_, index) => keyUuid(index === 0 ? key : `${key}:${index + 1}`));
}

export interface HifiAccount {
  readonly apiKey: string;
  /** Our own user at HIFI, and its wallet that the payouts are made from. */
  readonly userId: string;
  readonly externalWalletId: string;
}

export interface HifiConfig extends AccountSettings<HifiAccount> {
  readonly now: () => number;
}

export interface HifiConversionResult {
  readonly rate: string;
  readonly conversionRef: string;
  /** Whether the stablecoin has arrived; an accepted quote's rate stands before it has. */
  readonly delivered: boolean;
}

/** HIFI as conversion vendor: a quote for the exact amount, accepted at once, whose rate then stands. The stablecoin goes to our own wallet, never past the payout to the tenant's. */
export class HifiConversion implements Conversion {
  readonly name = "hifi";
  readonly #http: VendorHttp;
  readonly #config: HifiConfig;

  constructor(config: HifiConfig) {
    this.#config = config;
    this.#http = new VendorHttp({
      name: "hifi",
      baseUrl: config.baseUrl,
      headers: async (again) => ({ authorization: `Bearer ${(await config.account(again)).apiKey}` }),
      wait: config.wait,
    });
  }

  async convert(request: Request): Promise<HifiConversionResult | VendorNo> {
    const chain = chains[request.chain.toLowerCase()];
    const currency = request.stable.toLowerCase();
    if (chain === undefined || !stables.includes(currency))
      return { refused: { code: "unsupported_route", reason: "HIFI does not convert into this stablecoin there" } };
    const { netCents } = request;
    const requestIds = requestIdsOf(request.key);
    const known = request.conversionRef === null ? null : await this.#known(request.conversionRef, requestIds);
    if (known && hifiMeaning(known.status) !== "expired") return converted(await this.#accept(known), netCents);
    const next = known ? requestIds.indexOf(known.requestId) + 1 : 0;
    for (const requestId of requestIds.slice(next)) {
      const opened = await this.#open(requestId, request, { chain, currency });
      if ("refused" in opened) return opened;
      if (hifiMeaning(opened.status) !== "expired") return converted(await this.#accept(opened), netCents);
    }
    return { refused: { code: "conversion_failed", reason: "every quote of HIFI's ran out" } };
  }

  /** What HIFI says of a conversion now; null when it knows none of that id. */
  async lookUp(conversionRef: string): Promise<{ meaning: HifiMeaning; state: string } | null> {
    const answer = await this.#call({ method: "GET", path: this.#path(conversionRef) });
    if (answer.status === 404) return null;
    const { status } = read(answer);
    return { meaning: hifiMeaning(status), state: status };
  }

  /** The onramp that is on record for a conversion; throws where HIFI has none of that id, or another's. */
  async #known(conversionRef: string, requestIds: readonly string[]): Promise<Onramp & { readonly requestId: string }> {
    const found = read(await this.#call({ method: "GET", path: this.#path(conversionRef) }));
    const { requestId } = found;
    if (requestId == null || !requestIds.includes(requestId))
      throw new VendorUnavailable(`hifi has ${conversionRef} for another request`);
    return { ...found, requestId };
  }

  /** The onramp of a request: made once, told again at every repeat. HIFI takes amounts as numbers; cents written as decimals survive that to 15 digits. */
  async #open(
    requestId: string,
    { netCents, orderedAt }: Request,
    route: { readonly chain: string; readonly currency: string },
  ): Promise<Onramp | VendorNo> {
    const { userId, externalWalletId } = await this.#config.account();
    const { chain, currency } = route;
    const amount = Number(centsText(netCents));
    const body = {
      requestId,
      source: { userId, currency: "usd", amount, transferType: "ach" },
      destination: { userId, currency, chain, externalWalletId },
    };
    const answer = await this.#call({ method: "POST", path: "/v2/onramps", body });
    const no = answer.status < 300 ? "unknown" : hifiNo(answer.status, answer.code);
    if (typeof no === "object") return no;
    const before = no === "repeated" ? await this.#find({ requestId, userId, orderedAt }) : undefined;
    return before ?? read(answer);
  }

  /** The onramp of a request that HIFI has already: looked for around its order, then in what was opened later. */
  async #find(search: OnrampSearch): Promise<Onramp | undefined> {
    const { orderedAt } = search;
    // An order of the future: a test clock that runs ahead of HIFI's, so that its time says nothing.
    if (Date.parse(orderedAt) > this.#config.now()) return this.#findIn(search, {});
    const soon = addSeconds(orderedAt, soonSeconds);
    const around = { createdAfter: addSeconds(orderedAt, -skewSeconds), createdBefore: soon };
    return (await this.#findIn(search, around)) ?? this.#findIn(search, { createdAfter: soon });
  }

  /** Looks through a stretch of time, the newest first. */
  async #findIn(
    { requestId, userId }: OnrampSearch,
    stretch: Readonly<Record<string, string>>,
  ): Promise<Onramp | undefined> {
    const query = new URLSearchParams({ userId, limit: "100", ...stretch });
    for (let pages = 0; pages < mostPages; pages++) {
      const response = page.safeParse((await this.#call({ method: "GET", path: `/v2/onramps?${query}` })).body).data;
      const found = response?.records.find(
        (each) => named.safeParse(each).data?.transferDetails.requestId === requestId,
      );
      if (found !== undefined) return onramp.parse(found).transferDetails;
      if (!response?.nextCursor) return undefined;
      query.set("createdBefore", response.nextCursor);
    }
    return undefined;
  }

  /** Says yes to a quote that still stands, to a fresh one otherwise. */
  async #accept(opened: Onramp): Promise<Onramp> {
    if (hifiMeaning(opened.status) !== "quoted") return opened;
    const path = `${this.#path(opened.id)}/quote`;
    const isLate = isOver(opened.quoteInformation?.expiresAt, this.#config.now());
    if (isLate) read(await this.#call({ method: "POST", path: `${path}/refresh` }));
    return read(await this.#call({ method: "POST", path: `${path}/accept` }));
  }

  #path(id: string): string {
    return `/v2/onramps/${encodeURIComponent(id)}`;
  }

  #call(call: Omit<VendorCall, "seconds">): Promise<VendorAnswer> {
    return this.#http.call({ ...call, seconds: this.#config.seconds ?? 3 });
  }
}

/** Whether a quote is over; HIFI says `N/A` where it does not end. */
function isOver(expiresAt: string | null | undefined, nowMs: number): boolean {
  return Date.parse(expiresAt ?? "") <= nowMs;
}

function read(answer: VendorAnswer): Onramp {
  const response = onramp.safeParse(answer.body);
  if (answer.status < 300 && response.success) return response.data.transferDetails;
  const what = answer.status < 300 ? "an onramp that we cannot read" : `${answer.status} ${answer.code ?? ""}`.trim();
  throw new VendorUnavailable(`hifi told ${what}`, answer.status);
}

function converted(response: Onramp, netCents: number): HifiConversionResult | VendorNo {
  const meaning = hifiMeaning(response.status);
  if (meaning === "failed")
    return { refused: { code: "conversion_failed", reason: `HIFI ended the conversion as ${response.status}` } };
  if (meaning !== "accepted" && meaning !== "delivered")
    throw new VendorUnavailable(`hifi has no accepted quote yet: ${response.status}`);
  const { sendGross, receiveNet } = response.quoteInformation ?? {};
  if (!sendGross || !receiveNet || exactCents(sendGross.amount) !== netCents)
    throw new VendorUnavailable("hifi quoted for another amount");
  if (isNothing(receiveNet.amount)) throw new VendorUnavailable("hifi quoted nothing");
  return { rate: rateOf(receiveNet.amount, netCents), conversionRef: response.id, delivered: meaning === "delivered" };
}

const envelope = z.object({
  eventId: z.string().min(1).max(128),
  eventCategory: z.string().max(64),
  eventType: z.string().max(128).nullish(),
  data: z.unknown(),
});

/** Which onramp a callback is about, null for any other event; undefined where it is no event at all. What happened is asked of HIFI. */
export function readHifiCallback(body: unknown): { eventId: string; conversionRef: string | null } | undefined {
  const event = envelope.safeParse(body);
  if (!event.success) return undefined;
  const { eventId, eventCategory, eventType, data } = event.data;
  // A request for information concerns our compliance officer, and moves nothing.
  if (eventCategory !== "ONRAMP" || eventType?.startsWith("ONRAMP.RFI.")) return { eventId, conversionRef: null };
  const response = onramp.safeParse(data);
  return response.success ? { eventId, conversionRef: response.data.transferDetails.id } : undefined;
}
