import { embedRecords } from "../../app/core/embed-records.ts";
import { approveEscrow, sendApproverLink, settleMilestone, takeApprovalBack } from "../../app/escrow/approvals.ts";
import { escrowConditions } from "../../app/escrow/conditions.ts";
import { correctEscrow } from "../../app/escrow/correct.ts";
import { escrowJoins } from "../../app/escrow/embeddable.ts";
import { readEscrow } from "../../app/escrow/reads.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import { escrowOperations } from "../../contract/escrow/escrow.ts";
import { viewApproval, viewEscrow, viewMilestone } from "../../domain/escrow/view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { escrowContext, escrowFrame } from "../../wiring/escrow/escrow.ts";

const pagesUrl = settings.ONBOARD_URL;

function named(call: { readonly principal: { readonly tenantId: string }; readonly params: { id: string } }) {
  return { tenantId: call.principal.tenantId, name: call.params.id };
}

export const handler = serve(escrowOperations, escrowFrame, {
  getEscrow: async (call) => {
    const { state, entries } = await readEscrow(contextOf(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), escrowJoins, call, [state]);
    return { body: { ...viewEscrow(state, pagesUrl), history: entries.map(transitionOf), ...embedded(state) } };
  },
  correctEscrow: async (call) => ({
    body: viewEscrow(await correctEscrow(escrowContext(call), named(call), call.body), pagesUrl),
  }),
  getEscrowConditions: async (call) => {
    const input = { name: call.params.id, live: call.query.screen };
    const { unmet, ...report } = await escrowConditions(escrowContext(call), call.principal.tenantId, input);
    return { body: { ...report, unmet: [...unmet] } };
  },
  completeMilestone: async (call) => {
    const input = { milestoneId: call.params.milestoneId, to: "completed" } as const;
    return { body: viewMilestone(await settleMilestone(contextOf(call), named(call), input)) };
  },
  cancelMilestone: async (call) => {
    const input = { milestoneId: call.params.milestoneId, to: "cancelled" } as const;
    return { body: viewMilestone(await settleMilestone(contextOf(call), named(call), input)) };
  },
  recordApproval: async (call) => {
    const { approverRef, decision, note = null } = call.body;
    const made = await approveEscrow(contextOf(call), named(call), { approverRef, decision, note });
    return { body: viewApproval(made) };
  },
  sendApproverLink: async (call) => ({
    body: await sendApproverLink(contextOf(call), named(call), call.params.approverRef),
  }),
  withdrawApproval: async (call) => {
    const taken = await takeApprovalBack(contextOf(call), named(call), call.params.approverRef);
    return { body: viewApproval(taken) };
  },
});
