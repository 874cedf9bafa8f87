import { approveEscrow, settleMilestone, takeApprovalBack } from "../../app/escrow/approvals.ts";
import { escrowConditions } from "../../app/escrow/conditions.ts";
import { readEscrow } from "../../app/escrow/reads.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import { escrowOperations } from "../../contract/escrow/escrow.ts";
import { viewApproval, viewEscrow, viewMilestone } from "../../domain/escrow/view.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { escrowDesk } from "../../wiring/escrow/escrow.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

const pagesUrl = settings.ONBOARD_URL;

/** Whose escrow a call is about. */
function named(call: { readonly principal: { readonly tenantId: string }; readonly params: { id: string } }) {
  return { tenantId: call.principal.tenantId, name: call.params.id };
}

export const handler = serve(
  escrowOperations,
  {
    getEscrow: async (call) => {
      const { state, entries } = await readEscrow(deskOf(call), call.principal.tenantId, call.params.id);
      return { body: { ...viewEscrow(state, pagesUrl), history: entries.map(transitionOf) } };
    },
    getEscrowConditions: async (call) => {
      const asked = { name: call.params.id, live: call.query.screen };
      const { unmet, ...said } = await escrowConditions(escrowDesk(call), call.principal.tenantId, asked);
      return { body: { ...said, unmet: [...unmet] } };
    },
    completeMilestone: async (call) => {
      const asked = { milestoneId: call.params.milestoneId, to: "completed" } as const;
      return { body: viewMilestone(await settleMilestone(deskOf(call), named(call), asked)) };
    },
    cancelMilestone: async (call) => {
      const asked = { milestoneId: call.params.milestoneId, to: "cancelled" } as const;
      return { body: viewMilestone(await settleMilestone(deskOf(call), named(call), asked)) };
    },
    recordApproval: async (call) => {
      const { approverRef, decision, note = null } = call.body;
      const made = await approveEscrow(deskOf(call), named(call), { approverRef, decision, note });
      return { body: viewApproval(made) };
    },
    withdrawApproval: async (call) => {
      const taken = await takeApprovalBack(deskOf(call), named(call), call.params.approverRef);
      return { body: viewApproval(taken) };
    },
  },
  tenantFrame,
);
