import type { BankAccount } from "../../domain/core/bank-account.ts";
import type { IdPrefix } from "../../domain/core/id.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { DepositAsked } from "../../domain/escrow/fund.ts";
import type { ScreenStage, ScreenVerdict } from "../../domain/gate/payout-gate.ts";
import type { RailSaid } from "../../domain/rails/reported-event.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import type { Collection } from "../../domain/settlement/collection.ts";
import type { Payment } from "../../domain/settlement/payment.ts";
import type { VendorRefusal } from "../../domain/settlement/transitions.ts";
import type { Counted, Timed } from "./ports-metrics.ts";

/** Where a row lives: `pk` names the aggregate, `sk` the row within it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The sparse indexes: lists by month, by status, by whatever else groups a noun, what is due when, by the rail's reference, and what operators have to look at. */
export type IndexName = "list" | "status" | "group" | "due" | "ref" | "review";

/** One stored row. `v` is 1 when it is first written and one more at every write; `body` is plain JSON. */
export interface Row extends Key {
  readonly v: number;
  readonly type: string;
  readonly body: unknown;
  /** Index entries as [partition, sort]; an index that is left out does not list the row. */
  readonly index?: Partial<Record<IndexName, readonly [string, string]>>;
  /** Seconds since 1970 after which the store may forget the row. */
  readonly ttl?: number;
  /** Set while what follows from an entry has not been handed on. */
  readonly outbox?: "pending";
  /** What a counter's row has come to; its body is null and its type "counter". */
  readonly counted?: number;
}

/** One condition or change inside a transaction; `expect` is the version the row must have. A put over `any` is for a row of which there is but one text, so that nobody can lose it. */
export type Write =
  | { readonly put: Row; readonly expect: number | "absent" | "any" }
  | { readonly remove: Key; readonly expect: number }
  | { readonly check: Key; readonly expect: number | "absent" }
  /** Adds to the counter of a row that is nothing else, from 0 where there is none; lost where it would come above `most`. No version is expected, so adders do not lose to one another but in the same instant, where `rows` is empty. */
  | { readonly count: Key; readonly by: number; readonly most: number | null; readonly ttl?: number }
  /** Takes an entry off the outbox; the entry itself is not changed. Harmless when done twice, unless `pending` is expected: then it is lost where the entry is off it already. */
  | { readonly handedOn: Key; readonly expect?: "pending" };

/** `lost`: some condition did not hold, or another writer was at it; `rows` has the current row of each failed condition. */
export type Written =
  | { readonly ok: true }
  | { readonly ok: false; readonly rows: readonly (Row | undefined)[] };

/** A page of an index, or of one partition's rows when `index` is left out. `after` is the place of the last row seen. */
export interface PageQuery {
  readonly index?: IndexName;
  readonly pk: string;
  /** Sort keys begin with this. */
  readonly prefix?: string;
  /** Sort keys from this on; not beside a prefix. */
  readonly from?: string;
  /** Sort keys up to and including this. */
  readonly upTo?: string;
  readonly after?: Place | undefined;
  readonly limit: number;
  readonly newestFirst?: boolean;
}

/** Where a row stands in what is being paged: its key, and its sort key in the index. */
export interface Place extends Key {
  readonly sort: string;
}

/** The book of records. Reads are strongly consistent but for indexes; a write is one atomic transaction, at most 100 items. */
export interface Book {
  /** The rows at these keys, in their order; one call. */
  read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]>;
  /** Rows in order, at most `limit`; the `due` and `review` indexes answer with keys and places alone, since the store projects no more. */
  page(query: PageQuery): Promise<readonly Row[]>;
  /** `nonce` is this write's own: a commit whose answer was lost is recognised by it and is not a lost race. */
  write(writes: readonly Write[], nonce: string): Promise<Written>;
}

export interface Clock {
  now(): Instant;
}

/** Makes a fresh sortable id. */
export type NewId = (prefix: IdPrefix, now: Instant) => string;

/** What a rail can do; capabilities and refusals follow from it (spec section 1). */
export interface RailCapabilities {
  readonly collect: boolean;
  readonly payout: boolean;
  readonly hold: boolean;
  readonly disburseHeld: boolean;
  readonly refund: boolean;
}

/** A definite no of a vendor. Anything unknown (a timeout, a 5xx) is thrown instead. */
export interface Refused {
  readonly refused: VendorRefusal;
}

/** Where stablecoin goes, and which. */
interface Destination {
  stable: string;
  chain: string;
  wallet: string;
}

