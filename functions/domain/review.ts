import { openActs, settlementActs } from "./review-act.ts";
import { type ReviewReason, reviewReason } from "./review-reason.ts";
import type { Settlement } from "./settlement.ts";

/** What can be asked about something in the queue: to write, to name somebody, or to act on it. */
export const reviewActions = ["note", "assign", ...settlementActs] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** Why something is in the queue, and what can be done about it. */
export interface Review extends ReviewReason {
  readonly actions: ReviewAction[];
}

/** A settlement as the review queue sees it; null where there is nothing to look after. */
export function reviewOf(state: Settlement): Review | null {
  const seen = reviewReason(state);
  return seen && { ...seen, actions: ["note", "assign", ...openActs(state)] };
}
