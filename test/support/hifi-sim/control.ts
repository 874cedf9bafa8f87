import { createHash } from "node:crypto";
import * as z from "zod";
import type { SimClock } from "../vendor-sim/clock.ts";
import { decimal, micros, times } from "../vendor-sim/decimal.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";

const asked = z.strictObject({
  requestId: z.uuid(),
  source: z.strictObject({
    userId: z.string(),
    currency: z.literal("usd"),
    amount: z.number().positive(),
    transferType: z.enum(["ach", "wire"]),
  }),
  destination: z.strictObject({
    userId: z.string(),
    currency: z.enum(["usdc", "usdt"]),
    chain: z.enum(["POLYGON", "ETHEREUM", "BASE"]),
    externalWalletId: z.string().optional(),
  }),
});

export interface SimOnramp {
  readonly id: string;
  readonly asked: z.infer<typeof asked>;
  readonly createdAt: string;
  updatedAt: string;
  status: string;
  rate: string;
  expiresAtMs: number;
  hash: string | null;
}

export interface HifiKnobs {
  rate: string;
  quoteSeconds: number;
  /** How long a quote that ran out can still be refreshed. */
  graceSeconds: number;
  stepSeconds: number;
  /** The status of new onramps. */
  opensAs: string;
  /** Added to the amount that a quote is for, in cents. */
  amountOffCents: number;
  /** When the fiat of an accepted quote arrives by itself; null where somebody sends it. */
  fundedAfterSeconds: number | null;
  /** What a request that is there already is answered: HIFI's documents say both. */
  repeats: "told_again" | "conflict";
}

const afterAccept = [
  "FIAT_INITIATED",
  "FIAT_PENDING",
  "FIAT_PROCESSED",
  "CRYPTO_INITIATED",
  "CRYPTO_PENDING",
  "COMPLETED",
];

/** HIFI's errors have a number as code and a word as error; their details echo what was sent. */
const codes: Readonly<Record<string, number>> = {
  FIELD_VALIDATION_ERROR: 100_001,
  RESOURCE_CONFLICT: 100_005,
  UNAUTHORIZED: 200_203,
  TRANSACTION_NOT_FOUND: 400_301,
  TRANSACTION_REQUEST_ALREADY_EXISTS: 400_003,
  INVALID_QUOTE: 400_006,
};

function no(status: number, error: keyof typeof codes): SimReply {
  return { status, body: { code: codes[error], error, errorDetails: "for Jane Payer, account 000123456789" } };
}

/** The operation of a call, without ids. */
export function operationOf({ method, path }: SimCall): string {
  return `${method} ${path.replace(/^\/v2\/onramps\/[^/]+/, "/onramps/{id}").replace(/^\/v2/, "")}`;
}

/** HIFI's onramps: quoted, accepted, funded, delivered; one per requestId. */
export class HifiControl {
  readonly knobs: HifiKnobs = {
    rate: "1",
    quoteSeconds: 600,
    graceSeconds: 600,
    stepSeconds: 30,
    opensAs: "OPEN_QUOTE",
    amountOffCents: 0,
    fundedAfterSeconds: null,
    repeats: "told_again",
  };
  readonly onramps: SimOnramp[] = [];
  /** Every call, by its operation. */
  readonly calls: string[] = [];
  /** Every request for an onramp as it came over the wire, repeats too. */
  readonly heard: string[] = [];
  readonly #clock: SimClock;
  readonly #apiKey: string;
  readonly #changed: (response: Record<string, unknown>) => void;

  constructor(clock: SimClock, apiKey: string, changed: (response: Record<string, unknown>) => void) {
    this.#clock = clock;
    this.#apiKey = apiKey;
    this.#changed = changed;
  }

  handle(call: SimCall): SimReply {
    this.calls.push(operationOf(call));
    if (call.headers.authorization !== `Bearer ${this.#apiKey}`) return no(401, "UNAUTHORIZED");
    const [, version, noun, id, ...part] = call.path.split("/");
    if (version !== "v2" || noun !== "onramps") return no(404, "TRANSACTION_NOT_FOUND");
    if (id === undefined) return call.method === "POST" ? this.#create(call) : this.#list(call.query);
    const found = this.onramps.find((each) => each.id === id);
    if (!found) return no(404, "TRANSACTION_NOT_FOUND");
    this.#expire(found);
    switch (`${call.method} ${part.join("/")}`) {
      case "GET ":
        return this.#show(found);
      case "POST quote/refresh":
        return this.#requote(found);
      case "POST quote/accept":
        return this.#accept(found);
      default:
        return no(404, "TRANSACTION_NOT_FOUND");
    }
  }

