import { loadAggregate, pointerPartition, type RecordType } from "./aggregate.ts";
import type { StoreContext } from "./context.ts";
import {
  type CreatedRange,
  cursorOf,
  type ListPage,
  type ListRequest,
  type ListSource,
  listRows,
} from "./list-page.ts";
import type { Row } from "./ports.ts";
import { placeOf, rowKey } from "./row-keys.ts";

/** Pointers that one call reads once a filter has left the first ones out, and how many a page looks at before it stops; its cursor goes on from there. */
const batch = 100;
const scanLimit = 1000;

/** The records of a noun that a value points to, the latest made first; `noun` is how their ids begin. */
export function pointersAt(value: string, noun: string): ListSource {
  const partition = pointerPartition(value);
  return { name: `${partition}#${noun}`, partitions: [partition], prefix: `${noun}_` };
}

/** Whether a record was made within a range. */
export function isCreatedIn(createdAt: string, { createdAfter = "", createdBefore }: CreatedRange): boolean {
  return createdAt >= createdAfter && (createdBefore === undefined || createdAt < createdBefore);
}

/** One page of the records that a list's rows point to by their sort keys; `wanted` says which of them it shows. It costs a call for the pointers and one for the records, the first page like the last. */
export async function listByPointer<S>(
  context: StoreContext,
  kind: RecordType<S>,
  source: ListSource,
  { limit, cursor: from }: Pick<ListRequest, "limit" | "cursor">,
  wanted: (state: S) => boolean = () => true,
): Promise<ListPage<S>> {
  const data: S[] = [];
  let cursor = from;
  let size = Math.min(limit, batch);
  for (let seen = 0; seen < scanLimit; ) {
    const page = await listRows(context.store, { ...source, keysOnly: true }, { limit: size, cursor });
    const rows = page.rows.length === 0 ? [] : await context.store.read(page.rows.map(({ sk }) => rowKey(sk)));
    for (const [at, row] of rows.entries()) {
      const state = loadAggregate(kind, row)?.state;
      if (state === undefined || !wanted(state)) continue;
      data.push(state);
      const isLast = at === rows.length - 1;
      if (data.length === limit && !isLast) return { data, nextCursor: cursorAt(source, page.rows[at]) };
    }
    seen += page.rows.length;
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined || data.length === limit) break;
    // Only a filter comes here: what it seldom lets through is not looked for one by one.
    size = batch;
  }
  return { data, nextCursor: cursor ?? null };
}

/** Where the page after a row begins. */
function cursorAt(source: ListSource, row: Row | undefined): string | null {
  if (row === undefined) return null;
  const partition = source.index ? row.index?.[source.index]?.[0] : row.pk;
  return cursorOf(source, partition ?? "", placeOf(row, source.index));
}

/** The list of one record at most: what an id or a natural key names. */
export async function listOne<S>(
  context: StoreContext,
  kind: RecordType<S>,
  id: string | undefined,
  wanted: (state: S) => boolean,
): Promise<ListPage<S>> {
  const [row] = id === undefined ? [] : await context.store.read([rowKey(id)]);
  const state = loadAggregate(kind, row)?.state;
  return { data: state !== undefined && wanted(state) ? [state] : [], nextCursor: null };
}

/** Whether a record has what a query names, field by field; what it leaves out is no condition. */
export function matches(state: object, wanted: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(wanted).every(([name, value]) => value === undefined || Reflect.get(state, name) === value);
}
