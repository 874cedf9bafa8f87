import { isSamePerson, operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow, EscrowApproval } from "../../domain/escrow/escrow.ts";
import type { Context } from "../core/context.ts";
import { approveEscrow, takeApprovalBack } from "./approvals.ts";
import { readEscrow } from "./reads.ts";

/** An operator's decision on an escrow, where one was made: one person has one voice, whatever door they come by. */
export function operatorsDecision({ approvals }: Escrow, actor: string): EscrowApproval | undefined {
  return approvals.find(({ approverRef }) => approverRef.startsWith("operator:") && isSamePerson(approverRef, actor));
}

/** Whether operators have a say in an escrow's release: its rule is that people approve. */
export function takesApprovals({ releaseRule }: Pick<Escrow, "releaseRule">): boolean {
  return releaseRule === "dual_approval";
}

/** Records the decision of the operator who asks, as `operator:<name>`. Refuses an escrow whose rule asks for none, and what any approver is refused. */
export async function approveAsOperator(
  context: Context,
  id: string,
  input: Pick<EscrowApproval, "decision" | "note">,
): Promise<EscrowApproval> {
  const { state } = await readEscrow(context, null, id);
  if (!takesApprovals(state))
    throw new Refusal("action_not_available", `its release rule is ${state.releaseRule}: nobody approves it`);
  const approverRef = operatorsDecision(state, context.actor)?.approverRef ?? `operator:${operatorName(context.actor)}`;
  return approveEscrow(context, { tenantId: state.tenantId, name: id }, { approverRef, ...input });
}

/** Takes back the decision of the operator who asks. Refuses one who made none. */
export async function withdrawAsOperator(context: Context, id: string): Promise<EscrowApproval> {
  const { state } = await readEscrow(context, null, id);
  const made = operatorsDecision(state, context.actor);
  if (!made) throw new Refusal("action_not_available", "you have made no decision on it");
  return takeApprovalBack(context, { tenantId: state.tenantId, name: id }, made.approverRef);
}
