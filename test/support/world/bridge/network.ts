import { type BridgeApi, operationOf } from "../../bridge-sim/api.ts";
import type { SimBank } from "../../bridge-sim/bank.ts";
import type { SimTransfer } from "../../bridge-sim/transfer.ts";
import { type Fault, Faults } from "../../vendor-sim/faults.ts";
import { answer, type SimCall, type SimReply } from "../../vendor-sim/server.ts";
import type { Scheduler } from "../core/scheduler.ts";
import type { Op } from "../core/step.ts";

/** What goes wrong with one call beside what any call meets: a bad answer, or one that comes late. */
export type Trouble = { readonly kind: Fault["kind"]; readonly retryAfter?: string } | { readonly slowMs: number };

/** A transfer that one of our calls has made. */
export interface MadeTransfer {
  readonly key: string;
  readonly transfer: SimTransfer;
  /** When the call that made it was decided on. */
  readonly askedAtMs: number;
  /** What Bridge said of the collection when it was asked; undefined where this is one. */
  readonly collectionState: string | undefined;
}

/** The way from our adapter to Bridge: plain fetch, answered in this process, every call a step that can fail. */
export class BridgeNetwork {
  readonly made: MadeTransfer[] = [];
  /** Keys that came again with other words. */
  readonly conflicts: string[] = [];
  /** What Bridge itself gets wrong. */
  trouble: (operation: string) => Trouble | undefined = () => undefined;
  calls = 0;
  readonly #scheduler: Scheduler;
  readonly #api: BridgeApi;
  readonly #bank: SimBank;
  readonly #faults = new Faults();
  readonly #words = new Map<string, string>();
  readonly #ops = new Map<string, Op>();

  constructor(scheduler: Scheduler, api: BridgeApi, bank: SimBank) {
    this.#scheduler = scheduler;
    this.#api = api;
    this.#bank = bank;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const call = callOf(String(input), init);
    return responseOf(await untilAbort(this.#answered(call), init.signal));
  };

  async #answered(call: SimCall): Promise<SimReply> {
    const operation = operationOf(call);
    const known = this.#ops.get(operation);
    const op: Op = known ?? { name: `bridge ${operation}`, kind: "outside" };
    this.#ops.set(operation, op);
    const collection = this.#collectionOf(call);
    const { reply, slowMs } = await this.#scheduler.step(op, () => this.#serve(call, operation, collection));
    if (slowMs > 0) await this.#scheduler.sleep(slowMs);
    return reply;
  }

  #serve(call: SimCall, operation: string, collection: string | undefined): { reply: SimReply; slowMs: number } {
    this.calls += 1;
    const trouble = this.trouble(operation);
    if (trouble && "kind" in trouble) this.#faults.add({ on: operation, ...trouble });
    const reply = answer(call, this.#faults, operationOf, (each) => this.#carryOut(each, operation, collection));
    if (typeof reply === "string") throw new TypeError("fetch failed");
    return { reply, slowMs: trouble && "slowMs" in trouble ? trouble.slowMs : 0 };
  }

  #carryOut(call: SimCall, operation: string, collection: string | undefined): SimReply {
    const key = String(call.headers["idempotency-key"] ?? "");
    const text = `${call.path} ${call.raw}`;
    if (key !== "" && (this.#words.get(key) ?? text) !== text) this.conflicts.push(`${key} at ${operation}`);
    this.#words.set(key, this.#words.get(key) ?? text);
    const before = this.#bank.transfers.length;
    const reply = this.#api.handle(call);
    const transfer = this.#bank.transfers[before];
    const { askedAtMs } = this.#scheduler;
    if (transfer) this.made.push({ key, transfer, askedAtMs, collectionState: collection });
    return reply;
  }

  /** How the collection stands that a call pays out of, or sends back. */
  #collectionOf({ body }: SimCall): string | undefined {
    const { client_reference_id: reference } = (body ?? {}) as { client_reference_id?: string };
    const ref = reference?.split("@")[1];
    return this.#bank.transfers.find(({ id }) => id === ref)?.state;
  }
}

/** An answer, unless its caller's deadline comes first. */
export function untilAbort<T>(answered: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([answered, late]);
}

/** A call of plain fetch as a simulator sees it. */
export function callOf(address: string, init: RequestInit): SimCall {
  const { pathname: path, searchParams: query } = new URL(address);
  const headers = init.headers as Record<string, string>;
  const raw = typeof init.body === "string" ? init.body : "";
  const body: unknown = raw === "" ? undefined : JSON.parse(raw);
  return { method: init.method ?? "GET", path, query, headers, raw, body };
}

/** As much of a Response as an adapter that reads a stream of bytes looks at. */
export function responseOf({ status, body, headers = {} }: SimReply): Response {
  const bytes = body === undefined ? [] : [Buffer.from(JSON.stringify(body))];
  const header = { get: (name: string) => headers[name] ?? null };
  return { status, ok: status < 300, headers: header, body: bytes } as unknown as Response;
}
