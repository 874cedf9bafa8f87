import * as z from "zod";
import type { Instant } from "../../domain/core/time.ts";
import { loadAggregate, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listMark, notThisList } from "../core/list-page.ts";
import type { IndexName, Row, Store } from "../core/ports.ts";
import { placeOf, rowKey } from "../core/row-keys.ts";

/** Records that a filtered page looks at before it stops; its cursor goes on from there. */
const scanLimit = 1000;

const batch = 100;

/** One of the partitions that are a list together. */
export interface ListedIn {
  readonly index: IndexName;
  readonly pk: string;
}

/** A list whose records stand in one or another of several partitions, month by month, the newest first. */
export interface MergedSource {
  readonly name: string;
  readonly months: readonly string[];
  partitions(month: string): readonly ListedIn[];
}

interface Placed<S> {
  readonly state: S | undefined;
  readonly sort: string;
}

/** The newest records before a place: a page of each partition's keys, side by side, merged and read. */
export async function placedBefore<S>(
  store: Store,
  kind: RecordType<S>,
  partitions: readonly ListedIn[],
  { before, size, idOf }: { readonly before: string; readonly size: number; idOf(listed: Row): string },
): Promise<Placed<S>[]> {
  const after = { pk: "~", sk: "~", sort: before };
  const pages = await Promise.all(
    partitions.map(async ({ index, pk }) => {
      const rows = await store.page({ index, keysOnly: true, pk, limit: size + 1, newestFirst: true, after });
      return rows.map((row) => ({ id: idOf(row), sort: placeOf(row, index).sort }));
    }),
  );
  // What moves from one partition to another may be listed in both for a moment.
  const ids = new Map(pages.flat().flatMap(({ id, sort }) => (sort < before ? [[sort, id] as const] : [])));
  const places = [...ids].sort(([one], [other]) => (one < other ? 1 : -1)).slice(0, size);
  const rows = await store.read(places.map(([, id]) => rowKey(id)));
  return places.map(([sort], at) => ({ state: loadAggregate(kind, rows[at])?.state, sort }));
}

const cursorBody = z.object({ list: z.string(), before: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-.{1,64}$/) });

function readCursor({ name }: MergedSource, cursor: string): string {
  try {
    const { list, before } = cursorBody.parse(JSON.parse(cursor));
    if (list === listMark(name)) return before;
  } catch {
    // falls through to the refusal below: what a client made up is no error of ours
  }
  throw notThisList();
}

function cursorAt({ name }: MergedSource, before: string): string {
  return JSON.stringify({ list: listMark(name), before });
}

async function* newestFirst<S>(
  store: Store,
  kind: RecordType<S>,
  source: MergedSource,
  { before: start, size: first }: { readonly before: string; readonly size: number },
) {
  let before = start;
  let size = first;
  for (const month of source.months) {
    if (month > before) continue;
    for (;;) {
      const placed = await placedBefore(store, kind, source.partitions(month), { before, size, idOf: ({ pk }) => pk });
      yield* placed;
      if (placed.length < size) break;
      before = placed.at(-1)?.sort ?? before;
      // Only a filter comes here: what it seldom lets through is not looked for row by row.
      size = batch;
    }
  }
}

/** One page of the `wanted` among the records that stand in several partitions. It costs a call for each partition of a month and one for the records, the first page like the last. */
export async function mergeLists<S>(
  context: StoreContext,
  kind: RecordType<S>,
  source: MergedSource,
  query: ListRequest,
  wanted: (state: S) => boolean,
): Promise<ListPage<S>> {
  const { limit, cursor, createdAfter = "" } = query;
  const start = earliest(query.createdBefore, cursor === undefined ? undefined : readCursor(source, cursor));
  const data: S[] = [];
  let shown = start;
  let last = start;
  let seen = 0;
  const size = Math.min(limit + 1, batch);
  for await (const { state, sort } of newestFirst(context.store, kind, source, { before: start, size })) {
    if (sort < createdAfter) break;
    if (seen === scanLimit) return { data, nextCursor: cursorAt(source, last) };
    seen += 1;
    last = sort;
    if (state === undefined || !wanted(state)) continue;
    if (data.length === limit) return { data, nextCursor: cursorAt(source, shown) };
    data.push(state);
    shown = sort;
  }
  return { data, nextCursor: null };
}

/** Where a list begins: before all that there can be, unless something says otherwise. */
function earliest(...moments: readonly (Instant | undefined)[]): string {
  return moments.reduce<string>((first, each) => (each !== undefined && each < first ? each : first), "~");
}
