import { indexNames as indexAttributes } from "../../../functions/adapters/aws/dynamo-item.ts";
import {
  type IndexName,
  isOfKeys,
  isPointer,
  type Key,
  keyOf,
  type PageQuery,
  type Row,
  type Store,
  type Write,
  type WriteResult,
} from "../../../functions/app/core/ports.ts";
import { bodyToStore } from "../../../functions/domain/core/stored-body.ts";
import { SortedPlaces } from "./sorted-places.ts";

/** A row as kept: its body as JSON text like the DynamoDB item's, and what that reads as once somebody has asked. */
interface Stored {
  readonly row: Omit<Row, "body" | "index"> & { readonly index: NonNullable<Row["index"]> };
  readonly text: string;
  readonly nonce: string;
  read: Row | undefined;
}

const indexNames = Object.keys(indexAttributes) as IndexName[];

const mostKeys = 100;
const mostWrites = 100;
const mostPartitionKeyBytes = 2048;
const mostItemBytes = 400 * 1024;
const mostTransactionBytes = 4 * 1024 * 1024;

function nameOf(key: Key): string {
  return `${key.pk}\0${key.sk}`;
}

/** A book in memory with the semantics of the DynamoDB one: conditions, atomic writes, sparse indexes, limits, the writer's nonce. */
export class MemoryStore implements Store {
  readonly #rows = new Map<string, Stored>();
  readonly #places = new Map<string, SortedPlaces>();
  readonly #inserted: Stored[] = [];
  /** Transactions that went through: one that comes again with its token is done already. */
  readonly #transactions = new Set<string>();
  /** How many calls a DynamoDB table would have had. */
  calls = 0;
  /** How many of them changed something, but for pointers alone. */
  commits = 0;
  /** Hears of every row that is written or gone. */
  changed: ((key: Key, row: Row | undefined) => void) | undefined;

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.readNow(keys);
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    return this.pageNow(query);
  }

  async write(writes: readonly Write[], nonce: string): Promise<WriteResult> {
    this.writeAhead(writes, nonce);
    return this.writeNow(writes, nonce);
  }

  readNow(keys: readonly Key[]): (Row | undefined)[] {
    if (keys.length === 0) return [];
    this.calls += 1;
    const names = keys.map(nameOf);
    for (const { pk } of keys) refuseLongKey(pk);
    if (keys.length > mostKeys) throw new Error(`at most ${mostKeys} keys a read`);
    if (new Set(names).size < names.length) throw new Error("a key is named twice");
    return names.map((name) => shown(this.#rows.get(name)));
  }

  pageNow({ index, keysOnly, pk, prefix, from = "", upTo, after, limit, newestFirst = false }: PageQuery): Row[] {
    this.calls += 1;
    refuseLongKey(pk);
    if (limit < 1) throw new Error("a page has at least one row");
    if (upTo !== undefined && from > upTo) throw new Error("a page ends before it begins");
    const places = this.#places.get(placesName(index, pk));
    if (!places) return [];
    const names = places.slice({
      from: prefix ?? from,
      holds: (sort) =>
        prefix === undefined ? sort >= from && (upTo === undefined || sort <= upTo) : sort.startsWith(prefix),
      after,
      limit,
      newestFirst,
    });
    const rows = names.map((name) => {
      const row = this.#rows.get(name);
      if (!row) throw new Error(`an index names ${name}, which is gone`);
      return row;
    });
    if (index === undefined) return rows.map(fullRow);
    if (isOfKeys({ index, ...(keysOnly && { keysOnly }) })) return rows.map(({ row }) => listedAt(row, index));
    this.calls += Math.ceil(rows.length / mostKeys);
    return rows.map(fullRow);
  }

  writeNow(writes: readonly Write[], nonce: string): WriteResult {
    if (writes.length === 0) return { ok: true };
    this.calls += 1;
    const puts = writes.map((write) => ("put" in write ? stored(write.put, nonce) : undefined));
    const names = writes.map((write) => nameOf(keyOf(write)));
    refuseOversize(writes, puts, names);
    const transaction = isTransaction(writes);
    if (transaction && this.#transactions.has(nonce)) return { ok: true };
    const lost: (Stored | undefined)[] = [];
    for (const [at, write] of writes.entries()) {
      const current = this.#rows.get(names[at] ?? "");
      if (!holds(write, current)) lost.push(current);
    }
    if (lost.some((row) => row?.nonce === nonce)) return { ok: true };
    if (lost.length > 0) return { ok: false, rows: lost.map(shown) };
    for (const [at, write] of writes.entries()) this.#apply(write, names[at] ?? "", puts[at]);
    if (transaction) this.#transactions.add(nonce);
    if (writes.length > 1 || !writes.some(isPointer)) this.commits += 1;
    return { ok: true };
  }

  /** The part of a write that comes before the rest: its pointers. */
  writeAhead(writes: readonly Write[], nonce: string): void {
    if (writes.length === 1) return;
    for (const write of writes) if (isPointer(write)) this.writeNow([write], nonce);
  }

  /** Whether a partition of an index lists nothing. */
  isEmpty(index: IndexName, pk: string): boolean {
    return this.#places.get(placesName(index, pk))?.isEmpty ?? true;
  }

  /** Deletes what its time to live has run out for, as the table does some time after that; how many rows. */
  expireRows(nowMs: number): number {
    const gone = [...this.#rows].filter(([, { row }]) => row.ttl !== undefined && row.ttl * 1000 <= nowMs);
    for (const [name, before] of gone) this.#replace(name, before, undefined);
    return gone.length;
  }

  /** Every row there is, for invariants. */
  rows(): Row[] {
    return [...this.#rows.values()].map(fullRow);
  }

  /** How many rows have come into being: where the table's stream stands. */
  get streamLength(): number {
    return this.#inserted.length;
  }

  /** A row that came into being, as it was then: what the table's stream shows of an insert. */
  streamed(at: number): Row {
    const row = this.#inserted[at];
    if (!row) throw new Error(`the stream has no record ${at}`);
    return fullRow(row);
  }

  /** Whether a stream's consumer would look at that record. */
  streamedPending(at: number): boolean {
    return this.#inserted[at]?.row.outbox !== undefined;
  }

  #apply(write: Write, name: string, put: Stored | undefined): void {
    const before = this.#rows.get(name);
    if (put) {
      if (!before) this.#inserted.push(put);
      this.#replace(name, before, put);
    } else if ("remove" in write) this.#replace(name, before, undefined);
    else if ("count" in write) {
      const after = countedUp(write, before);
      if (!before) this.#inserted.push(after);
      this.#replace(name, before, after);
    } else if ("postpone" in write && before?.row.index.due) {
      const due = [before.row.index.due[0], write.to] as const;
      this.#replace(name, before, {
        ...before,
        row: { ...before.row, index: { ...before.row.index, due } },
        read: undefined,
      });
    } else if ("mark" in write && before) {
      const { outbox: place, ...others } = before.row.index;
      const index = place && write.to !== null ? { ...others, outbox: [place[0], write.to] as const } : others;
      this.#replace(name, before, { ...before, row: { ...before.row, v: before.row.v + 1, index }, read: undefined });
    } else if ("handedOn" in write && before) {
      const { outbox: _, index, ...row } = before.row;
      const { due: __, ...others } = index;
      this.#replace(name, before, { ...before, row: { ...row, index: others }, read: undefined });
    }
  }

  #replace(name: string, before: Stored | undefined, after: Stored | undefined): void {
    if (after) this.#rows.set(name, after);
    else this.#rows.delete(name);
    this.#move(undefined, name, before && placeOf(before.row), after && placeOf(after.row));
    for (const index of indexNames) this.#move(index, name, before?.row.index[index], after?.row.index[index]);
    const key = (after ?? before)?.row;
    if (this.changed && key) this.changed(key, shown(after));
  }

  /** Moves a row's entry in one index, or in its partition, if its place there has changed. */
  #move(
    index: IndexName | undefined,
    name: string,
    from: readonly [string, string] | undefined,
    to: readonly [string, string] | undefined,
  ): void {
    if (from && to && from[0] === to[0] && from[1] === to[1]) return;
    if (from) this.#places.get(placesName(index, from[0]))?.remove(from[1], name);
    if (!to) return;
    const list = placesName(index, to[0]);
    const places = this.#places.get(list) ?? new SortedPlaces();
    this.#places.set(list, places);
    places.add(to[1], name);
  }
}

