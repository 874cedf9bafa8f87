import { createHash } from "node:crypto";
import * as z from "zod";
import type { SimClock } from "../vendor-sim/clock.ts";
import { decimal } from "../vendor-sim/decimal.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";
import { approvedCustomer, BridgeNo, type SimBank } from "./bank.ts";
import type { SimKyc } from "./kyc.ts";
import { type SimTransfer, transferRequest, viewTransfer } from "./transfer.ts";

const keyHours = 24;
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  updated_before_ms: z.coerce.number().int().optional(),
});

/** Bridge takes one of these at most. */
const exclusive = ["starting_after", "ending_before", "updated_before_ms"] as const;

function no(status: number, code: string): SimReply {
  // Bridge's messages echo what they were sent; so does this one, for nobody to log.
  return { status, body: { code, message: "for Jane Payer, account 000123456789" } };
}

/** A page, newest first; a cursor leaves out its own and the page lies right beside it. */
function listed<T extends { readonly id: string; readonly updatedAt?: string }>(
  query: URLSearchParams,
  all: readonly T[],
  show: (each: T) => unknown,
): SimReply {
  const read = listQuery.safeParse(Object.fromEntries(query));
  if (!read.success || exclusive.filter((name) => query.has(name)).length > 1) return no(400, "invalid_parameters");
  const { limit, starting_after: after, ending_before: before, updated_before_ms: untilMs = Infinity } = read.data;
  const newest = all.filter(({ updatedAt }) => updatedAt === undefined || Date.parse(updatedAt) < untilMs).toReversed();
  const at = after ?? before;
  const place = at === undefined ? -1 : newest.findIndex(({ id }) => id === at);
  if (at !== undefined && place < 0) return no(404, "not_found");
  const page =
    before === undefined ? newest.slice(place + 1, place + 1 + limit) : newest.slice(Math.max(0, place - limit), place);
  return { status: 200, body: { data: page.map(show), count: page.length } };
}

/** The operation of a call, without ids. */
export function operationOf({ method, path }: SimCall): string {
  const [, , noun = "", id, part, partId] = path.split("/");
  const inside = part === undefined ? "" : `/${part}${partId === undefined ? "" : "/{id}"}`;
  return `${method} /${noun}${id === undefined ? "" : "/{id}"}${inside}`;
}

/** Bridge's API over the simulator's books: keys, codes and lists as Bridge has them. */
export class BridgeApi {
  /** Every POST that was carried out, by its operation; what a repeat answered is not among them. */
  readonly done: string[] = [];
  /** Every call, by its operation. */
  readonly calls: string[] = [];
  /** Every POST as it came over the wire, repeats too. */
  readonly heard: { readonly key: string; readonly raw: string }[] = [];
  readonly #bank: SimBank;
  readonly #clock: SimClock;
  readonly #apiKey: string;
  readonly #autoCustomers: boolean;
  readonly #webhooks: (call: SimCall) => SimReply;
  readonly #kyc: SimKyc | undefined;
  readonly #keys = new Map<string, { print: string; atMs: number; reply: SimReply }>();

  constructor(given: {
    bank: SimBank;
    clock: SimClock;
    apiKey: string;
    /** Every customer that is asked for exists: approved, or not when its id contains PENDING, an error with ERROR. */
    autoCustomers: boolean;
    webhooks: (call: SimCall) => SimReply;
    kyc?: SimKyc;
  }) {
    this.#bank = given.bank;
    this.#clock = given.clock;
    this.#apiKey = given.apiKey;
    this.#autoCustomers = given.autoCustomers;
    this.#webhooks = given.webhooks;
    this.#kyc = given.kyc;
  }

