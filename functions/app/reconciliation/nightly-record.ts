import { platform } from "../../domain/core/operator.ts";
import { type NightlyRun, type NightlyView, nightlyRun, nightlyView } from "../../domain/reconciliation/nightly-run.ts";
import { type Aggregate, loadAggregate, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";

export function nightlyId(rail: string, date: string): string {
  return `nightly#${rail}#${date}`;
}

/** Every rail's runs, by day. */
const nightlyList = "all#nightly";

function railList(rail: string): string {
  return `${rail}#nightly`;
}

export const nightlyRecordType: RecordType<NightlyRun> = {
  type: "nightly",
  schema: nightlyRun,
  id: (state) => state.id,
  tenantId: () => platform,
  index: ({ rail, date, status }) => ({
    list: [nightlyList, `${date}#${rail}`],
    status: [railList(rail), date],
    ...(status === "done" && { ref: [railList(rail), date] as const }),
  }),
};

async function newestAt(context: StoreContext, index: "status" | "ref", rail: string) {
  const [row] = await context.store.page({ index, pk: railList(rail), limit: 1, newestFirst: true });
  return loadAggregate(nightlyRecordType, row);
}

/** A rail's last run; the index may be a moment behind. */
export function lastRun(context: StoreContext, rail: string): Promise<Aggregate<NightlyRun> | undefined> {
  return newestAt(context, "status", rail);
}

export async function lastFinishedRun(context: StoreContext, rail: string): Promise<NightlyRun | undefined> {
  return (await newestAt(context, "ref", rail))?.state;
}

/** Runs of which the newest of each rail are shown: no stage has more rails. */
const shownRuns = 16;

/** The last nightly run of every rail that has had one. */
export async function lastNightlyRuns(context: StoreContext): Promise<NightlyView[]> {
  const page = { index: "list", pk: nightlyList, limit: shownRuns, newestFirst: true } as const;
  const rows = await context.store.page(page);
  const runs = rows.flatMap((row) => loadAggregate(nightlyRecordType, row)?.state ?? []);
  const newest = new Map(runs.toReversed().map((run) => [run.rail, run]));
  return [...newest.values()].map((run) => nightlyView.parse(run));
}
