import { type Instant, monthOf } from "../../domain/core/time.ts";
import type { IndexName, Key, Place, Row } from "./ports.ts";
import { spreadOf } from "./ports-lanes.ts";

/** The partition that lists a tenant's records of a noun for one month, by status where one is given. */
export function listPartition(tenantId: string, noun: string, month: string, status?: string): string {
  return status === undefined ? `${tenantId}#${noun}#${month}` : `${tenantId}#${noun}#${status}#${month}`;
}

interface Dated {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Instant;
}

/** Where a record stands by age among its tenant's of a noun, or among those of them that have a word in common. */
export function tenantPlace(
  noun: string,
  { id, tenantId, createdAt }: Dated,
  word?: string,
): readonly [string, string] {
  return [listPartition(tenantId, noun, monthOf(createdAt), word), `${createdAt}#${id}`];
}

/** The lists that every noun with a status has: all of a tenant's, and those of one status. */
export function listedBy(noun: string, state: Dated & { readonly status: string }): NonNullable<Row["index"]> {
  return { list: tenantPlace(noun, state), status: tenantPlace(noun, state, state.status) };
}

/** The row of an aggregate: every aggregate has a partition of its own, named by its id. */
export function rowKey(id: string): Key {
  return { pk: id, sk: "row" };
}

/** Partitions that one month's records of a noun of all tenants are spread over: a key takes 1,000 a second, and a busy second has 10,000 screens. */
const allShards = 16;

/** The partitions that list every tenant's records of a noun of a month; the rows there are pointers to them. */
export function allPartitions(noun: string, month: string): string[] {
  return Array.from({ length: allShards }, (_, shard) => listPartition("all", noun, month, `${shard}`));
}

/** Where a record stands among all tenants'. */
export function allPlace(
  noun: string,
  { id, createdAt }: { readonly id: string; readonly createdAt: Instant },
): readonly [string, string] {
  const partitions = allPartitions(noun, monthOf(createdAt));
  return [partitions[spreadOf(id) % allShards] ?? "", `${createdAt}#${id}`];
}

/** One partition that is a whole list, for what operators make few of: all of a noun, or those of one status. */
export function wholeList(noun: string, status?: string) {
  const name = status === undefined ? `all#${noun}` : `all#${noun}#${status}`;
  return { index: status === undefined ? "list" : "status", name, partitions: [name] } as const;
}

/** Where a record stands on both of them. */
export function wholePlaces(noun: string, state: { readonly id: string; readonly status: string }, at: Instant) {
  const place = `${at}#${state.id}`;
  return {
    list: [wholeList(noun).name, place],
    status: [wholeList(noun, state.status).name, place],
  } satisfies NonNullable<Row["index"]>;
}

/** Whether a row is not there, or an index does not list it that is to. */
export function lacksPlace(row: Row | undefined, index: Row["index"] = {}): boolean {
  const names = Object.keys(index) as (keyof typeof index)[];
  return row === undefined || names.some((name) => row.index?.[name] === undefined);
}

/** Where a row stands in an index that lists it, or among the rows of its partition where none is named. */
export function placeOf({ pk, sk, index: places }: Row, index?: IndexName): Place {
  return { pk, sk, sort: index ? (places?.[index]?.[1] ?? "") : sk };
}
