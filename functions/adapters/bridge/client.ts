import * as z from "zod";
import type { Instant } from "../../domain/core/time.ts";
import { vendorAmount } from "../../domain/core/vendor-amount.ts";
import { type KeySettings, type VendorAnswer, VendorHttp, VendorUnavailable } from "../http/vendor-http.ts";
import { keyUuid } from "../local/key-uuid.ts";
import { type KycLink, kycLink } from "./onboarding-bridge-schema.ts";
import { type BridgeTransfer, bridgeTransfer } from "./schema.ts";

/** A customer's standing; a word that we do not know approves nothing. */
const customer = z.object({
  status: z.string(),
  has_accepted_terms_of_service: z.boolean().nullish(),
  endorsements: z
    .array(z.object({ name: z.string(), status: z.string(), requirements: z.unknown().optional() }))
    .nullish(),
});

export type BridgeCustomer = z.infer<typeof customer>;

/** The endorsement by which Bridge moves dollars for a customer. */
export const dollarEndorsement = "base";

/** Whether Bridge moves a customer's money now. */
export function isUsable(found: BridgeCustomer | undefined): boolean {
  const isEndorsed = found?.endorsements?.some(
    ({ name, status }) => name === dollarEndorsement && status === "approved",
  );
  return found?.status === "active" && found.has_accepted_terms_of_service === true && isEndorsed === true;
}

const wallet = z.object({ id: z.string(), chain: z.string() });
const wallets = z.object({ data: z.array(wallet) });
const balances = z.object({ balances: z.array(z.object({ balance: vendorAmount, currency: z.string() })) });
const page = z.object({ data: z.array(bridgeTransfer) });
const kycLinks = z.object({ data: z.array(kycLink) });

type BridgeBalance = z.infer<typeof balances>["balances"][number];

export const bridgePageSize = 100;

/** The deadlines of single calls, in seconds; pay gives the partner look-up 5 and the rail 10 in all. */
const readSeconds = 4;
const writeSeconds = 9;

/** Where a page of a list lies: just before or just after something in time, or the newest of what has not changed since a moment; newest first, as Bridge lists. Bridge takes one of them at most (apidocs.bridge.xyz, "Fetching transfers"). */
interface PageAt {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly updatedBefore?: Instant | undefined;
}

/** Bridge's API, one method per operation that we use (apidocs.bridge.xyz, v0). */
export class BridgeClient {
  readonly #http: VendorHttp;
  readonly #seconds: { readonly read: number; readonly write: number };

  constructor(request: Omit<KeySettings, "seconds"> & { seconds?: { read: number; write: number } }) {
    const { baseUrl, apiKey, wait } = request;
    const headers = async (again?: "again") => ({ "api-key": await apiKey(again) });
    this.#http = new VendorHttp({ name: "bridge", baseUrl, headers, wait });
    this.#seconds = request.seconds ?? { read: readSeconds, write: writeSeconds };
  }

  /** Undefined when Bridge has no such customer. */
  async customer(id: string): Promise<BridgeCustomer | undefined> {
    const answer = await this.#get(`/customers/${encodeURIComponent(id)}`);
    return answer.status === 404 ? undefined : this.#read("customer", customer, answer);
  }

  /** The customer's oldest wallet on a chain, made if there is none; the same one at every call. The answer may be a no, which the caller judges by its code. */
  async wallet(customerId: string, chain: string): Promise<string | VendorAnswer> {
    const oldest = await this.findWallet(customerId, chain);
    if (oldest !== undefined) return oldest;
    const made = await this.#post(walletsOf(customerId), `wallet:${customerId}:${chain}`, { chain });
    return made.status < 300 ? this.#read("wallet", wallet, made).id : made;
  }

  /** The customer's oldest wallet on a chain; undefined where it has none. */
  async findWallet(customerId: string, chain: string): Promise<string | undefined> {
    const path = walletsOf(customerId);
    let oldest: string | undefined;
    let before: string | undefined;
    do {
      const { data } = this.#read("wallets", wallets, await this.#list(path, { before }));
      oldest = data.findLast((each) => each.chain === chain)?.id ?? oldest;
      before = data.length < bridgePageSize ? undefined : data.at(-1)?.id;
    } while (before !== undefined);
    return oldest;
  }

