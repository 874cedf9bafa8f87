import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { auditPartition } from "../../../functions/app/core/aggregate.ts";
import type { Key, PageQuery, Row, Store } from "../../../functions/app/core/ports.ts";
import { listPartition } from "../../../functions/app/core/row-keys.ts";
import { tenantList } from "../../../functions/app/tenants/records.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";

/** A real settlement's rows and what the rail says of it: every made one is a copy of it under its own names. */
export interface Model {
  readonly entries: readonly Row[];
  readonly row: Row;
  readonly tenant: Row;
  readonly transfers: readonly RailTransfer[];
}

/** The day whose settlements are made. */
export const madeDay = "2026-11-21";
const month = madeDay.slice(0, 7);
const startMs = Date.parse(`${madeDay}T00:00:00.000Z`);
const dayMs = 86_400_000;

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID of a moment whose random part is a number. */
export function ulidOf(ms: number, number: number): string {
  const digits = (value: number, length: number) => {
    let text = "";
    for (let left = value; text.length < length; left = Math.floor(left / 32)) text = crockford[left % 32] + text;
    return text;
  };
  return `${digits(ms, 10)}${digits(number, 16)}`;
}

/** The number that such an id was made of. */
export function numberOf(id: string): number {
  let number = 0;
  for (const character of id.slice(-8)) number = number * 32 + crockford.indexOf(character);
  return number;
}

type Body = { state: Record<string, unknown> & { payment: object }; head: object };

/** A book of any number of settlements of one day that makes its rows when they are asked for and keeps none. */
export class GeneratedStore implements Store {
  readonly size: number;
  /** How many calls a DynamoDB table would have had. */
  calls = 0;
  readonly #model: Model;
  readonly #tenants: number;
  readonly #kept = new Map<string, Row>();

