import { reviewSubjects } from "../../app/operations/review-subjects.ts";
import type { ReviewDesk } from "../../app/review/review-subject.ts";
import { deskOf } from "../core/context.ts";
import { vendors } from "../rails/vendors.ts";

/** What operators' actions on the review queue work with. */
export function reviewDesk(call: Parameters<typeof deskOf>[0]): ReviewDesk {
  const { screening, live, meter } = vendors;
  return { ...deskOf(call), gate: { screening, live, meter }, subjects: reviewSubjects };
}
