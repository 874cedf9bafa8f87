import type { Transition } from "../../domain/core/transition.ts";
import {
  advanceRun,
  isFree,
  isFresh,
  leaveRun,
  type NightlyPage,
  type NightlyRun,
  newNightlyRun,
  nightlyDate,
  openBreaksOf,
  takeRun,
} from "../../domain/reconciliation/nightly-run.ts";
import { type Aggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import { logFailure } from "../core/error-text.ts";
import { findRecord } from "../core/read-records.ts";
import type { Rail } from "../rails/ports.ts";
import { tellBreaks } from "./close.ts";
import { ledgerPage, type NightlyContext, openBreaksPage, railListPage } from "./nightly-pages.ts";
import { lastFinishedRun, lastRun, nightlyId, nightlyRecordType } from "./nightly-record.ts";
import { walletsPage } from "./nightly-wallets.ts";

type RunAggregate = Aggregate<NightlyRun>;

/** What one call did, over all rails; `done` is false where a run goes on later. */
export interface NightlyResult {
  readonly finished: number;
  readonly opened: number;
  readonly failed: number;
  readonly done: boolean;
}

/** Reconciles each rail's list with our records for the days that have ended, until time runs out; a run that stopped is gone on with where it was. Safe to do twice, and at the same time. */
export async function reconcileNightly(
  context: Omit<NightlyContext, "rail"> & { readonly rails: readonly Rail[] },
): Promise<NightlyResult> {
  const result = { finished: 0, opened: 0, failed: 0, done: true };
  let fresh = true;
  for (const rail of context.rails) {
    const own = { ...context, rail };
    const run = await goOn(own);
    if (run?.status === "done") result.finished += 1;
    if (run?.failure != null) result.failed += 1;
    if (run?.status === "running") result.done = false;
    result.opened += run?.opened ?? 0;
    fresh &&= isFresh(await lastFinishedRun(own, rail.name), context.clock.now());
  }
  if (fresh) context.meter.count("ReconFresh", 1);
  return result;
}

/** Goes on with a rail's run until it is done, or time runs out, or it fails; undefined where there is nothing to do, or somebody is at it. */
async function goOn(context: NightlyContext): Promise<NightlyRun | undefined> {
  let run = await takenRun(context);
  if (!run) return undefined;
  const before = run.state.opened;
  try {
    while (run.state.status === "running" && !context.isLate()) {
      const page = await pages[run.state.part](context, run.state);
      const next = await written(context, run, advanceRun(run.state, page, context.clock.now()));
      // Somebody else has taken it over.
      if (!next) return undefined;
      run = next;
      if (page.waits) break;
    }
    if (run.state.status === "running") run = await left(context, run, null);
  } catch (error) {
    const about = { operation: "nightly", correlationId: run.state.id, part: run.state.part };
    logFailure(context, "nightly reconciliation stopped", about, error);
    context.meter.count("ReconStopped", 1);
    run = await left(context, run, `it stopped at ${run.state.part}: the rail or the store did not answer`);
  }
  tell(context, run.state, run.state.opened - before);
  return run.state;
}

/** Wakes somebody for what was found: at once for what is new, and at a run's end for all that is open. */
function tell(context: NightlyContext, run: NightlyRun, opened: number): void {
  const breaks = run.status === "done" ? openBreaksOf(run) : opened;
  const unbalanced = run.status === "done" ? run.unbalanced : 0;
  if (breaks + unbalanced > 0) tellBreaks(context, `nightly ${run.rail}`, { tenantId: null, unbalanced, breaks });
}

/** What reads a page of each part. */
const pages: Readonly<Record<NightlyRun["part"], (context: NightlyContext, run: NightlyRun) => Promise<NightlyPage>>> =
  {
    rail_list: (context, run) => railListPage(context, run, "rail_list"),
    last_look: (context, run) => railListPage(context, run, "last_look"),
    ledger: ledgerPage,
    wallets: walletsPage,
    open_breaks: openBreaksPage,
  };

/** The run to go on with: the last one where it is not done, else one for the days since. */
async function takenRun(context: NightlyContext): Promise<RunAggregate | undefined> {
  const now = context.clock.now();
  const { name } = context.rail;
  const listed = await lastRun(context, name);
  const last = listed && (await findRecord(context, nightlyRecordType, listed.state.id));
  if (last?.state.status === "running")
    return isFree(last.state, now) ? written(context, last, takeRun(last.state, now)) : undefined;
  const date = nightlyDate(now);
  if (last && last.state.date >= date) return undefined;
  const transition = newNightlyRun({ id: nightlyId(name, date), rail: name, last: last?.state }, now);
  return written(context, newAggregate(nightlyRecordType, transition.next), transition);
}

async function left(context: NightlyContext, run: RunAggregate, failure: string | null): Promise<RunAggregate> {
  const after = await written(context, run, leaveRun(run.state, failure, context.clock.now()));
  return after ?? run;
}

/** Writes a run if nobody has written it since; undefined where somebody has. */
async function written(
  context: NightlyContext,
  run: RunAggregate,
  transition: Transition<NightlyRun>,
): Promise<RunAggregate | undefined> {
  const { writes, after } = transitionWrites(run, [transition], context);
  return (await commit(context, writes)).ok ? after : undefined;
}
