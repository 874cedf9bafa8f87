import { Refusal } from "../../domain/core/refusal.ts";
import { type Aggregate, loadAggregate, type RecordType } from "./aggregate.ts";
import type { StoreContext } from "./context.ts";
import type { Key, Row, Store } from "./ports.ts";
import { rowKey } from "./row-keys.ts";

/** The record with this id; undefined where there is none. */
export async function findRecord<S>(
  { store }: StoreContext,
  kind: RecordType<S>,
  id: string,
): Promise<Aggregate<S> | undefined> {
  const [row] = await store.read([rowKey(id)]);
  return loadAggregate(kind, row);
}

/** The record that a row is; one that is not there and one of another tenant than `tenantId` are refused alike, by what it is called. */
export function requireRecord<S>(
  kind: RecordType<S>,
  row: Row | undefined,
  called: string,
  tenantId: string | null = null,
): Aggregate<S> {
  const found = loadAggregate(kind, row);
  if (found && (tenantId === null || kind.tenantId(found.state) === tenantId)) return found;
  throw new Refusal("not_found", `no such ${called}`);
}

/** The record with this id, or the same refusal. */
export async function getRecord<S>(
  { store }: StoreContext,
  kind: RecordType<S>,
  id: string,
  called: string,
  tenantId: string | null = null,
): Promise<Aggregate<S>> {
  const [row] = await store.read([rowKey(id)]);
  return requireRecord(kind, row, called, tenantId);
}

const readLimit = 100;

/** The rows at these keys, in their order; more than 100 in several calls. */
export async function rowsAt(
  { store }: { readonly store: Pick<Store, "read"> },
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  const rows: (Row | undefined)[] = [];
  for (let start = 0; start < keys.length; start += readLimit)
    rows.push(...(await store.read(keys.slice(start, start + readLimit))));
  return rows;
}
