import { createHash } from "node:crypto";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Instant, monthBefore, monthOf } from "../../domain/core/time.ts";
import { loadAggregate, type RecordType } from "./aggregate.ts";
import type { Context, StoreContext } from "./context.ts";
import type { IndexName, Place, Row, Store } from "./ports.ts";
import { listPartition, placeOf } from "./row-keys.ts";

/** One page of a list, newest first, and the cursor of the next. */
export interface ListPage<S> {
  readonly data: S[];
  readonly nextCursor: string | null;
}

/** A number that was counted up to a limit; past it there are more. */
export interface CountedTo {
  readonly count: number;
  readonly more: boolean;
}

/** How many there are on these pages, and whether there are more. */
export function countOf(...lists: readonly ListPage<unknown>[]): CountedTo {
  const count = lists.reduce((sum, { data }) => sum + data.length, 0);
  return { count, more: lists.some(({ nextCursor }) => nextCursor !== null) };
}

/** When what a list shows was made: `createdAfter` inclusive, `createdBefore` exclusive. */
export interface CreatedRange {
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** What a client asks of a list: 1 to 100 records, from a cursor on. A range is for lists whose places begin with the moment in which a record was made. */
export interface ListRequest extends CreatedRange {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The same, of one status where it is given. */
export type ListQuery<T extends string> = ListRequest & { readonly status?: T | undefined };

/** The tenant that asks, as its key tells. */
export interface Asker {
  readonly tenantId: string;
  readonly tenantCreatedAt: string;
}

/** Partitions that together are one list, newest first: of an index, or aggregates themselves where none is named. */
export interface ListSource {
  readonly index?: IndexName;
  /** Whether keys and places are all that is wanted of its rows. */
  readonly keysOnly?: true;
  /** Names the list; a cursor of another list is refused. */
  readonly name: string;
  readonly partitions: readonly string[];
  readonly prefix?: string;
  /** Only rows whose sort keys come before this. The list begins there, so that what is newer costs nothing. */
  readonly before?: string | undefined;
  /** Only rows whose sort keys do not come before this. The list ends there. */
  readonly from?: string | undefined;
}

/** A table takes no empty key, so none may come from a client. */
const keyText = z.string().min(1);

const cursorBody = z.object({
  list: z.string(),
  partition: z.string(),
  after: z.object({ pk: keyText, sk: keyText, sort: keyText }),
});

/** What a cursor names its list by. */
export function listMark(name: string): string {
  return createHash("sha256").update(name).digest("base64url").slice(0, 12);
}

/** Where a page begins, as the one before it said. Refuses the cursor of another list. */
export function readCursor(source: ListSource, cursor: string): z.infer<typeof cursorBody> {
  try {
    const body = cursorBody.parse(JSON.parse(cursor));
    const ours = body.list === listMark(source.name) && source.partitions.includes(body.partition);
    if (ours && isWithin(source, body.partition, body.after)) return body;
  } catch {
    // falls through to the refusal below: what a client made up is no error of ours
  }
  throw notThisList();
}

/** The refusal of a cursor that another list gave, or nobody. */
export function notThisList(): Refusal {
  return new Refusal("invalid_cursor", "this cursor does not belong to this list", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}

/** A table refuses a start outside of what is asked for, and a client may have made it up. */
function isWithin({ index, prefix = "" }: ListSource, partition: string, after: Place): boolean {
  const inside = index !== undefined || (after.pk === partition && after.sk === after.sort);
  return inside && after.sort.startsWith(prefix);
}

/** The monthly partitions of a list, from now back to the month in which it can have begun; of a range those alone that it touches. */
export function monthlyPartitions(
  partition: (month: string) => string,
  since: Instant,
  now: Instant,
  { createdAfter, createdBefore }: CreatedRange = {},
): string[] {
  const oldest = monthOf(latest(since, createdAfter));
  const partitions: string[] = [];
  for (let month = monthOf(earliest(now, createdBefore)); month >= oldest; month = monthBefore(month))
    partitions.push(partition(month));
  return partitions;
}

function latest(one: Instant, other: Instant | undefined): Instant {
  return other !== undefined && other > one ? other : one;
}

function earliest(one: Instant, other: Instant | undefined): Instant {
  return other !== undefined && other < one ? other : one;
}

/** What narrows a tenant's records: the index of the word that they share, where it is not that of statuses, and when they were made. */
interface Narrowing extends CreatedRange {
  readonly index?: IndexName;
}

/** A tenant's records of a noun, month by month; those that share a word, by its index. */
export function tenantRecords(
  { clock }: Pick<Context, "clock">,
  { tenantId, tenantCreatedAt }: Asker,
  noun: string,
  word: string | undefined,
  { index = word ? "status" : "list", ...range }: Narrowing = {},
): ListSource {
  const partition = (month: string) => listPartition(tenantId, noun, month, word);
  const partitions = monthlyPartitions(partition, tenantCreatedAt, clock.now(), range);
  return { index, name: `${tenantId}#${noun}#${word ?? ""}`, partitions };
}

/** The range of a query. */
export function createdIn({ createdAfter, createdBefore }: CreatedRange): CreatedRange {
  return { createdAfter, createdBefore };
}

/** A list within what is asked for of when its records were made. */
function within(source: ListSource, { createdAfter, createdBefore }: CreatedRange): ListSource {
  const from = createdAfter === undefined ? source.from : latest(createdAfter, source.from);
  const before = createdBefore === undefined ? source.before : earliest(createdBefore, source.before);
  return { ...source, from, before };
}

/** The place that a list begins after, whether a row is there or not. */
function startOf({ before }: ListSource): Place | undefined {
  return before === undefined ? undefined : { pk: "~", sk: "~", sort: before };
}

/** Rows a filtered page looks at before it stops, so that a rare match costs no endless read; its cursor goes on from there. */
const scanLimit = 1000;

/** Rows of one call once a filter has left the first ones out. */
const filteredPage = 100;

interface Found {
  readonly row: Row;
  readonly partition: string;
}

/** Reads one page. It costs one call as long as the page lies in one partition, the first page like the last; `wanted` filters what no index covers. */
export async function listRows(
  store: Pick<Store, "page">,
  whole: ListSource,
  input: ListRequest,
  wanted: (row: Row) => boolean = () => true,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const source = within(whole, input);
  const from = input.cursor === undefined ? undefined : readCursor(source, input.cursor);
  const { index, keysOnly, prefix } = source;
  const shown = { ...(index && { index }), ...(keysOnly && { keysOnly }) };
  const query = { newestFirst: true, ...shown, ...(prefix !== undefined && { prefix }) };
  const found: Found[] = [];
  let seen = 0;
  for (const partition of source.partitions.slice(from ? source.partitions.indexOf(from.partition) : 0)) {
    let after = from?.partition === partition ? from.after : startOf(source);
    let limit = input.limit + 1 - found.length;
    for (;;) {
      const paged = await store.page({ ...query, pk: partition, limit, after });
      const rows = paged.filter((row) => placeOf(row, index).sort >= (source.from ?? ""));
      found.push(...rows.filter(wanted).map((row) => ({ row, partition })));
      seen += rows.length;
      const last = rows.at(-1);
      if (found.length > input.limit) return pageOf(source, found, input.limit);
      if (!last || rows.length < limit) break;
      after = placeOf(last, index);
      if (seen >= scanLimit)
        return { rows: found.map(({ row }) => row), nextCursor: cursorOf(source, partition, after) };
      // Only a filter comes here: what it seldom lets through is not looked for row by row.
      limit = filteredPage;
    }
  }
  return { rows: found.map(({ row }) => row), nextCursor: null };
}

function pageOf(source: ListSource, found: readonly Found[], limit: number) {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = last ? cursorOf(source, last.partition, placeOf(last.row, source.index)) : null;
  return { rows: shown.map(({ row }) => row), nextCursor };
}

/** What a use case is given to have the page after a place; a client has it sealed. */
export function cursorOf(source: ListSource, partition: string, after: Place): string {
  return JSON.stringify({ list: listMark(source.name), partition, after });
}

/** One page of a kind of aggregate; `wanted` filters what no index covers. */
export async function listAggregates<S>(
  context: StoreContext,
  kind: RecordType<S>,
  source: ListSource,
  query: ListRequest,
  wanted: (state: S) => boolean = () => true,
): Promise<ListPage<S>> {
  const isWanted = (row: Row) => {
    const found = loadAggregate(kind, row);
    return found !== undefined && wanted(found.state);
  };
  const { rows, nextCursor } = await listRows(context.store, source, query, isWanted);
  const data = rows.flatMap((row) => loadAggregate(kind, row)?.state ?? []);
  return { data, nextCursor };
}

/** One page of what is all at hand, in its order; `nameOf` tells one thing from the others, and the cursor names the last one shown. Refuses a cursor that names none of them. */
export function pageOfAll<T>(all: readonly T[], nameOf: (each: T) => string, query: ListRequest): ListPage<T> {
  const { limit, cursor } = query;
  const start = cursor === undefined ? 0 : all.findIndex((each) => nameOf(each) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw notThisList();
  const data = all.slice(start, start + limit);
  const last = data.at(-1);
  return { data, nextCursor: last && start + limit < all.length ? nameOf(last) : null };
}
