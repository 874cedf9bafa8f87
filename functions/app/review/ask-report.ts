import { Refusal } from "../../domain/core/refusal.ts";
import type { RailReportChange } from "../../domain/rails/rail-report.ts";
import type { Approval } from "../../domain/review/approval.ts";
import type { Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { listApprovals } from "./approvals.ts";
import { askPlan, type WaitingChange } from "./ask-change.ts";

/** How many approvals that wait are looked through, newest first. */
const mostWaiting = 100;

/** What asks another operator to agree to a report for a rail. Refuses a second report of the same money while one waits, since both together might count it twice. */
export async function askReport(
  context: Context,
  about: { readonly subjectId: string; readonly tenantId: string },
  change: RailReportChange,
): Promise<Plan<WaitingChange> | Refusal> {
  const { data } = await listApprovals(context, { status: "pending", limit: mostWaiting, cursor: undefined });
  const waiting = data.find((each) => isAboutSame(each, change));
  if (waiting) {
    const message = "a report of this railRef waits for another operator already";
    return new Refusal("approval_pending", message, { extra: { approvalId: waiting.id } });
  }
  return askPlan(context, about, change);
}

function isAboutSame({ change }: Approval, { rail, report }: RailReportChange): boolean {
  return change?.kind === "rail_report" && change.rail === rail && change.report.railRef === report.railRef;
}