  /** Newest first; the cursor is when the last one was made. */
  #list(query: URLSearchParams): SimReply {
    const limit = Number(query.get("limit") ?? 10);
    const before = query.get("createdBefore");
    const after = query.get("createdAfter");
    const own = this.onramps
      .filter(({ asked: { source } }) => source.userId === (query.get("userId") ?? source.userId))
      .filter(({ createdAt }) => before === null || createdAt < before)
      .filter(({ createdAt }) => after === null || createdAt > after)
      .toReversed();
    const records = own.slice(0, limit);
    const nextCursor = own.length > limit ? records.at(-1)?.createdAt : undefined;
    const body = { count: records.length, records: records.map((each) => this.#told(each)), nextCursor };
    return { status: 200, body };
  }

  /** The fiat arrives and goes its way, status by status. */
  fund(id: string): void {
    const found = this.onramps.find((each) => each.id === id);
    if (found?.status === "AWAITING_FUNDS") this.#walk(found, [...afterAccept]);
  }

  /** Something happens to an onramp at HIFI. */
  set(id: string, status: string): void {
    const found = this.onramps.find((each) => each.id === id);
    if (found) this.move(found, status);
  }

  move(found: SimOnramp, status: string): void {
    found.status = status;
    found.updatedAt = this.#clock.iso();
    this.#changed(this.#told(found));
  }

  #create({ body, raw }: SimCall): SimReply {
    this.heard.push(raw);
    const read = asked.safeParse(body);
    if (!read.success) return no(400, "FIELD_VALIDATION_ERROR");
    const before = this.onramps.find((each) => each.asked.requestId === read.data.requestId);
    if (before) {
      this.#expire(before);
      if (this.knobs.repeats === "conflict") return no(400, "TRANSACTION_REQUEST_ALREADY_EXISTS");
      const same = JSON.stringify(before.asked) === JSON.stringify(read.data);
      return same ? this.#show(before) : no(409, "RESOURCE_CONFLICT");
    }
    const at = this.#clock.iso();
    const made: SimOnramp = {
      id: `onr_${this.onramps.length + 1}`,
      asked: read.data,
      ...{ createdAt: at, updatedAt: at, hash: null, status: this.knobs.opensAs },
      ...this.#quote(),
    };
    this.onramps.push(made);
    this.#changed(this.#told(made));
    return this.#show(made);
  }

  #quote() {
    return { rate: this.knobs.rate, expiresAtMs: this.#clock.now() + this.knobs.quoteSeconds * 1000 };
  }

  #isOver({ expiresAtMs }: SimOnramp): boolean {
    return expiresAtMs <= this.#clock.now();
  }

  /** A quote that ran out may be refreshed for a while; then the onramp is over. */
  #expire(found: SimOnramp): void {
    const graceMs = this.knobs.graceSeconds * 1000;
    if (found.status === "OPEN_QUOTE" && found.expiresAtMs + graceMs <= this.#clock.now())
      this.move(found, "QUOTE_FAILED");
  }

  #requote(found: SimOnramp): SimReply {
    if (found.status !== "OPEN_QUOTE") return no(400, "INVALID_QUOTE");
    Object.assign(found, this.#quote());
    this.move(found, "OPEN_QUOTE");
    return this.#show(found);
  }

  #accept(found: SimOnramp): SimReply {
    if (found.status !== "OPEN_QUOTE" || this.#isOver(found)) return no(400, "INVALID_QUOTE");
    this.move(found, "AWAITING_FUNDS");
    const { fundedAfterSeconds } = this.knobs;
    if (fundedAfterSeconds !== null) this.#clock.later(fundedAfterSeconds * 1000, () => this.fund(found.id));
    return this.#show(found);
  }

  #walk(found: SimOnramp, statuses: string[]): void {
    const [next] = statuses;
    if (next === undefined) return;
    if (next === "COMPLETED") found.hash = `0x${createHash("sha256").update(found.id).digest("hex")}`;
    this.move(found, next);
    this.#clock.later(this.knobs.stepSeconds * 1000, () => {
      if (found.status === next) this.#walk(found, statuses.slice(1));
    });
  }

  #show(found: SimOnramp): SimReply {
    return { status: 200, body: this.#told(found) };
  }

  #told(found: SimOnramp): Record<string, unknown> {
    const sent = micros(found.asked.source.amount.toFixed(2)) + BigInt(this.knobs.amountOffCents) * 10_000n;
    const { currency } = found.asked.destination;
    const gets = { amount: decimal(times(sent, micros(found.rate))), currency };
    const gives = { amount: decimal(sent), currency: "usd" };
    const quoteInformation = {
      ...{ sendGross: gives, sendNet: gives, railFee: { amount: "0.00", currency }, receiveGross: gets },
      ...{ receiveNet: gets, rate: found.rate, expiresAt: new Date(found.expiresAtMs).toISOString() },
    };
    const transferDetails = {
      ...{ id: found.id, requestId: found.asked.requestId, status: found.status, failedReason: null },
      ...{ createdAt: found.createdAt, updatedAt: found.updatedAt, source: found.asked.source },
      destination: found.asked.destination,
      receipt: { transactionHash: found.hash },
      quoteInformation: found.status === "CREATED" ? null : quoteInformation,
    };
    return { transferType: "ONRAMP", transferDetails };
  }
}
