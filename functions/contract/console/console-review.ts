import * as z from "zod";
import { longestNote } from "../../domain/review/case-notes.ts";
import { printableLines } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { reviewOperations } from "../review/review.ts";
import { blankIsNull, consoleForms, route } from "./schemas.ts";

/** What is done about the review queue, and a second operator's decision. */
export const reviewForms = consoleForms("console-actions", "reviewer", {
  actOnItem: route("/console/review/{id}/actions", "Act on something in the review queue", {
    params: idParam("rev"),
    body: blankIsNull(reviewOperations.actOnReview.body),
  }),
  giveApproval: route("/console/approvals/{id}/approve", "Agree to what another operator asked for", {
    params: idParam("apr"),
    body: blankIsNull(reviewOperations.rejectAction.body),
  }),
  giveApprovalNow: route("/console/approvals/{id}/approve-now", "Agree to a change and put it into effect at once", {
    params: idParam("apr"),
    body: z.strictObject({ reason: printableLines(1, longestNote) }),
  }),
  refuseApproval: route("/console/approvals/{id}/reject", "Refuse what was asked for, or take it back", {
    params: idParam("apr"),
    body: blankIsNull(reviewOperations.rejectAction.body),
  }),
});
