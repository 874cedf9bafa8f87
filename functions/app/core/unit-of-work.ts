import { type Key, keyOf, type PageQuery, type Row, type Store, type Write, type WriteResult } from "./ports.ts";

/** What a transaction may hold, with one item left for the claim that is written along. */
const mostWrites = 99;

type Held = Extract<Write, { put: Row } | { remove: Key } | { check: Key }>;

/** What a call writes, held back until its answer is known, so that both are one transaction. What the call reads by key or partition is as if it were written; indexes lag anyway. */
export class UnitOfWork implements Store {
  readonly #book: Store;
  readonly #held = new Map<string, Write>();
  readonly #lost: Map<string, Row>;

  /** `lost` are the rows that an earlier unit of the same call lost to: what it meets there again is lost at once, so that the call reads them. */
  constructor(book: Store, lost: readonly (Row | undefined)[] = []) {
    this.#book = book;
    this.#lost = new Map(lost.flatMap((row) => (row ? [[nameOf(row), row] as const] : [])));
  }

  /** What there is to write, at most one write for each row. */
  get writes(): readonly Write[] {
    return [...this.#held.values()];
  }

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    for (const key of keys) this.#lost.delete(nameOf(key));
    const open = keys.filter((key) => !this.#isKnown(key));
    const rows = await this.#book.read(open);
    const read = new Map(open.map((key, at) => [nameOf(key), rows[at]]));
    return keys.map((key) => (this.#isKnown(key) ? this.#rowAt(key) : read.get(nameOf(key))));
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    const held = query.index ? [] : [...this.#held.values()].filter((write) => keyOf(write).pk === query.pk);
    if (held.length === 0) return this.#book.page(query);
    const rows = await this.#book.page({ ...query, limit: query.limit + held.length });
    const isHeld = new Set(held.map((write) => nameOf(keyOf(write))));
    const written = held.flatMap((write) => ("put" in write && isIn(query, write.put) ? [write.put] : []));
    const all = [...rows.filter((row) => !isHeld.has(nameOf(row))), ...written];
    const inOrder = all.toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
    return (query.newestFirst ? inOrder.toReversed() : inOrder).slice(0, query.limit);
  }

  async write(writes: readonly Write[]): Promise<WriteResult> {
    const lost = writes.flatMap((write) => this.#lostTo(write));
    if (lost.length > 0) return { ok: false, rows: lost };
    for (const write of writes) {
      const name = nameOf(keyOf(write));
      const before = this.#held.get(name);
      this.#held.set(name, before ? merged(before, write) : write);
    }
    if (this.#held.size > mostWrites) throw new Error(`a call under a key writes at most ${mostWrites} rows`);
    return { ok: true };
  }

  /** Whether what stands at a key is known without asking. */
  #isKnown(key: Key): boolean {
    const held = this.#held.get(nameOf(key));
    return held !== undefined && ("put" in held || "remove" in held);
  }

  #rowAt(key: Key): Row | undefined {
    const held = this.#held.get(nameOf(key));
    if (!held) return this.#lost.get(nameOf(key));
    return "put" in held ? held.put : undefined;
  }

  /** The row that a write's expectation fails at, where it is known already. */
  #lostTo(write: Write): (Row | undefined)[] {
    if (!isHeld(write) || write.expect === "any") return [];
    const key = keyOf(write);
    if (!this.#isKnown(key) && !this.#lost.has(nameOf(key))) return [];
    const row = this.#rowAt(key);
    return (row?.v ?? "absent") === write.expect ? [] : [row];
  }
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\0${sk}`;
}

/** One write that does what two on the same row do: it expects what the first one did. */
function merged(before: Write, write: Write): Write {
  if ("count" in before && "count" in write) return { ...write, by: before.by + write.by };
  if (!isHeld(before) || !isHeld(write)) throw new Error("a call under a key writes this row in two ways");
  const { expect } = before;
  if ("check" in write) return before;
  if ("put" in write) return { ...write, expect };
  if (expect === "any") throw new Error("a call under a key takes away a row that it wrote over");
  if (expect !== "absent") return { ...write, expect };
  // Made and taken away again: all that is left is that nothing was there.
  return { check: write.remove, expect: "absent" };
}

function isHeld(write: Write): write is Held {
  return "put" in write || "remove" in write || "check" in write;
}

function isIn({ prefix = "", from = "", upTo, after, newestFirst = false }: PageQuery, { sk }: Row): boolean {
  const isBefore = after === undefined || (newestFirst ? sk < after.sort : sk > after.sort);
  return isBefore && sk.startsWith(prefix) && sk >= from && (upTo === undefined || sk <= upTo);
}
