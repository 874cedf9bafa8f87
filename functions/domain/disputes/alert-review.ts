import type { Instant } from "../core/time.ts";
import { reviewItem } from "../review/review.ts";
import type { RecordAction, Review, ReviewReason } from "../review/review-reason-code.ts";
import { type Alert, type AlertStatus, alertMoves } from "./alert.ts";

export const alertReviewReasons = [
  "no_rule",
  "rule",
  "refund_unsupported",
  "refund_refused",
  "double_loss",
  "rail_disabled",
  "tenant_suspended",
  "deadline_passed",
  "no_iso",
] as const;
export type AlertReviewReason = (typeof alertReviewReasons)[number];

const words: Readonly<Record<AlertReviewReason, string>> = {
  no_rule: "no rule says what to do",
  rule: "a rule asks for a person",
  refund_unsupported: "a rule would refund, and the rail has no leg for that",
  refund_refused: "a rule would refund, and this payment cannot be given back as it stands",
  double_loss: "a rule would refund money that was or may be taken back otherwise",
  rail_disabled: "a rule would refund, and the rail is switched off",
  tenant_suspended: "a rule would refund, and the tenant is suspended",
  deadline_passed: "a rule would open a case whose window has closed",
  no_iso: "a rule would tell the reseller of record, and there is none",
};

/** Why an alert is in the review queue; null where nothing is asked of anybody. */
export function alertReviewReason(state: Alert): ReviewReason | null {
  const why = waitText(state);
  if (why === null) return null;
  const { updatedAt: since, said: report } = state;
  return { kind: "alert", reason: why, since, deadline: report.respondBy };
}

function waitText({ status, candidates, reviewReason, isoRef }: Alert): string | null {
  switch (status) {
    case "unmatched":
      return candidates.length === 0
        ? "an alert that no payment was found for"
        : `an alert that is about one of ${candidates.length} payments, or none of them`;
    case "in_review":
      return words[reviewReason as AlertReviewReason] ?? reviewReason ?? "it was sent to people";
    case "notified_iso":
      return `the reseller of record ${isoRef} is to be told, or to act`;
    default:
      return null;
  }
}

const acts = { dismiss_alert: "dismissed", open_case: "case_opened" } as const satisfies Partial<
  Record<RecordAction, AlertStatus>
>;
type AlertAct = keyof typeof acts;

export function isAlertAction(action: RecordAction): action is AlertAct {
  return Object.hasOwn(acts, action);
}

export function openAlertActions({ status }: Alert): RecordAction[] {
  const all = Object.keys(acts).filter((name): name is AlertAct => isAlertAction(name as RecordAction));
  return all.filter((name) => alertMoves[status].includes(acts[name]));
}

/** When the sweeper looks at an alert again: at the end of the time for an answer. One that is not matched is never given up. */
export function alertLookAt({ status, said: report }: Alert): Instant | undefined {
  const clockRuns = status === "matched" || status === "in_review" || status === "notified_iso";
  return clockRuns ? (report.respondBy ?? undefined) : undefined;
}

/** An alert as the review queue sees it; null where nothing is asked of anybody. */
export function alertReviewOf(state: Alert): Review | null {
  return reviewItem(alertReviewReason(state), () => openAlertActions(state));
}
