import { reviewSubjects } from "../../app/operations/review-subjects.ts";
import type { ReviewContext } from "../../app/review/review-subject.ts";
import { contextOf } from "../core/context.ts";
import { live } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";

export function reviewContext(call: Parameters<typeof contextOf>[0]): ReviewContext {
  return { ...contextOf(call), gate: { screening, live, meter }, subjects: reviewSubjects };
}
