import { approveAsOperator, withdrawAsOperator } from "../../../app/escrow/approvals.ts";
import { escrowForms } from "../../../contract/console/console-actions.ts";
import { actionContext } from "../kit/action-context.ts";
import { leading, performing } from "../kit/handlers.ts";

/** An operator's decision on an escrow whose rule needs approvals. */
export const escrowActions = performing(escrowForms, actionContext, {
  decideOnEscrow: leading("escrows/{id}", "decided", (context, { params, body: { action: decision, note } }) =>
    approveAsOperator(context, params.id, { decision, note }),
  ),
  withdrawEscrowDecision: leading("escrows/{id}", "withdrawn", (context, { params }) =>
    withdrawAsOperator(context, params.id),
  ),
});
