import type { Instant } from "../core/time.ts";
import { reviewItem } from "../review/review.ts";
import type { Review } from "../review/review-reason-code.ts";
import type { Escrow } from "./escrow.ts";
import { openEscrowActions } from "./operator-actions.ts";
import { escrowReviewReason } from "./review.ts";

/** An escrow as the review queue sees it; null where there is nothing to look after. */
export function escrowReviewOf(state: Escrow, now: Instant): Review | null {
  return reviewItem(escrowReviewReason(state), () => openEscrowActions(state, now));
}
