import { approve, getApproval, listApprovals, reject } from "../app/approvals.ts";
import { getReview, listReview } from "../app/review.ts";
import { actOnReview } from "../app/review-actions.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { reviewOperations } from "./review.contract.ts";

export const handler = serve(
  reviewOperations,
  {
    listReview: async (call) => ({ body: await listReview(deskOf(call), call.query) }),
    getReview: async (call) => ({ body: await getReview(deskOf(call), call.params.id) }),
    actOnReview: async (call) => {
      const acted = await actOnReview(deskOf(call), call.params.id, call.body);
      return "item" in acted ? { body: acted.item } : { body: acted, status: 202 };
    },
    listApprovals: async (call) => ({ body: await listApprovals(deskOf(call), call.query) }),
    getApproval: async (call) => ({ body: await getApproval(deskOf(call), call.params.id) }),
    approveAction: async (call) => ({ body: await approve(deskOf(call), call.params.id, call.body.note) }),
    rejectAction: async (call) => ({ body: await reject(deskOf(call), call.params.id, call.body.note) }),
  },
  operatorFrame,
);
