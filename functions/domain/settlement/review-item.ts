import { reviewItem } from "../review/review.ts";
import type { Review } from "../review/review-reason-code.ts";
import { openActions } from "./operator-actions.ts";
import { reviewReason } from "./review-reason.ts";
import type { Settlement } from "./settlement.ts";

/** A settlement as the review queue sees it; null where there is nothing to look after. */
export function reviewOf(state: Settlement): Review | null {
  return reviewItem(reviewReason(state), () => openActions(state));
}