function placesName(index: IndexName | undefined, pk: string): string {
  return `${index ?? ""}\0${pk}`;
}

function placeOf(key: Key): readonly [string, string] {
  return [key.pk, key.sk];
}

/** One put, or one change of marks or places, is a call of its own, without a token. */
function isTransaction([first, second]: readonly Write[]): boolean {
  return (
    second !== undefined ||
    (first !== undefined && !["put", "handedOn", "postpone", "mark"].some((each) => each in first))
  );
}

function holds(write: Write, current: Stored | undefined): boolean {
  if ("handedOn" in write)
    return write.expect === undefined ? current !== undefined : current?.row.outbox === write.expect;
  if ("postpone" in write) return current?.row.index.due?.[1] === write.from;
  if ("count" in write) {
    const counted = current === undefined ? 0 : current.row.counted;
    return counted !== undefined && (write.most === null || counted + write.by <= write.most);
  }
  if (write.expect === "any") return true;
  return write.expect === "absent" ? current === undefined : current?.row.v === write.expect;
}

function countedUp({ count, by, ttl }: Extract<Write, { count: Key }>, before: Stored | undefined): Stored {
  const { counted = 0, v = 0, ...rest } = before?.row ?? { index: {} };
  const key = { pk: count.pk, sk: count.sk };
  const row = { ...rest, ...key, v: v + 1, type: "counter", counted: counted + by };
  const forgotten = ttl === undefined ? {} : { ttl };
  return { row: { ...row, ...forgotten }, text: "null", nonce: before?.nonce ?? "", read: undefined };
}

