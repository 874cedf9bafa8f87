import { deepStrictEqual } from "node:assert";
import { placesOf } from "../../../functions/adapters/aws/copies.ts";
import type { IndexName, Key, PageQuery, Place, Row, Store, Write } from "../../../functions/app/core/ports.ts";
import type { MemoryStore } from "../../support/core/memory-store.ts";
import { Random } from "../../support/world/core/random.ts";

const indexes: readonly IndexName[] = ["list", "status", "group", "due", "ref", "review", "outbox"];

/** Random operations on a few rows of its own, made on two books that must not differ. */
export class Lane {
  readonly #random: Random;
  readonly #name: string;
  readonly #model: MemoryStore;
  readonly #book: Store;
  readonly #keys: Key[];
  #seen: readonly Row[] = [];
  #count = 0;
  #last: { writes: readonly Write[]; nonce: string } | undefined;

  constructor(seed: number, model: MemoryStore, store: Store) {
    this.#random = new Random(seed);
    this.#name = `lane${seed}`;
    this.#model = model;
    this.#book = store;
    this.#keys = ["a", "b", "c"].flatMap((pk) =>
      ["entry#1", "entry#2", "row"].map((sk) => ({ pk: `${this.#name}${pk}`, sk })),
    );
    // One that a table has copies of.
    this.#keys.push({ pk: `ten_${this.#name}`, sk: "row" });
  }

  /** One operation on both; throws where their answers differ. */
  async step(): Promise<void> {
    this.#count += 1;
    const kind = this.#random.likely({ write: 50, read: 15, page: 32, again: 3 });
    if (kind === "read") return this.#read();
    if (kind === "page") return this.#page();
    if (kind === "again" && this.#last && !isLoneMark(this.#last.writes))
      return this.#write(this.#last.writes, this.#last.nonce);
    const nonce = `req_${this.#name}_${String(this.#count).padStart(20, "0")}`;
    return this.#write(this.#someWrites(), nonce);
  }

  async #read(): Promise<void> {
    const keys = this.#some(this.#random.int(1, 4));
    const [is, should] = await Promise.all([this.#book.read(keys), this.#model.read(keys)]);
    this.#same(is, should, { read: keys });
    this.#seen = should.flatMap((row) => row ?? []);
  }

  async #page(): Promise<void> {
    const query = this.#someQuery();
    const [is, should] = await Promise.all([this.#book.page(query), this.#model.page(query)]);
    this.#same(is, should, query);
  }

  async #write(writes: readonly Write[], nonce: string): Promise<void> {
    const [is, should] = await Promise.all([this.#book.write(writes, nonce), this.#model.write(writes, nonce)]);
    this.#same(is, should, { writes, nonce });
    this.#last = { writes, nonce };
  }

  #same(is: unknown, should: unknown, input: unknown): void {
    try {
      deepStrictEqual(plain(is), plain(should));
    } catch (error) {
      throw new Error(`${this.#name}, operation ${this.#count}: ${JSON.stringify(input)}`, { cause: error });
    }
  }

  #some(count: number): Key[] {
    const left = [...this.#keys];
    return Array.from({ length: count }, () => left.splice(this.#random.int(0, left.length - 1), 1)).flat();
  }

  #someWrites(): Write[] {
    const size = this.#random.chance(0.4) ? 1 : this.#random.int(2, 5);
    return this.#some(size).map((key) => this.#someWrite(key));
  }

  #someWrite(key: Key): Write {
    const [current] = this.#model.readNow([key]);
    const stale = this.#random.chance(0.12);
    const right = current?.v ?? ("absent" as const);
    const expect = stale ? this.#random.pick([1, 2, 3, "absent" as const]) : right;
    const kind = this.#random.likely({
      put: 60,
      count: 14,
      remove: 12,
      check: 12,
      handedOn: 16,
      postpone: 10,
      mark: 10,
      ...(placesOf(key) > 1 && { count: 0, remove: 0, handedOn: 0, postpone: 0 }),
    });
    if (kind === "handedOn") return this.#random.chance(0.5) ? { handedOn: key } : { handedOn: key, expect: "pending" };
    if (kind === "postpone")
      return { postpone: key, from: current?.index?.due?.[1] ?? "never", to: `${this.#random.int(10, 99)}` };
    if (kind === "mark")
      return {
        ...{ mark: key, to: this.#random.chance(0.6) ? null : `${this.#random.int(10, 99)}#${key.pk}#${key.sk}` },
        expect: expect === "absent" ? 1 : expect,
      };
    if (kind === "count") return this.#someCount(key);
    if (kind === "check") return { check: key, expect };
    if (kind === "remove" && expect !== "absent") return { remove: key, expect };
    const put = this.#someRow(key, expect === "absent" ? 1 : expect + 1);
    return { put, expect: this.#random.chance(0.1) ? "any" : expect };
  }

  #someCount(key: Key): Write {
    const most = this.#random.pick([null, 2, 3, 9]);
    const count = { count: key, by: this.#random.int(1, 3), most };
    return this.#random.chance(0.3) ? { ...count, ttl: 1_900_000_000 + this.#count } : count;
  }

  #someRow(key: Key, v: number): Row {
    const index: NonNullable<Row["index"]> = {};
    for (const name of indexes)
      if (this.#random.chance(0.4))
        // The row's own key ends the place: an index leaves the order of equal places open.
        index[name] = [this.#somePartition(), `${this.#random.int(0, 9)}#${key.pk}#${key.sk}`];
    return {
      ...key,
      v,
      type: "thing",
      body: { lane: this.#name, count: this.#count, text: "x".repeat(this.#random.int(0, 40)) },
      index,
      ...(this.#random.chance(0.3) ? { outbox: this.#random.pick(["pending", "aggregate"] as const) } : {}),
      ...(this.#random.chance(0.2) ? { ttl: 1_900_000_000 + this.#count } : {}),
    };
  }

  #somePartition(): string {
    return `${this.#name}#${this.#random.pick(["one", "two"])}`;
  }

  #someQuery(): PageQuery {
    const index = this.#random.chance(0.75) ? this.#random.pick(indexes) : undefined;
    const pk = index ? this.#somePartition() : this.#random.pick(this.#keys).pk;
    const limit = this.#random.int(1, 6);
    const base = { pk, limit, newestFirst: this.#random.chance(0.5), ...(index && { index }) };
    const narrow = this.#random.int(0, 4);
    const beginning = index ? String(this.#random.int(0, 9)) : this.#random.pick(["entry#", "row"]);
    if (narrow === 0) return { ...base, prefix: beginning };
    if (narrow === 1) return { ...base, upTo: `${beginning}~` };
    if (narrow === 4) return { ...base, from: beginning, upTo: `${index ? "9" : "row"}~` };
    const after = narrow === 2 ? this.#somePlace(index, pk) : undefined;
    return after ? { ...base, after } : base;
  }

  /** The place of a row that was read a while ago: it may have moved or gone since. */
  #somePlace(index: IndexName | undefined, pk: string): Place | undefined {
    for (const row of this.#seen) {
      const place = index ? row.index?.[index] : ([row.pk, row.sk] as const);
      if (place?.[0] === pk) return { pk: row.pk, sk: row.sk, sort: place[1] };
    }
    return undefined;
  }
}

/** A mark alone is lost when it comes again, but where the row has copies: there it is a put, which its nonce tells. */
function isLoneMark(writes: readonly Write[]): boolean {
  return writes.length === 1 && writes.some((write) => "mark" in write && placesOf(write.mark) > 1);
}

/** Without what is undefined: an absent field and an undefined one are the same answer. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === undefined ? null : each)));
}
