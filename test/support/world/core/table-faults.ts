import {
  isOfKeys,
  type Key,
  keyOf,
  type PageQuery,
  type Row,
  type Write,
} from "../../../../functions/app/core/ports.ts";
import { placeOf } from "../../../../functions/app/core/row-keys.ts";
import { ServiceUnavailable } from "../../../../functions/domain/core/service-unavailable.ts";
import { MemoryStore } from "../../core/memory-store.ts";
import type { NewerFindings } from "../../core/newer-release.ts";

/** What can go wrong with a world beside what any step meets, as it is counted. */
export const worldFaults = [
  "late effects",
  "slow answers",
  "stale reads",
  "forgotten rows",
  "throttles",
  "skewed clocks",
  "newer writes",
  "restarts",
  "long lists",
] as const;

export type WorldFault = (typeof worldFaults)[number];

export type WorldFaultCounts = Record<WorldFault, number>;

/** How much a process's clock is fast or slow at most, in milliseconds. */
export const mostSkewMs = 3_000;

/** None of any kind yet. */
export function noFaults(): WorldFaultCounts {
  return Object.fromEntries(worldFaults.map((kind) => [kind, 0])) as WorldFaultCounts;
}

/** A change of a row, which the indexes show a while later; undefined where it is gone. */
interface Change {
  readonly atMs: number;
  readonly key: Key;
  readonly row: Row | undefined;
}

/** What DynamoDB may do to a table, and a newer release that writes to it as well; nothing of it until a test says so. */
export class TableFaults {
  /** How long ago the indexes were as they answer now, in milliseconds. */
  lagMs: () => number = () => 0;
  /** Whether there is no room for a call about these partitions. */
  isThrottled: (partitions: readonly string[]) => boolean = () => false;
  /** Whether a process of a newer release writes anew what was just written; undefined where there is none. */
  isWrittenAnew: (() => boolean) | undefined;
  /** What was lost of what a newer release wrote. */
  readonly newer: NewerFindings = { rewritten: new Set(), lost: new Set() };
  readonly #store: MemoryStore;
  readonly #nowMs: () => number;
  readonly #tally: WorldFaultCounts;
  readonly #behind: Change[] = [];
  #indexes: MemoryStore | undefined;

  constructor(store: MemoryStore, nowMs: () => number, tally: WorldFaultCounts) {
    this.#store = store;
    this.#nowMs = nowMs;
    this.#tally = tally;
  }

  /** From here on indexes answer as they were so long ago. */
  lag(ms: () => number): void {
    this.lagMs = ms;
    const indexes = new MemoryStore();
    for (const row of this.#store.rows()) place(indexes, row, row);
    this.#indexes = indexes;
    this.#store.changed = (key, row) => {
      this.#behind.push({ atMs: this.#nowMs(), key, row });
    };
  }

  /** Throws as the client does once it has given up, where the table has no room. */
  admit(partitions: readonly string[]): void {
    if (!this.isThrottled(partitions)) return;
    this.#tally.throttles += 1;
    throw new ServiceUnavailable("injected: the table was throttled");
  }

  read(keys: readonly Key[]): (Row | undefined)[] {
    this.admit(keys.map(({ pk }) => pk));
    return this.#store.readNow(keys);
  }

  /** Whether nothing is due in a partition of due work or of the outbox, and the index, which lags, shows nothing there. */
  isIdle({ index, pk }: PageQuery): boolean {
    if (index !== "due" && index !== "outbox") return false;
    return this.#store.isEmpty(index, pk) && (this.#indexes?.isEmpty(index, pk) ?? true);
  }

  page(query: PageQuery): Row[] {
    this.admit([query.pk]);
    const rows = this.#store.pageNow(query);
    const lagMs = query.index === undefined ? 0 : this.lagMs();
    if (!this.#indexes || lagMs === 0) return rows;
    this.#catchUp(this.#indexes, this.#nowMs() - lagMs);
    const stale = isOfKeys(query) ? this.#indexes.pageNow(query) : this.#readThrough(this.#indexes, query);
    if (nameOf(stale) !== nameOf(rows)) this.#tally["stale reads"] += 1;
    return stale;
  }

  /** The rows as they are now of an index as it was: those that are gone from their place are left out. */
  #readThrough(indexes: MemoryStore, { index, ...query }: PageQuery): Row[] {
    const found: Row[] = [];
    for (let { after } = query; index; ) {
      const limit = query.limit - found.length;
      const places = indexes.pageNow({ ...query, index, keysOnly: true, limit, after });
      for (const [at, row] of this.#store.readNow(places).entries())
        if (row && String(row.index?.[index]) === String(places[at]?.index?.[index])) found.push(row);
      const last = places.at(-1);
      if (!last || places.length < limit || found.length === query.limit) break;
      after = placeOf(last, index);
    }
    return found;
  }

  admitWrites(writes: readonly Write[]): void {
    this.admit(writes.map((write) => keyOf(write).pk));
  }

  /** Deletes rows whose time has passed, each as chance has it. */
  forget(isGone: () => boolean): void {
    const nowSeconds = this.#nowMs() / 1000;
    for (const { pk, sk, v, ttl } of this.#store.rows())
      if (ttl !== undefined && ttl <= nowSeconds && isGone()) {
        this.#store.writeNow([{ remove: { pk, sk }, expect: v }], `ttl ${pk} ${sk} ${v}`);
        this.#tally["forgotten rows"] += 1;
      }
  }

  /** The table is well again. */
  calm(): void {
    this.lagMs = () => 0;
    this.isThrottled = () => false;
    this.isWrittenAnew = undefined;
  }

  #catchUp(indexes: MemoryStore, untilMs: number): void {
    let done = 0;
    for (; done < this.#behind.length; done += 1) {
      const change = this.#behind[done];
      if (!change || change.atMs > untilMs) break;
      place(indexes, change.key, change.row);
    }
    this.#behind.splice(0, done);
  }
}

function place(indexes: MemoryStore, { pk, sk }: Key, row: Row | undefined): void {
  const [before] = indexes.readNow([{ pk, sk }]);
  const nonce = `${indexes.commits}`;
  if (row) indexes.writeNow([{ put: row, expect: "any" }], nonce);
  else if (before) indexes.writeNow([{ remove: { pk, sk }, expect: before.v }], nonce);
}

function nameOf(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ pk, sk, v, index }) => [pk, sk, v, index]));
}
