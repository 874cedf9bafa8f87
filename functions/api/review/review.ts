import { embedForOperator } from "../../app/core/embed-records.ts";
import { reviewJoins } from "../../app/operations/embeddable.ts";
import { takeReviewAction } from "../../app/review/actions.ts";
import { getApproval, listApprovals, roleToDecide } from "../../app/review/approvals.ts";
import { giveApproval, refuseApproval } from "../../app/review/decide-change.ts";
import { getReview, listReview, type ReviewItem } from "../../app/review/review.ts";
import { operatorSettlementJoins } from "../../app/settlement/embeddable.ts";
import { askRelease, forecastReserves, holdReserve, listAllReserves } from "../../app/settlement/reserves.ts";
import { reviewOperations, reviewStatus } from "../../contract/review/review.ts";
import { adminReserveOperations } from "../../contract/settlement/reserves.ts";
import { actionRoles } from "../../domain/review/review-reason-code.ts";
import { viewReserve } from "../../domain/settlement/reserve-view.ts";
import { requireRole } from "../../http/rights.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { reviewContext } from "../../wiring/review/review.ts";

/** The queue knows a status only as text, whatever noun it is of. */
function viewItem(item: ReviewItem) {
  return { ...item, status: reviewStatus.parse(item.status) };
}

const ownerOf = ({ tenantId }: { readonly tenantId: string }) => tenantId;

export const handler = serve(
  { ...reviewOperations, ...adminReserveOperations },
  withLinks(withCursors(operatorFrame)),
  {
    listAllReserves: async (call) => {
      const { data, nextCursor } = await listAllReserves(contextOf(call), call.query);
      const embedded = await embedForOperator(viewContextOf(call), operatorSettlementJoins, call, data, ownerOf);
      const shown = data.flatMap((state) => {
        const reserve = viewReserve(state);
        return reserve === undefined ? [] : [{ ...reserve, ...embedded(state) }];
      });
      return { body: { data: shown, nextCursor } };
    },
    forecastReserves: async (call) => ({ body: await forecastReserves(contextOf(call), call.query) }),
    releaseReserve: async (call) => ({ body: await askRelease(reviewContext(call), call.params.id, call.body.note) }),
    holdReserve: async (call) => {
      const body = viewReserve(await holdReserve(contextOf(call), call.params.id));
      if (!body) throw new Error("a reserve that was held is there");
      return { body };
    },
    listReview: async (call) => {
      const { data, nextCursor } = await listReview(reviewContext(call), call.query);
      const embedded = await embedForOperator(viewContextOf(call), reviewJoins, call, data, ownerOf);
      return { body: { data: data.map((item) => ({ ...viewItem(item), ...embedded(item) })), nextCursor } };
    },
    getReview: async (call) => {
      const item = await getReview(reviewContext(call), call.params.id);
      const embedded = await embedForOperator(viewContextOf(call), reviewJoins, call, [item], ownerOf);
      return { body: { ...viewItem(item), ...embedded(item) } };
    },
    actOnReview: async (call) => {
      requireRole(call.principal.role, actionRoles[call.body.action]);
      const acted = await takeReviewAction(reviewContext(call), call.params.id, call.body);
      return "item" in acted ? { body: viewItem(acted.item) } : { body: acted, status: 202 };
    },
    listApprovals: async (call) => {
      const { data, nextCursor } = await listApprovals(contextOf(call), call.query);
      const embedded = await embedForOperator(viewContextOf(call), reviewJoins, call, data, ownerOf);
      return { body: { data: data.map((state) => ({ ...state, ...embedded(state) })), nextCursor } };
    },
    getApproval: async (call) => {
      const state = await getApproval(contextOf(call), call.params.id);
      const embedded = await embedForOperator(viewContextOf(call), reviewJoins, call, [state], ownerOf);
      return { body: { ...state, ...embedded(state) } };
    },
    approveAction: async (call) => {
      requireRole(call.principal.role, await roleToDecide(contextOf(call), call.params.id, "approve"));
      const { note, reason } = call.body;
      return { body: await giveApproval(reviewContext(call), call.params.id, { note, atOnce: reason ?? null }) };
    },
    rejectAction: async (call) => {
      requireRole(call.principal.role, await roleToDecide(contextOf(call), call.params.id, "reject"));
      return { body: await refuseApproval(reviewContext(call), call.params.id, call.body.note) };
    },
  },
);
