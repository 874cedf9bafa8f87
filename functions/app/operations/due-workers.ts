import type { Context } from "../core/context.ts";
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
import { type ContinueContext, continueClaim } from "./continue-claim.ts";
import { dueWork } from "./due-work.ts";
import { type DispatchContext, dispatchEntries } from "./outbox.ts";
import { type DueWorker, sideBySide } from "./work-off.ts";

/** What looks at rails and partners work with. */
export type LookUpContext = ReserveContext &
  WalletChecks &
  Accounts & { readonly log: Log; readonly partner: PartnerLine };

/** Dispatches entries that the stream has left on the outbox. */
export function entryWorker(context: DispatchContext): DueWorker {
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
