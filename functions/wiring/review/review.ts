import { railReportPlan } from "../../app/operations/receive-callback.ts";
import { reviewSubjects } from "../../app/operations/review-subjects.ts";
import type { ChangeContext } from "../../app/review/change-rows.ts";
import type { ReviewContext } from "../../app/review/review-subject.ts";
import { controlContext } from "./control.ts";

export function reviewContext(call: Parameters<typeof controlContext>[0]): ReviewContext & ChangeContext {
  return { ...controlContext(call), subjects: reviewSubjects, reportPlan: railReportPlan };
}
