import { actOnReview } from "../../../app/review/actions.ts";
import { approve, reject } from "../../../app/review/approvals.ts";
import { reviewForms } from "../../../contract/console/console-review.ts";
import { isSamePerson } from "../../../domain/core/operator.ts";
import { reviewContext } from "../../../wiring/review/review.ts";
import { actionContext } from "../kit/action-context.ts";
import { performing } from "../kit/handlers.ts";
import { subjectPlace } from "../kit/subject.ts";

const doneOf: Readonly<Record<string, "noted" | "assigned">> = { note: "noted", assign: "assigned" };

function contextForReview(call: Parameters<typeof actionContext>[0]) {
  return { ...reviewContext(call), ...actionContext(call) };
}

/** What is done about the review queue, and a second operator's decision. */
export const reviewActions = performing(reviewForms, contextForReview, {
  actOnItem: async (context, { params: { id }, body }) => {
    const acted = await actOnReview(context, id, body);
    if ("approvalId" in acted) return { to: `approvals/${acted.approvalId}`, done: "asked" };
    const done = doneOf[body.action] ?? "acted";
    const { subjectId } = acted.item;
    // What is done about an alert takes it off the queue, and its item with it.
    const to = done === "acted" && subjectId.startsWith("alr_") ? subjectPlace(subjectId) : `review/${id}`;
    return { to, done };
  },
  giveApproval: async (context, { params, body }) => {
    const { id } = await approve(context, params.id, body.note);
    return { to: `approvals/${id}`, done: "approved" };
  },
  refuseApproval: async (context, { params, body, principal }) => {
    const { id, askedBy } = await reject(context, params.id, body.note);
    return { to: `approvals/${id}`, done: isSamePerson(askedBy, principal.actor) ? "withdrawn" : "rejected" };
  },
});
