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
  stepSeconds: number;
  /** The status of new onramps. */
  opensAs: string;
  /** Added to the amount that a quote is for, in cents. */
  amountOffCents: number;
}

const afterAccept = [
  "FIAT_INITIATED",
  "FIAT_PENDING",
  "FIAT_PROCESSED",
  "CRYPTO_INITIATED",
  "CRYPTO_PENDING",
  "COMPLETED",
];

function no(status: number, error: string): SimReply {
  return { status, body: { error, errorDetails: "for Jane Payer, account 000123456789" } };
}

/** The operation of a call, without ids. */
export function operationOf({ method, path }: SimCall): string {
  return `${method} ${path.replace(/^\/v2\/onramps\/[^/]+/, "/onramps/{id}").replace(/^\/v2/, "")}`;
}

/** HIFI's onramps: quoted, accepted, funded, delivered; one per requestId. */
export class HifiDesk {
  readonly knobs: HifiKnobs = {
    rate: "1",
    quoteSeconds: 600,
    stepSeconds: 30,
    opensAs: "OPEN_QUOTE",
    amountOffCents: 0,
  };
  readonly onramps: SimOnramp[] = [];
  readonly #clock: SimClock;
  readonly #apiKey: string;
  readonly #changed: (told: Record<string, unknown>) => void;

  constructor(clock: SimClock, apiKey: string, changed: (told: Record<string, unknown>) => void) {
    this.#clock = clock;
    this.#apiKey = apiKey;
    this.#changed = changed;
  }

  handle(call: SimCall): SimReply {
    if (call.headers.authorization !== `Bearer ${this.#apiKey}`) return no(401, "UNAUTHORIZED");
    const [, version, noun, id, quote, accept] = call.path.split("/");
    if (version !== "v2" || noun !== "onramps") return no(404, "NOT_FOUND");
    if (id === undefined) return call.method === "POST" ? this.#create(call.body) : no(404, "NOT_FOUND");
    const found = this.onramps.find((each) => each.id === id);
    if (!found) return no(404, "NOT_FOUND");
    this.#expire(found);
    if (quote === undefined) return this.#show(200, found);
    if (accept === undefined) return this.#requote(found);
    return this.#accept(found);
  }

  /** The fiat arrives and goes its way, status by status. */
  fund(id: string): void {
    const found = this.onramps.find((each) => each.id === id);
    if (found?.status === "AWAITING_FUNDS") this.#walk(found, [...afterAccept]);
  }

  move(found: SimOnramp, status: string): void {
    found.status = status;
    found.updatedAt = this.#clock.iso();
    this.#changed(this.#told(found));
  }

  #create(body: unknown): SimReply {
    const read = asked.safeParse(body);
    if (!read.success) return no(400, "INVALID_REQUEST");
    const before = this.onramps.find((each) => each.asked.requestId === read.data.requestId);
    if (before) {
      this.#expire(before);
      const same = JSON.stringify(before.asked) === JSON.stringify(read.data);
      return same ? this.#show(200, before) : no(409, "DUPLICATE_REQUEST");
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
    return this.#show(201, made);
  }

  #quote() {
    return { rate: this.knobs.rate, expiresAtMs: this.#clock.now() + this.knobs.quoteSeconds * 1000 };
  }

  #expire(found: SimOnramp): void {
    if (found.status === "OPEN_QUOTE" && found.expiresAtMs <= this.#clock.now())
      this.move(found, "QUOTE_FAILED");
  }

  #requote(found: SimOnramp): SimReply {
    if (found.status !== "OPEN_QUOTE" && found.status !== "QUOTE_FAILED") return no(400, "INVALID_STATUS");
    Object.assign(found, this.#quote());
    this.move(found, "OPEN_QUOTE");
    return this.#show(200, found);
  }

  #accept(found: SimOnramp): SimReply {
    if (found.status !== "OPEN_QUOTE") return no(400, "INVALID_STATUS");
    this.move(found, "AWAITING_FUNDS");
    return this.#show(200, found);
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

  #show(status: number, found: SimOnramp): SimReply {
    return { status, body: this.#told(found) };
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
