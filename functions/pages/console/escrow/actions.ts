import { approveAsOperator, withdrawAsOperator } from "../../../app/escrow/operator-approval.ts";
import { type Actions, actionDesk } from "../kit/action-context.ts";
import { seeOther, viewOf } from "../kit/view.ts";

/** An operator's word on an escrow whose rule asks for approvals. */
export const escrowActions: Pick<Actions, "decideOnEscrow" | "withdrawEscrowDecision"> = {
  decideOnEscrow: async (call) => {
    const { action: decision, note } = call.body;
    await approveAsOperator(actionDesk(call), call.params.id, { decision, note });
    return seeOther(viewOf(call), `escrows/${call.params.id}`, { done: "decided" });
  },
  withdrawEscrowDecision: async (call) => {
    await withdrawAsOperator(actionDesk(call), call.params.id);
    return seeOther(viewOf(call), `escrows/${call.params.id}`, { done: "withdrawn" });
  },
};
