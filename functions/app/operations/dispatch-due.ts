import * as z from "zod";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { indexOfPartition } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Row, Store } from "../core/ports.ts";
import { placeOf, rowKey } from "../core/row-keys.ts";
import type { TimeBudget } from "../core/time-budget.ts";
import { type DueOrder, type DueQueues, type DueRow, type DueWorkType, dueWork, dueWorkTypes } from "./due-work.ts";

/** What the sweep dispatches with: it reads what is due and fills queues; the work is the workers'. */
export interface DueDispatchContext extends Context, TimeBudget {
  readonly deliveries: Store;
  readonly dueQueues: DueQueues;
  readonly log: Log;
}

/** How many rows were handed to the workers, by kind, and the shards that could not be. */
export interface DispatchedWork {
  readonly handedOut: Readonly<Record<DueWorkType, number>>;
  readonly failedShards: number;
}

const progressKey = rowKey("sweep");

/** How far a pass over a shard has come: what is due before `place` has been handed out since `since`, and may still wait in its queue. */
const pass = z.object({ place: z.string(), since: z.string() });

/** By kind and partition; none where the next run begins at the beginning. */
const progress = z.object({ passes: z.record(z.string(), pass) });

type Pass = z.infer<typeof pass>;

/** Shards of a kind that are read side by side: six kinds of them are as many connections as a client has. */
const shardsAtOnce = 8;

/** Rows of a page of the index: some 150 bytes each. */
const pageSize = 1000;

/** A pass ends after this even if its queue is not drained: what was handed out may be lost, or stand behind it. */
const passSeconds = 900;

/** A pass goes no further than this before now, and what its first run handed out beyond is handed out once more: the index is a moment behind, and clocks differ. */
const overlapSeconds = 15;

/** Hands out what is due, to the queue of its kind: every kind at the same time and shards of it side by side, so that no backlog of one kind keeps another waiting. A row stays due until its worker has dealt with it; while its queue is not drained a shard goes on where the last run ended, so that few are handed out twice, which is harmless. */
export async function dispatchDue(context: DueDispatchContext): Promise<DispatchedWork> {
  const [row] = await context.store.read([progressKey]);
  const before = row ? progress.parse(row.body).passes : {};
  const after: Record<string, Pass> = {};
  const handedOut = { entries: 0, claims: 0, deadlines: 0, lookUps: 0, deliveries: 0, upkeep: 0 };
  let failedShards = 0;
  await Promise.all(
    dueWorkTypes.map(async (kind) => {
      const { partitions } = dueWork[kind];
      const goesOn =
        partitions.some((partition) => before[`${kind} ${partition}`]) && !(await isDrained(context, kind));
      await inOrder(partitions, shardsAtOnce, async (partition) => {
        const name = `${kind} ${partition}`;
        const last = goesOn ? openPass(before[name], context.clock.now()) : undefined;
        const reached = await dispatchShard(context, { kind, partition, last }, (rows) => {
          handedOut[kind] += rows;
        });
        if (reached.failed) failedShards += 1;
        if (reached.pass) after[name] = reached.pass;
      });
    }),
  );
  await keep(context, row, before, after);
  return { handedOut, failedShards };
}

function openPass(last: Pass | undefined, now: Instant): Pass | undefined {
  return last && secondsBetween(last.since, now) < passSeconds ? last : undefined;
}

async function isDrained(context: DueDispatchContext, kind: DueWorkType): Promise<boolean> {
  try {
    return await context.dueQueues[kind].isDrained();
  } catch (error) {
    logFailure(context, "queue depth unknown", { operation: "sweep", correlationId: kind }, error);
    return false;
  }
}

/** Hands out one shard page by page, from where its pass has come to until now, or until time runs out. */
async function dispatchShard(
  context: DueDispatchContext,
  {
    kind,
    partition,
    last,
  }: { readonly kind: DueWorkType; readonly partition: string; readonly last: Pass | undefined },
  count: (rows: number) => void,
): Promise<{ readonly pass: Pass | undefined; readonly failed: boolean }> {
  const now = context.clock.now();
  const until = addSeconds(now, -overlapSeconds);
  const since = last?.since ?? now;
  const upTo = last ? until : `${now}~`;
  let reached = last;
  const index = indexOfPartition(partition);
  const duePlace = (row: Row) => placeOf(row, index).sort;
  // Another machine's clock was ahead.
  if (last && last.place > upTo) return { pass: last, failed: false };
  try {
    let from: Row | undefined;
    do {
      const page = { index, pk: partition, upTo, limit: pageSize };
      const after = from && placeOf(from, index);
      const rows = await context[dueWork[kind].store].page({ ...page, ...(last && { from: last.place }), after });
      if (rows.length > 0) {
        await context.dueQueues[kind].send([...ordersOf(kind, rows, duePlace)]);
        const place = rows.map(duePlace).findLast((each) => each < until);
        reached = { place: place === undefined ? (reached?.place ?? until) : `${place}!`, since };
      }
      count(rows.length);
      from = rows.length < pageSize ? undefined : rows.at(-1);
    } while (from && !context.isLate());
    return { pass: reached, failed: false };
  } catch (error) {
    logFailure(context, "sweep failed", { operation: "sweep", correlationId: partition, kind }, error);
    return { pass: reached, failed: true };
  }
}

function* ordersOf(kind: DueWorkType, rows: readonly Row[], duePlace: (row: Row) => string): Generator<DueOrder> {
  const { rowsPerOrder } = dueWork[kind];
  const due = rows.map((row): DueRow => ({ pk: row.pk, sk: row.sk, place: duePlace(row) }));
  for (let start = 0; start < due.length; start += rowsPerOrder)
    yield { kind, rows: due.slice(start, start + rowsPerOrder) };
}

/** Writes how far the passes are, where that has changed; of two runs at once one is kept. */
async function keep(
  context: DueDispatchContext,
  row: Row | undefined,
  before: Readonly<Record<string, Pass>>,
  passes: Readonly<Record<string, Pass>>,
): Promise<void> {
  const names = new Set([...Object.keys(before), ...Object.keys(passes)]);
  if ([...names].every((name) => before[name]?.place === passes[name]?.place)) return;
  const put = { ...progressKey, v: (row?.v ?? 0) + 1, type: "sweep", body: { passes } };
  await commit(context, [{ put, expect: row?.v ?? "absent" }]);
}