  constructor(model: Model, size: number, tenants: number) {
    this.#model = model;
    this.size = size;
    this.#tenants = tenants;
  }

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    this.calls += 1;
    return keys.map(({ pk, sk }) => {
      if (!pk.startsWith("stl_")) return this.#kept.get(`${pk} ${sk}`);
      const number = numberOf(pk);
      return sk === "row" ? this.row(number) : this.entry(number, Number(sk.slice("entry#".length)) - 1);
    });
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    this.calls += 1;
    const { index, pk } = query;
    if (!index) return pk.startsWith("stl_") ? this.partition(numberOf(pk)) : [];
    if (index === "list" && pk === tenantList.name) return query.after ? [] : this.tenants();
    const [tenantId = ""] = pk.split("#");
    const tenant = numberOf(tenantId);
    if (index === "list" && pk === listPartition(tenantId, "settlement", month))
      return this.#stretch(query, this.#count(tenant), (at) => this.row(this.#number(tenant, at)));
    const perSettlement = this.#model.entries.length;
    if (index === "group" && pk === auditPartition(tenantId, month))
      return this.#stretch(query, this.#count(tenant) * perSettlement, (at) =>
        this.entry(this.#number(tenant, Math.floor(at / perSettlement)), at % perSettlement),
      );
    return [];
  }

  /** Keeps what is written beside the made rows: a close. */
  async write(writes: Parameters<Store["write"]>[0]): Promise<{ ok: true }> {
    this.calls += 1;
    for (const write of writes) if ("put" in write) this.#kept.set(`${write.put.pk} ${write.put.sk}`, write.put);
    return { ok: true };
  }

  tenants(): Row[] {
    return Array.from({ length: this.#tenants }, (_, tenant) => {
      const id = this.#tenantId(tenant);
      const state = { ...(this.#model.tenant.body as Body).state, id, createdAt: "2026-01-02T00:00:00.000Z" };
      const body = { ...(this.#model.tenant.body as Body), state };
      const list = [tenantList.name, `2026-01-02T00:00:00.000Z#${id}`] as const;
      return { ...this.#model.tenant, pk: id, body, index: { list } };
    });
  }

  /** A settlement's own rows, in the order of their sort keys. */
  partition(number: number): Row[] {
    return [...this.#model.entries.map((_, at) => this.entry(number, at)), this.row(number)];
  }

  row(number: number): Row {
    const { row } = this.#model;
    const body = row.body as Body;
    const id = this.#id(number);
    const tenantId = this.#tenantId(number % this.#tenants);
    const createdAt = this.#at(number, 0);
    const payment = { ...body.state.payment, railRef: this.#railRef(number) };
    const state = { ...body.state, id, tenantId, createdAt, payment };
    const list = [listPartition(tenantId, "settlement", month), `${createdAt}#${id}`] as const;
    return { ...row, pk: id, body: { ...body, state }, index: { list } };
  }

  entry(number: number, place: number): Row {
    const model = this.#model.entries[place];
    if (!model) throw new Error(`no entry ${place}`);
    const pk = this.#id(number);
    const tenantId = this.#tenantId(number % this.#tenants);
    const at = this.#at(number, place);
    const group = [auditPartition(tenantId, month), `${at}#${pk}#${model.sk}`] as const;
    const body = { ...(model.body as object), aggregateId: pk, tenantId, at };
    return { pk, sk: model.sk, v: 1, type: model.type, body, index: { group } };
  }

  /** Every row of some settlements as DynamoDB would have it. */
  items(from: number, to: number) {
    return Array.from({ length: to - from }, (_, at) => this.partition(from + at))
      .flat()
      .map(itemOf);
  }

  transfersOf(railRefs: readonly string[]): RailTransfer[] {
    return railRefs.flatMap((railRef) => this.#transfers(numberOf(railRef)));
  }

  /** The rail's list, a hundred references a page. */
  transfers(cursor: string | null): { transfers: RailTransfer[]; nextCursor: string | null } {
    const start = Number(cursor ?? 0);
    const end = Math.min(start + 100, this.size);
    const transfers = Array.from({ length: end - start }, (_, at) => this.#transfers(start + at)).flat();
    return { transfers, nextCursor: end < this.size ? String(end) : null };
  }

  #transfers(number: number): RailTransfer[] {
    const [railRef, reference] = [this.#railRef(number), `${this.#id(number)}.inv`];
    return this.#model.transfers.map((each) => ({ ...each, railRef, reference, at: this.#at(number, 0) }));
  }

  /** Where a place stands among a partition's, by halving. */
  #stretch(query: PageQuery, count: number, make: (at: number) => Row): Row[] {
    const index = query.index ?? "list";
    const sortOf = (at: number) => make(at).index?.[index]?.[1] ?? "";
    const first = (holds: (sort: string) => boolean) => {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(sortOf(middle))) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    const { after, from = "", upTo = "~" } = query;
    const start = after ? first((sort) => sort > after.sort) : first((sort) => sort >= from);
    const rows: Row[] = [];
    for (let at = start; at < count && rows.length < query.limit; at++) {
      const row = make(at);
      if ((row.index?.[index]?.[1] ?? "") > upTo) break;
      rows.push(row);
    }
    return rows;
  }

  #count(tenant: number): number {
    return Math.floor((this.size - tenant + this.#tenants - 1) / this.#tenants);
  }

  #number(tenant: number, at: number): number {
    return at * this.#tenants + tenant;
  }

  #at(number: number, place: number): string {
    // A tenant's settlements are far enough apart for their entries not to overlap.
    const ms = Math.floor((number / this.size) * (dayMs - 1000)) + place;
    return new Date(startMs + ms).toISOString();
  }

  #id(number: number): string {
    return `stl_${ulidOf(Date.parse(this.#at(number, 0)), number)}`;
  }

  #railRef(number: number): string {
    return `made_${ulidOf(0, number)}`;
  }

  #tenantId(tenant: number): string {
    return `ten_${ulidOf(1_767_225_600_000, tenant)}`;
  }
}
