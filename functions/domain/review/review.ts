import type { Review, ReviewAct, ReviewReason } from "./review-reason-code.ts";

export function reviewItem(seen: ReviewReason | null, open: () => readonly ReviewAct[]): Review | null {
  return seen && { ...seen, actions: ["note", "assign", ...open()] };
}