  handle(call: SimCall): SimReply {
    this.calls.push(operationOf(call));
    if (this.#kyc && call.path.startsWith("/hosted/")) return this.#kyc.visit(call);
    if (call.headers["api-key"] !== this.#apiKey) return no(401, "not_allowed");
    const key = call.headers["idempotency-key"];
    if (call.method !== "POST") return key === undefined ? this.#carryOut(call) : no(422, "invalid_parameters");
    if (typeof key !== "string" || key === "") return no(400, "invalid_parameters");
    this.heard.push({ key, raw: call.raw });
    if (call.body === undefined) return no(400, "invalid_json");
    return this.#once(key, call);
  }

  #once(key: string, call: SimCall): SimReply {
    const print = createHash("sha256").update(`${call.path} ${call.raw}`).digest("hex");
    const before = this.#keys.get(key);
    if (before) {
      if (this.#clock.now() - before.atMs > keyHours * 3_600_000) return no(422, "invalid_parameters");
      return before.print === print ? before.reply : no(400, "not_truly_idempotent");
    }
    const reply = this.#carryOut(call);
    const body = z.object({ code: z.string() }).safeParse(reply.body);
    if (reply.status < 300) this.done.push(operationOf(call));
    if (body.data?.code !== "bad_request") this.#keys.set(key, { print, atMs: this.#clock.now(), reply });
    return reply;
  }

  #carryOut(call: SimCall): SimReply {
    try {
      return this.#route(call);
    } catch (error) {
      if (error instanceof BridgeNo) return no(error.status, error.code);
      if (error instanceof RangeError) return no(400, "invalid_parameters");
      throw error;
    }
  }

  #route(call: SimCall): SimReply {
    const [, version, noun, id, part, partId] = call.path.split("/");
    if (version !== "v0") return no(404, "not_found");
    if (noun === "webhooks") return this.#webhooks(call);
    if (this.#kyc && noun === "kyc_links") return this.#kyc.handle(call);
    if (noun === "customers" && id !== undefined) return this.#ofCustomer(call, id, part, partId);
    if (noun !== "transfers") return no(404, "not_found");
    if (id === undefined)
      return call.method === "POST" ? this.#create(call) : this.#transfers(call.query, this.#bank.transfers);
    const found = call.method === "DELETE" ? this.#bank.cancel(id) : this.#bank.find(id);
    return this.#show(200, found);
  }

  #create({ body }: SimCall): SimReply {
    const read = transferRequest.safeParse(body);
    if (!read.success) return no(400, "invalid_parameters");
    this.#meet(read.data.on_behalf_of);
    return this.#show(201, this.#bank.create(read.data));
  }

  #show(status: number, transfer: SimTransfer): SimReply {
    return { status, body: structuredClone(viewTransfer(transfer, this.#bank.knobs)) };
  }

  #transfers(query: URLSearchParams, all: readonly SimTransfer[]): SimReply {
    return listed(query, all, (each) => viewTransfer(each, this.#bank.knobs));
  }

  #ofCustomer(call: SimCall, id: string, part: string | undefined, partId: string | undefined): SimReply {
    if (part === undefined) return this.#customer(id);
    this.#meet(id);
    if (!this.#bank.customers.has(id)) return no(404, "not_found");
    if (part === "wallets" && partId !== undefined) return this.#wallet(id, partId);
    if (part === "wallets") return this.#wallets(call, id);
    if (part !== "transfers") return no(404, "not_found");
    const own = this.#bank.transfers.filter(({ asked: { on_behalf_of: whose } }) => whose === id);
    return this.#transfers(call.query, own);
  }

  #customer(id: string): SimReply {
    if (this.#autoCustomers && id.includes("ERROR")) return no(500, "server_error");
    this.#meet(id);
    const found = this.#bank.customers.get(id);
    return found ? { status: 200, body: { id, type: "business", ...found } } : no(404, "not_found");
  }

  #wallets(call: SimCall, customerId: string): SimReply {
    const show = ({ id, chain }: { id: string; chain: string }) => ({ id, chain, address: `0x${id}` });
    if (call.method !== "POST") {
      const own = this.#bank.wallets.filter((each) => each.customerId === customerId);
      return listed(call.query, own, show);
    }
    const read = z.strictObject({ chain: z.string() }).safeParse(call.body);
    if (!read.success) return no(400, "invalid_parameters");
    return { status: 201, body: show(this.#bank.openWallet(customerId, read.data.chain)) };
  }

  /** One wallet, with its balances, which the list does not tell. */
  #wallet(customerId: string, walletId: string): SimReply {
    const found = this.#bank.wallets.find((each) => each.id === walletId && each.customerId === customerId);
    if (!found) return no(404, "not_found");
    const { id, chain } = found;
    const balances = [...found.balances].map(([currency, held]) => ({ balance: decimal(held), currency, chain }));
    return { status: 200, body: { id, chain, address: `0x${id}`, balances } };
  }

  /** Makes a customer that is asked for the first time, where that is wished. */
  #meet(id: string): void {
    if (!this.#autoCustomers || this.#bank.customers.has(id)) return;
    const status = id.includes("PENDING") ? "under_review" : "active";
    this.#bank.customers.set(id, { ...approvedCustomer(), status });
  }
}
