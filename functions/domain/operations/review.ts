import type { Instant } from "../core/time.ts";
import { type Alert, alertStatuses } from "../disputes/alert.ts";
import { alertReviewReason, openAlertActs } from "../disputes/alert-review.ts";
import { caseStatuses, type DisputeCase } from "../disputes/case.ts";
import { caseReviewReason } from "../disputes/case-review.ts";
import { type Escrow, escrowStatuses } from "../escrow/escrow.ts";
import { openEscrowActs } from "../escrow/operator-actions.ts";
import { escrowReviewReason } from "../escrow/review.ts";
import type { Review, ReviewAct, ReviewReason } from "../review/review-reason-code.ts";
import { openActs } from "../settlement/operator-actions.ts";
import { reviewReason } from "../settlement/review-reason.ts";
import { type Settlement, settlementStatuses } from "../settlement/settlement.ts";

/** The statuses that a record in the queue can have, each once. */
export const reviewStatuses = [
  ...new Set([...settlementStatuses, ...escrowStatuses, ...alertStatuses, ...caseStatuses]),
];

/** A settlement as the review queue sees it; null where there is nothing to look after. */
export function reviewOf(state: Settlement): Review | null {
  return reviewed(reviewReason(state), () => openActs(state));
}

/** An escrow as the review queue sees it; null where there is nothing to look after. */
export function escrowReviewOf(state: Escrow, now: Instant): Review | null {
  return reviewed(escrowReviewReason(state), () => openEscrowActs(state, now));
}

/** An alert as the review queue sees it; null where nothing is asked of anybody. */
export function alertReviewOf(state: Alert): Review | null {
  return reviewed(alertReviewReason(state), () => openAlertActs(state));
}

/** A dispute case as the review queue sees it; null where nothing is to be prepared. */
export function caseReviewOf(state: DisputeCase): Review | null {
  return reviewed(caseReviewReason(state), () => ["accept_loss"]);
}

function reviewed(seen: ReviewReason | null, open: () => readonly ReviewAct[]): Review | null {
  return seen && { ...seen, actions: ["note", "assign", ...open()] };
}
