import { actOnReview } from "../../../app/review/actions.ts";
import { approve, reject } from "../../../app/review/approvals.ts";
import { isSamePerson } from "../../../domain/core/operator.ts";
import { reviewDesk } from "../../../wiring/review/review.ts";
import type { Actions } from "../kit/action-context.ts";
import { subjectPlace } from "../kit/subject.ts";
import { seeOther, viewOf } from "../kit/view.ts";

const doneOf: Readonly<Record<string, "noted" | "assigned">> = { note: "noted", assign: "assigned" };

/** What is done about the review queue, and a second operator's word. */
export const reviewActions: Pick<Actions, "actOnItem" | "giveApproval" | "refuseApproval"> = {
  actOnItem: async (call) => {
    const { id } = call.params;
    const acted = await actOnReview(reviewDesk(call), id, call.body);
    if ("approvalId" in acted)
      return seeOther(viewOf(call), `approvals/${acted.approvalId}`, { done: "asked" });
    const done = doneOf[call.body.action] ?? "acted";
    const { subjectId } = acted.item;
    // What is done about an alert takes it off the queue, and its item with it.
    const place = done === "acted" && subjectId.startsWith("alr_") ? subjectPlace(subjectId) : `review/${id}`;
    return seeOther(viewOf(call), place, { done });
  },
  giveApproval: async (call) => {
    const { id } = await approve(reviewDesk(call), call.params.id, call.body.note);
    return seeOther(viewOf(call), `approvals/${id}`, { done: "approved" });
  },
  refuseApproval: async (call) => {
    const state = await reject(reviewDesk(call), call.params.id, call.body.note);
    const mine = isSamePerson(state.askedBy, call.principal.actor);
    return seeOther(viewOf(call), `approvals/${state.id}`, { done: mine ? "withdrawn" : "rejected" });
  },
};
