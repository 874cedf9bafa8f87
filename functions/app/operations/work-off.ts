import { Refusal } from "../../domain/core/refusal.ts";
import { commit } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import { postponedPlace } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Row, Store } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { DueOrder } from "./due-work.ts";
import type { EntryFailure } from "./each-aggregate.ts";

/** What a worker of due work keeps its rows with. */
export interface WorkerContext extends CommitContext {
  readonly requestId: string;
  readonly log: Log;
}

/** What came of rows: how many had something to do, and which are to come again. */
interface RowsDone {
  readonly done: number;
  readonly failures: readonly EntryFailure[];
}

/** Does the work that is due on rows of one kind. */
export type DueWorker = (rows: readonly Row[]) => Promise<RowsDone>;

/** What became of an order: rows that had something to do, rows that are to come again, and rows that had been dealt with before. */
export interface WorkedOff {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Works on the rows of an order that still stand where they were handed out. One that fails or does not move comes again later, each time a little later: the index says when, and how often it has failed. */
export async function workOff(
  context: WorkerContext,
  store: Store,
  { kind, rows }: DueOrder,
  work: DueWorker,
): Promise<WorkedOff> {
  if (rows.length === 0) return { done: 0, failed: 0, skipped: 0 };
  const found = await store.read(rows.map(({ pk, sk }) => ({ pk, sk })));
  const still = rows.flatMap((due, at) => {
    const row = found[at];
    return row?.index?.due?.[1] === due.place ? [row] : [];
  });
  if (still.length === 0) return { done: 0, failed: 0, skipped: rows.length };
  const { done, failures } = await work(still);
  for (const { row, error } of failures) {
    const about = { operation: "sweep", correlationId: row.pk, kind };
    if (!(error instanceof Refusal)) logFailure(context, "due work failed", about, error);
  }
  const failed = new Set(failures.map(({ row }) => row));
  await postponeRest({ ...context, store }, still, failed);
  return { done, failed: failed.size, skipped: rows.length - still.length };
}

/** Works on rows side by side, each within so many seconds; `work` says whether there was anything to do. */
export function sideBySide(seconds: number, work: (row: Row) => Promise<boolean>): DueWorker {
  return async (rows) => {
    const failures: EntryFailure[] = [];
    let done = 0;
    await Promise.all(
      rows.map(async (row) => {
        try {
          if (await within(seconds, work(row))) done += 1;
        } catch (error) {
          failures.push({ row, error });
        }
      }),
    );
    return { done, failures };
  };
}

/** Puts off what stands where it was, which would be handed out every minute, and what failed, unless it is due later already. */
async function postponeRest(context: CommitContext, worked: readonly Row[], failed: ReadonlySet<Row>): Promise<void> {
  const now = context.clock.now();
  const keys = worked.map(({ pk, sk }) => ({ pk, sk }));
  const rows = await context.store.read(keys);
  await Promise.all(
    worked.map(async (row, at) => {
      const [before = "", place] = [row.index?.due?.[1], rows[at]?.index?.due?.[1]];
      const to = postponedPlace(row, before, now);
      const isLater = place === undefined || place >= to;
      if (isLater || (place !== before && !failed.has(row))) return;
      await commit(context, [{ postpone: { pk: row.pk, sk: row.sk }, from: place, to }]);
    }),
  );
}
