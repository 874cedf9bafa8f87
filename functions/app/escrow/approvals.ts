import type { Refusal } from "../../domain/core/refusal.ts";
import { approvalBy, recordApproval, withdrawApproval } from "../../domain/escrow/approval.ts";
import type { Escrow, EscrowApproval, EscrowTransitions, Milestone } from "../../domain/escrow/escrow.ts";
import { cancelMilestone, completeMilestone } from "../../domain/escrow/milestone.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { findEscrow, releaseFacts } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

/** Whose escrow, by its id or the tenant's reference. */
export interface EscrowRef {
  readonly tenantId: string;
  readonly name: string;
}

/** Completes or cancels a milestone; again changes nothing. */
export async function settleMilestone(
  context: Context,
  escrow: EscrowRef,
  { milestoneId, to }: { readonly milestoneId: string; readonly to: "completed" | "cancelled" },
): Promise<Milestone> {
  const decide = to === "completed" ? completeMilestone : cancelMilestone;
  const { after } = await changeNamed(context, escrow, (state) =>
    decide(state, milestoneId, releaseFacts, context.clock.now()),
  );
  const found = after.milestones.find(({ id }) => id === milestoneId);
  if (!found) throw new Error(`no milestone ${milestoneId}`);
  return found;
}

/** Records an approver's decision; the same again is the same. Refuses a different one. */
export async function approveEscrow(
  context: Context,
  escrow: EscrowRef,
  input: Pick<EscrowApproval, "approverRef" | "decision" | "note">,
): Promise<EscrowApproval> {
  const { after } = await changeNamed(context, escrow, (state) =>
    recordApproval(state, input, releaseFacts, context.clock.now()),
  );
  const made = approvalBy(after, input.approverRef);
  if (!made) throw new Error(`no approval by ${input.approverRef}`);
  return made;
}

/** Takes an approver's decision back, and tells what it was. */
export async function takeApprovalBack(
  context: Context,
  escrow: EscrowRef,
  approverRef: string,
): Promise<EscrowApproval> {
  const { before } = await changeNamed(context, escrow, (state) =>
    withdrawApproval(state, approverRef, releaseFacts, context.clock.now()),
  );
  const taken = approvalBy(before, approverRef);
  if (!taken) throw new Error(`no approval by ${approverRef}`);
  return taken;
}

function changeNamed(
  context: Context,
  { tenantId, name }: EscrowRef,
  decide: (state: Escrow) => EscrowTransitions | Refusal,
): Promise<{ readonly before: Escrow; readonly after: Escrow }> {
  return change(context, async () => {
    const found = await findEscrow(context, tenantId, name);
    const transitions = decide(found.state);
    if (!Array.isArray(transitions)) return transitions;
    const { writes, after } = escrowWrites(found, transitions, context);
    return { writes, result: { before: found.state, after: after.state } };
  });
}
