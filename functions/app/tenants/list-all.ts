import * as z from "zod";
import { monthBefore, monthOf, serviceBegan } from "../../domain/core/time.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { ReadContext } from "../core/context.ts";
import { type ListPage, type ListQuery, type ListRequest, notThisList } from "../core/list-page.ts";
import type { Store } from "../core/ports.ts";
import { allPartitions, placeOf } from "../core/row-keys.ts";
import { type ListedIn, placedBefore } from "./merged-list.ts";
import { tenantList } from "./records.ts";

/** Records that a filtered page looks at before it stops; its cursor goes on from there. */
const scanLimit = 1000;

const batch = 100;

/** Where the list stands: a record's time and id, which sort the pointers of every partition. */
function cursorBody() {
  return z.object({ all: z.string(), before: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-.{1,64}$/) });
}

function readCursor(noun: string, cursor: string): string {
  try {
    const { all, before } = cursorBody().parse(JSON.parse(cursor));
    if (all === noun) return before;
  } catch {
    // falls through to the refusal below: what a client made up is no error of ours
  }
  throw notThisList();
}

function cursorOf(noun: string, before: string): string {
  return JSON.stringify({ all: noun, before });
}

/** The partitions of a month, whose rows are pointers to records. */
function partitionsIn(noun: string, month: string): ListedIn[] {
  return allPartitions(noun, month).map((pk) => ({ index: "list", pk }));
}

async function* newestFirst<S>(
  store: Store,
  kind: RecordType<S>,
  from: string,
  input: { readonly newestMonth: string; readonly oldestMonth: string; readonly size: number; readonly owners: string },
) {
  const { newestMonth, size } = input;
  let before = from;
  let month = monthOf(from) < newestMonth ? monthOf(from) : newestMonth;
  let first: string | undefined;
  for (; month >= (first ?? input.oldestMonth); month = monthBefore(month)) {
    for (;;) {
      const partitions = partitionsIn(kind.type, month);
      const placed = await placedBefore(store, kind, partitions, { before, size, idOf: ({ sk }) => sk });
      yield* placed;
      if (placed.length < size) break;
      before = placed.at(-1)?.sort ?? before;
    }
    if (first === undefined && month > input.oldestMonth) first = await firstMonth(store, input.owners);
    if (first !== undefined && first < input.oldestMonth) first = input.oldestMonth;
  }
}

/** The month in which the first of those was made whom records belong to. */
async function firstMonth(store: Store, owners: string): Promise<string> {
  const [first] = await store.page({ index: "list", keysOnly: true, pk: owners, limit: 1 });
  return first ? monthOf(placeOf(first, "list").sort) : "9999";
}

/** Every tenant's records of a kind, newest first. A page costs a call for each partition of its month and one for the records; a status, and what else is `wanted`, are looked for among them. */
export async function listAll<S extends { readonly status: string }>(
  context: ReadContext,
  kind: RecordType<S>,
  query: ListQuery<S["status"]>,
  wanted?: (state: S) => boolean,
): Promise<ListPage<S>> {
  const { status, ...request } = query;
  const isWanted = (state: S) => (status === undefined || state.status === status) && wanted?.(state) !== false;
  const isFiltered = status !== undefined || wanted !== undefined;
  return listOfAll(context, kind, request, { owners: tenantList.name, wanted: isFiltered ? isWanted : undefined });
}

/** Everybody's records of a kind, newest first, where they belong to the members of the list `owners`. Costs what `listAll` does. */
export async function listOfAll<S>(
  context: ReadContext,
  kind: RecordType<S>,
  query: ListRequest,
  { owners, wanted }: { readonly owners: string; readonly wanted?: ((state: S) => boolean) | undefined },
): Promise<ListPage<S>> {
  const now = context.clock.now();
  const { limit, createdAfter = "", createdBefore = "" } = query;
  const noun = `${kind.type}s`;
  const data: S[] = [];
  const newest = createdBefore === "" || createdBefore > now ? `${now}~` : createdBefore;
  let last = query.cursor === undefined ? newest : readCursor(noun, query.cursor);
  let seen = 0;
  const size = wanted ? batch : Math.min(limit + 1, batch);
  const oldest = createdAfter > serviceBegan ? createdAfter : serviceBegan;
  const months = { newestMonth: monthOf(now), oldestMonth: monthOf(oldest), owners };
  for await (const { state, sort } of newestFirst(context.store, kind, last, { ...months, size })) {
    if (sort < createdAfter) break;
    if (data.length === limit || seen === scanLimit) return { data, nextCursor: cursorOf(noun, last) };
    if (state && wanted?.(state) !== false) data.push(state);
    last = sort;
    seen += 1;
  }
  return { data, nextCursor: null };
}
