import type { IdPrefix } from "../../domain/core/id.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { CountMetric, TimeMetric } from "./ports-metrics.ts";

/** Where a row lives: `pk` names the aggregate, `sk` the row within it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The sparse indexes: lists by month, by status, by whatever else groups a noun, what is due when, by the rail's reference, what operators have to look at, and aggregates whose entries may not have been handed on. */
export type IndexName = "list" | "status" | "group" | "due" | "ref" | "review" | "outbox";

/** One stored row. `v` is 1 when it is first written and one more at every write; `body` is plain JSON. */
export interface Row extends Key {
  readonly v: number;
  readonly type: string;
  readonly body: unknown;
  /** Index entries as [partition, sort]; an index that is left out does not list the row. */
  readonly index?: Partial<Record<IndexName, readonly [string, string]>>;
  /** Seconds since 1970 after which the store may forget the row. */
  readonly ttl?: number;
  /** Set for good on an entry that something follows from, where its aggregate's place in the index `outbox` is the mark. The last release wrote `pending`, a mark of the entry's own that is taken off it. */
  readonly outbox?: "aggregate" | "pending";
  /** Set for good on an entry that starts or wakes a state machine: one consumer of the stream sees these alone. */
  readonly workflow?: true;
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
  /** Takes an entry with a mark of its own off the outbox; the entry itself is not changed. Harmless when done twice, unless `pending` is expected: then it is lost where the entry is off it already. */
  | { readonly handedOn: Key; readonly expect?: "pending" }
  /** Moves an aggregate to another place in its partition of the `outbox` index, or takes it off; nothing else of the row is changed but its version. */
  | { readonly mark: Key; readonly to: string | null; readonly expect: number }
  /** Moves a row from one place to another within its partition of the `due` index; the row itself is not changed. Lost where it stands elsewhere by now. */
  | { readonly postpone: Key; readonly from: string; readonly to: string };

/** `lost`: some condition did not hold, or another writer was at it; `rows` has the current row of each failed condition. */
export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly rows: readonly (Row | undefined)[] };

/** A page of an index, or of one partition's rows when `index` is left out. `after` is the place of the last row seen. */
export interface PageQuery {
  readonly index?: IndexName;
  /** Answer with keys and places alone, as the `due`, `outbox` and `review` indexes always do: indexes hold no more, and whole rows cost a read of their own. */
  readonly keysOnly?: true;
  readonly pk: string;
  readonly prefix?: string;
  /** Sort keys from this on; not beside a prefix. */
  readonly from?: string;
  /** Sort keys up to and including this. */
  readonly upTo?: string;
  readonly after?: Place | undefined;
  readonly limit: number;
  readonly newestFirst?: boolean;
}

/** Whether a page shows keys and places alone. */
export function isOfKeys({ index, keysOnly }: Pick<PageQuery, "index" | "keysOnly">): boolean {
  return index === "due" || index === "outbox" || index === "review" || (index !== undefined && keysOnly === true);
}

/** Where a row stands in what is being paged: its key, and its sort key in the index. */
export interface Place extends Key {
  readonly sort: string;
}

/** The row that a write is about. */
export function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  if ("check" in write) return write.check;
  if ("count" in write) return write.count;
  if ("mark" in write) return write.mark;
  return "handedOn" in write ? write.handedOn : write.postpone;
}

/** Whether a write is a pointer's: it says where a record is found, and nothing of what is in it, so that it may be there before the record and without it. */
export function isPointer(write: Write): boolean {
  return "put" in write && write.put.type === "pointer" && write.expect === "any";
}

/** The book of records. Reads are strongly consistent but for indexes; a write is one atomic transaction, at most 100 items, but for the pointers in it: they are put before the rest, and stay where the rest is lost. */
export interface Store {
  /** The rows at these keys, in their order; one call. */
  read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]>;
  /** Rows in order, at most `limit`. An index lags behind: of those that it lists, rows that are gone or stand elsewhere by now are left out. */
  page(query: PageQuery): Promise<readonly Row[]>;
  /** `nonce` is this write's own: a commit whose answer was lost is recognised by it and is not a lost race. */
  write(writes: readonly Write[], nonce: string): Promise<WriteResult>;
}

export interface Clock {
  now(): Instant;
}

export type NewId = (prefix: IdPrefix, now: Instant) => string;

/** Encrypts secrets of one kind at rest, each for its owner: the id of the record that it belongs to. */
export interface SecretSealer {
  seal(plain: string, owner: string): Promise<string>;
}

/** Opens them again, each for the owner that it was sealed for and for no other. */
export interface SecretOpener {
  open(sealed: string, owner: string): Promise<string>;
}

export type SecretBox = SecretSealer & SecretOpener;

/** What is told of one piece of work: ids, names and figures; never a header, a body, a key or a token. */
export type Facts = Readonly<Record<string, unknown>>;

/** What the engine says of the invocation that a piece of work belongs to. */
export interface Invocation {
  readonly awsRequestId: string;
  readonly functionName: string;
}

/** The log. One piece of work is one line, said when it is over; each line names its invocation. */
export interface Log {
  /** The first thing in every Lambda; a call by hand has no invocation. */
  begin(invocation: Invocation | undefined): void;
  info(message: string, facts: Facts): void;
  error(message: string, facts: Facts): void;
}

/** The metrics; they go out with the log line that ends the work. */
export interface Meter {
  count(name: CountMetric, howMany: number): void;
  time(name: TimeMetric, ms: number): void;
}

/** A file as the store has it; `bytes` end where the reader's limit is, `sizeBytes` is the whole. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Waits for a random time of at most so many milliseconds. */
export type Pause = (upToMs: number) => Promise<void>;
