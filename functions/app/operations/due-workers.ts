import { Refusal } from "../../domain/core/refusal.ts";
import { commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { firstMarkedEntry, postponedPlace } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Row } from "../core/ports.ts";
import { sweepCase } from "../disputes/case-actions.ts";
import { counterRowOf } from "../disputes/counters.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { sweepAlert } from "../disputes/resolve-alert.ts";
import { lookUpEscrow, resumeEscrow } from "../escrow/sweep.ts";
import { expireInvitation, type PartnerLine, sweepKyb } from "../onboarding/partner.ts";
import { drawFloatFor } from "../reconciliation/draw-float.ts";
import { lookUpFeeSweep } from "../reconciliation/send-fee-sweep.ts";
import { sweepApproval, sweepChange } from "../review/decide-change.ts";
import type { Accounts } from "../settlement/collect-order.ts";
import type { ReserveContext } from "../settlement/release-reserve.ts";
import { lookUpSettlement, meetSettlementDeadline } from "../settlement/sweep.ts";
import type { WalletChecks } from "../tenants/tenant-change.ts";
import { disableEndpoint } from "../webhooks/endpoint-changes.ts";
import type { EnqueueContext } from "../webhooks/enqueue.ts";
import { replayPiece } from "../webhooks/replay.ts";
import type { DispatchContext } from "./carry-out.ts";
import { type ContinueContext, continueClaim } from "./continue-claim.ts";
import { type DueOrder, type DueRow, dueWork } from "./due-work.ts";
import { completeAggregates, dispatchEntries } from "./outbox.ts";
import { type DueWorker, sideBySide, type WorkedOff, type WorkerContext, workOff } from "./work-off.ts";

/** What looks at rails and partners work with. */
export type LookUpContext = ReserveContext &
  WalletChecks &
  Accounts & { readonly log: Log; readonly partner: PartnerLine };

/** Takes aggregates off the outbox, and dispatches entries that are on it by themselves. */
export async function workOffEntries(
  context: DispatchContext & WorkerContext,
  { kind, rows }: DueOrder,
): Promise<WorkedOff> {
  const isEntry = ({ sk }: DueRow) => sk.startsWith("entry#");
  const own = await workOff(context, context.store, { kind, rows: rows.filter(isEntry) }, entryWorker(context));
  const marked = await completeMarked(
    context,
    rows.filter((row) => !isEntry(row)),
  );
  return { done: own.done + marked.done, failed: own.failed + marked.failed, skipped: own.skipped + marked.skipped };
}

/** Works on aggregates that still have their marks. One that fails comes again later, each time a little later; one that has moved on meanwhile, or whose deliveries may be in the queue, comes with the next sweep. */
async function completeMarked(context: DispatchContext & WorkerContext, due: readonly DueRow[]): Promise<WorkedOff> {
  if (due.length === 0) return { done: 0, failed: 0, skipped: 0 };
  const found = await context.store.read(due.map(({ pk, sk }) => ({ pk, sk })));
  const still = found.flatMap((row, at) => (row && row.index?.outbox?.[1] === due[at]?.place ? [row] : []));
  const { failures, waiting } = await completeAggregates(context, still);
  await Promise.all(
    failures.map(async ({ row, error }) => {
      const about = { operation: "sweep", correlationId: row.pk, kind: "entries" };
      if (!(error instanceof Refusal)) logFailure(context, "due work failed", about, error);
      const place = row.index?.outbox?.[1] ?? "";
      const first = { pk: row.pk, sk: firstMarkedEntry(place) };
      const to = postponedPlace(first, place, context.clock.now());
      await commit(context, [{ mark: { pk: row.pk, sk: row.sk }, to, expect: row.v }]);
    }),
  );
  const failed = new Set(failures.map(({ row }) => row)).size;
  const done = still.length - failed - waiting.length;
  return { done, failed, skipped: due.length - failed - done };
}

function entryWorker(context: DispatchContext): DueWorker {
  return async (rows) => {
    const failures = await dispatchEntries(context, rows);
    return { done: rows.length - failures.length, failures };
  };
}

/** Carries on money calls whose holders died. */
export function claimWorker(context: ContinueContext): DueWorker {
  return sideBySide(dueWork.claims.seconds, async (row) => {
    await continueClaim(context, row);
    return true;
  });
}

/** Does what deadlines ask for; nobody outside is asked. */
export function deadlineWorker(context: Context): DueWorker {
  return sideBySide(dueWork.deadlines.seconds, (row) => meetDeadline(context, row));
}

async function meetDeadline(context: Context, row: Row): Promise<boolean> {
  switch (row.type) {
    case "settlement":
      return (await meetSettlementDeadline(context, row)) !== undefined;
    case "escrow":
      return (await resumeEscrow(context, row)) !== undefined;
    case "case":
      return sweepCase(context, row);
    case "alert":
      return sweepAlert(context, row);
    case "kyb":
      return expireInvitation(context, row);
    case "tally": {
      const { tenantId, month } = counterRowOf(row);
      await lookAtTenantPrograms(context, tenantId, month);
      return false;
    }
    case "approval":
      return sweepApproval(context, row);
    default:
      return false;
  }
}

/** Asks rails and partners about what they have been silent about. */
export function lookUpWorker(context: LookUpContext): DueWorker {
  return sideBySide(dueWork.lookUps.seconds, async (row) => {
    if (row.type === "settlement") return lookUpSettlement(context, await drawFloatFor(context, row));
    if (row.type === "escrow") return lookUpEscrow(context, await drawFloatFor(context, row));
    if (row.type === "approval") return sweepChange({ ...context, gate: context }, row);
    if (row.type === "fee_sweep") return lookUpFeeSweep(context, row);
    return row.type === "kyb" && sweepKyb({ ...context, ...context.partner }, row);
  });
}

/** Switches off endpoints that are gone or have failed for days, and goes on with replays for as long as its time allows. */
export function upkeepWorker(context: Context & EnqueueContext, isLate: () => boolean): DueWorker {
  return sideBySide(dueWork.upkeep.seconds, async (row) => {
    if (row.type === "endpoint_health") await disableEndpoint(context, row);
    else if (row.type === "replay") while ((await replayPiece(context, row.pk)) && !isLate());
    return true;
  });
}