function stored({ body, index = {}, ...row }: Row, nonce: string): Stored {
  refuseEmpty(row.pk, row.sk);
  if (row.type === "entry" && (body as { reason?: string }).reason === "")
    throw new Error("an audit entry without a reason");
  for (const name of indexNames) {
    const place = index[name];
    if (place) refuseEmpty(place[0], place[1]);
  }
  return { row: { ...row, index: { ...index } }, text: JSON.stringify(bodyToStore(body)), nonce, read: undefined };
}

function refuseEmpty(one: string, other: string): void {
  if (one === "" || other === "") throw new Error("a key cannot be empty");
}

function refuseLongKey(pk: string): void {
  if (pk.length * 3 > mostPartitionKeyBytes && Buffer.byteLength(pk) > mostPartitionKeyBytes)
    throw new Error("a partition key is longer than it may be");
}

function refuseOversize(writes: readonly Write[], puts: readonly (Stored | undefined)[], names: string[]): void {
  if (writes.length > mostWrites) throw new Error(`at most ${mostWrites} writes a transaction`);
  if (new Set(names).size < names.length) throw new Error("a transaction names one row twice");
  let bytes = 0;
  for (const put of puts) {
    if (!put || put.text.length * 3 < mostItemBytes / 2) continue;
    const size = Buffer.byteLength(put.text);
    bytes += size;
    if (size > mostItemBytes) throw new Error("a row is larger than an item may be");
  }
  if (bytes > mostTransactionBytes) throw new Error("a transaction is larger than it may be");
}

function fullRow(stored: Stored): Row {
  stored.read ??= { ...stored.row, body: JSON.parse(stored.text) as unknown };
  return stored.read;
}

function shown(row: Stored | undefined): Row | undefined {
  return row && fullRow(row);
}

/** As an index shows a row. */
function listedAt({ pk, sk, index }: Stored["row"], name: IndexName): Row {
  const place = index[name];
  return { pk, sk, v: 0, type: "", body: undefined, index: place ? { [name]: place } : {} };
}
