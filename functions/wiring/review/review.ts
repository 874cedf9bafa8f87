import { reviewSubjects } from "../../app/operations/review-subjects.ts";
import type { ReviewDesk } from "../../app/review/review-subject.ts";
import { deskOf } from "../core/context.ts";
import { live } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";

/** What operators' actions on the review queue work with. */
export function reviewDesk(call: Parameters<typeof deskOf>[0]): ReviewDesk {
  return { ...deskOf(call), gate: { screening, live, meter }, subjects: reviewSubjects };
}