  /** What lies in a wallet, by stablecoin; undefined when Bridge has no such wallet. The list of wallets does not tell (apidocs.bridge.xyz, "Get a Bridge Wallet"). */
  async walletBalances(customerId: string, id: string): Promise<readonly BridgeBalance[] | undefined> {
    const answer = await this.#get(`${walletsOf(customerId)}/${encodeURIComponent(id)}`);
    return answer.status === 404 ? undefined : this.#read("wallet", balances, answer).balances;
  }

  /** Asks for the pages on which a business proves itself; the answer may be a no, which the caller judges. */
  async createKycLink(key: string, body: unknown): Promise<KycLink | VendorAnswer> {
    const answer = await this.#post("/kyc_links", key, body);
    return answer.status < 300 ? this.#read("kyc link", kycLink, answer) : answer;
  }

  /** Undefined when Bridge has no such link. */
  async kycLink(id: string): Promise<KycLink | undefined> {
    const answer = await this.#get(`/kyc_links/${encodeURIComponent(id)}`);
    return answer.status === 404 ? undefined : this.#read("kyc link", kycLink, answer);
  }

  /** The links that were made for an address, newest first. */
  async kycLinksFor(email: string): Promise<readonly KycLink[]> {
    const answer = await this.#get(`/kyc_links?${new URLSearchParams({ email })}`);
    return this.#read("kyc links", kycLinks, answer).data;
  }

  /** Asks for a transfer; the answer may be a no, which the caller judges by its code. */
  async createTransfer(key: string, body: unknown): Promise<BridgeTransfer | VendorAnswer> {
    const answer = await this.#post("/transfers", key, body);
    return answer.status < 300 ? this.#read("transfer", bridgeTransfer, answer) : answer;
  }

  /** Undefined when Bridge has no such transfer. */
  async transfer(id: string): Promise<BridgeTransfer | undefined> {
    const answer = await this.#get(`/transfers/${encodeURIComponent(id)}`);
    return answer.status === 404 ? undefined : this.#read("transfer", bridgeTransfer, answer);
  }

  /** At most 100 transfers, newest first, of everybody or of one customer. */
  async transfers(at: PageAt & { customerId?: string | null }): Promise<readonly BridgeTransfer[]> {
    const of = at.customerId ? `/customers/${encodeURIComponent(at.customerId)}` : "";
    return this.#read("transfers", page, await this.#list(`${of}/transfers`, at)).data;
  }

  /** Gives up a transfer that still waits for funds; false when it no longer does. */
  async cancelTransfer(id: string): Promise<boolean> {
    const path = `/transfers/${encodeURIComponent(id)}`;
    const answer = await this.#http.call({ method: "DELETE", path, seconds: this.#seconds.write });
    if (answer.status >= 300 && answer.status !== 400 && answer.status !== 404)
      throw refusedByBridge("a cancellation", answer);
    return answer.status < 300;
  }

  #get(path: string): Promise<VendorAnswer> {
    return this.#http.call({ method: "GET", path, seconds: this.#seconds.read });
  }

  #list(path: string, { before, after, updatedBefore }: PageAt): Promise<VendorAnswer> {
    const query = new URLSearchParams({ limit: String(bridgePageSize) });
    // Lists run backwards in time: what comes after something in the list was made before it.
    if (before !== undefined) query.set("starting_after", before);
    if (after !== undefined) query.set("ending_before", after);
    if (updatedBefore !== undefined) query.set("updated_before_ms", String(Date.parse(updatedBefore)));
    return this.#get(`${path}?${query}`);
  }

  /** Only a POST may carry a key: Bridge refuses one on every other method. */
  #post(path: string, key: string, body: unknown): Promise<VendorAnswer> {
    const headers = { "idempotency-key": keyUuid(key) };
    return this.#http.call({ method: "POST", path, headers, body, seconds: this.#seconds.write });
  }

  #read<T>(what: string, schema: z.ZodType<T>, answer: VendorAnswer): T {
    if (answer.status >= 300) throw refusedByBridge(`a look at ${what}`, answer);
    const read = schema.safeParse(answer.body);
    if (read.success) return read.data;
    // Paths, not values: the answer may hold a payer's particulars.
    const where = read.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new VendorUnavailable(`bridge told a ${what} that we cannot read at ${where}`.slice(0, 300));
  }
}

function walletsOf(customerId: string): string {
  return `/customers/${encodeURIComponent(customerId)}/wallets`;
}

/** Bridge's no to what only needed a yes. */
export function refusedByBridge(what: string, { status, code }: VendorAnswer): VendorUnavailable {
  return new VendorUnavailable(`bridge refused ${what}: ${status} ${code ?? ""}`.trim(), status);
}
