import { type Alert, alertStatuses } from "./alert.ts";
import { alertReviewReason, openAlertActs } from "./alert-review.ts";
import { caseReviewReason } from "./case-review.ts";
import { caseStatuses, type DisputeCase } from "./dispute-case.ts";
import { type Escrow, escrowStatuses } from "./escrow.ts";
import { openEscrowActs } from "./escrow-act.ts";
import { escrowReviewReason } from "./escrow-review.ts";
import { openActs } from "./review-act.ts";
import type { Review, ReviewAct, ReviewReason } from "./review-kind.ts";
import { reviewReason } from "./review-reason.ts";
import { type Settlement, settlementStatuses } from "./settlement.ts";
import type { Instant } from "./time.ts";

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
