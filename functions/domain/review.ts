import { openActs, settlementActs } from "./review-act.ts";
import { type ReviewReason, reviewReasonAt } from "./review-reason.ts";
import type { Settlement } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** What can be asked about something in the queue: to write, to name somebody, or to act on it. */
export const reviewActions = ["note", "assign", ...settlementActs] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** Why something is in the queue, and what can be done about it. */
export interface Review extends ReviewReason {
  readonly actions: ReviewAction[];
}

/** A settlement as the review queue sees it; null where there is nothing to look after. */
export function reviewOf(state: Settlement, now: Instant): Review | null {
  const seen = reviewReasonAt(state, now);
  return seen && { ...seen, actions: ["note", "assign", ...openActs(state)] };
}