/** The rail: collects fiat and pays out stablecoin. Every call carries our key and may be repeated with it. */
export interface Rail {
  readonly name: string;
  readonly mock: boolean;
  readonly capabilities: RailCapabilities;
  /** How payers can pay over it. */
  readonly sources: readonly Payment["source"][];
  /** Whether part of a collection can stay behind when the rest is paid out. */
  readonly keepsReserve: boolean;
  /** Throws when the partner cannot be asked. */
  partnerCustomer(id: string): Promise<"approved" | "not_approved">;
  collect(
    asked: Destination & {
      key: string;
      reference: string;
      amountCents: number;
      /** Our fee, which a rail that pays out by itself must keep back. */
      feeCents: number;
      currency: string;
      source: Payment["source"];
      partnerCustomerId: string;
      /** The account to pull from, on rails that pull; in clear for this call alone. */
      bankAccount?: BankAccount;
    },
  ): Promise<Collection | Refused>;
  /** A deposit that came without our asking, by the payer's reference or its hash on chain, taken as the collection of `reference`; the same again is the same. Refused where the rail cannot tell it for sure, or holds it in what it could not pay this escrow out of. */
  findDeposit(asked: DepositAsked): Promise<Collection | Refused>;
  disburse(asked: Destination & { key: string; railRef: string; amount: string }): Promise<Payout | Refused>;
  /** The payout that a key has made under a collection, for an answer that was lost; null when there is none. Moves nothing. */
  payoutOf(asked: { key: string; railRef: string }): Promise<Payout | Refused | null>;
  /** What the rail says of one of its transfers now, for callbacks that were lost; null when it knows none of that reference. */
  lookUp(transferRef: string): Promise<RailSaid | null>;
  /** Sends a deposit back to the bank that it came from, on rails that declare a refund leg. `orderedAt`: before that moment the key was not used. */
  returnDeposit(asked: {
    key: string;
    railRef: string;
    amountCents: number;
    orderedAt?: string | undefined;
  }): Promise<RailSaid | Refused>;
  /** Gives up a collection that still waits for funds; false when it no longer does. */
  cancelCollection(railRef: string): Promise<boolean>;
  /** A page of its own list: what it moved under the references it opened from `from` (inclusive) to `to` (exclusive), oldest first. */
  transfers(asked: { from: Instant; to: Instant; cursor: string | null }): Promise<RailList>;
  /** What it moved under these references, at most 100; nothing for one that it does not know. */
  transfersOf(railRefs: readonly string[]): Promise<readonly RailTransfer[]>;
}

/** What the rail says of a payout: its proof once that is final, and its own reference where it gives one. */
export interface Payout {
  readonly txHash: string | null;
  readonly transferRef?: string;
}

export interface RailList {
  readonly transfers: readonly RailTransfer[];
  readonly nextCursor: string | null;
}

/** A conversion's rate; `delivered: false` while the stablecoin is still on its way under `conversionRef`. */
export interface Converted {
  readonly rate: string;
  readonly conversionRef?: string;
  readonly delivered?: boolean;
}

/** Turns fiat into stablecoin. `rate` is decimal text: stablecoin units per unit of fiat. */
export interface Conversion {
  readonly name: string;
  convert(asked: {
    key: string;
    netCents: number;
    currency: string;
    stable: string;
    chain: string;
    wallet: string;
    railRef: string;
  }): Promise<Converted | Refused>;
}

/** Screens a wallet. Never a pass by accident: what cannot be told is `error` or `pending`. */
export interface Screening {
  readonly name: string;
  readonly mock: boolean;
  screen(asked: {
    key: string;
    address: string;
    chain: string;
    stage: ScreenStage;
    /** A screen of before that was pending, by its `ref`: it is read, and only where it will bring no verdict of now is another bought under `key`. */
    pendingRef?: string | undefined;
  }): Promise<ScreenVerdict>;
}

/** The state machines: every call is safe to repeat. */
export interface Workflows {
  startSettlement(asked: { settlementId: string; tenantId: string; presentation: number }): Promise<void>;
  startEscrowPayout(asked: { escrowId: string; tenantId: string; presentation: number }): Promise<void>;
  /** Wakes a task that waits; a token that is gone counts as done. */
  answer(token: string): Promise<void>;
  /** Ends a task that waits with an error that the machine catches by name. */
  fail(token: string, error: string, cause: string): Promise<void>;
}

/** What a message of the delivery queue names; the row it names is the truth. */
export interface DeliveryOrder {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly tenantId: string;
  /** An operator's wish: not to wait for the due time or the breaker. */
  readonly force?: boolean | undefined;
}

/** The queue of webhook work: an order comes out `delaySeconds` (at most 900) after it went in, at least once. */
export interface DeliveryQueue {
  send(orders: readonly (DeliveryOrder & { readonly delaySeconds: number })[]): Promise<void>;
}

/** Encrypts webhook secrets at rest. */
export interface SecretBox {
  seal(plain: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

/** Posts a signed body to a receiver. Never throws: what went wrong is in the answer. */
export interface Courier {
  post(asked: { url: string; headers: Record<string, string>; body: string }): Promise<CourierAnswer>;
}

export interface CourierAnswer {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The first 1,024 characters of what came back, or what went wrong. */
  readonly excerpt: string;
}

/** Says whether a URL may be called at all; answers why not, in a few words, or undefined. */
export interface UrlGuard {
  /** By how it is written. */
  writtenProblem(url: string): string | undefined;
  /** By the addresses behind its name, too. */
  problem(url: string): Promise<string | undefined>;
}

/** What is told of one piece of work: ids, names and figures; never a header, a body, a key or a token. */
export type Facts = Readonly<Record<string, unknown>>;

/** What the engine says of the invocation that a piece of work belongs to. */
export interface Invocation {
  readonly awsRequestId: string;
  readonly functionName: string;
}

/** The log. One piece of work is one line, said when it is over; each line names its invocation. */
export interface Log {
  /** The first thing that a door does; a call by hand has no invocation. */
  begin(invocation: Invocation | undefined): void;
  info(message: string, facts: Facts): void;
  error(message: string, facts: Facts): void;
}

/** The metrics; they go out with the log line that ends the work. */
export interface Meter {
  count(name: Counted, howMany: number): void;
  time(name: Timed, ms: number): void;
}

/** The audit archive: what is put there stays. The same key may be put again, by a run that repeats a cut-off one. */
export interface AuditArchive {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
}
