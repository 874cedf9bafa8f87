import type { Refusal } from "../../domain/core/refusal.ts";
import { approvalBy, recordApproval, withdrawApproval } from "../../domain/escrow/approval.ts";
import type { Escrow, EscrowApproval, EscrowHops, Milestone } from "../../domain/escrow/escrow.ts";
import { cancelMilestone, completeMilestone } from "../../domain/escrow/milestone.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { findEscrow, releaseFacts } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

/** Whose escrow, by its id or the tenant's reference. */
export interface EscrowNamed {
  readonly tenantId: string;
  readonly name: string;
}

/** Completes or cancels a milestone; again changes nothing. */
export async function settleMilestone(
  desk: Desk,
  escrow: EscrowNamed,
  { milestoneId, to }: { readonly milestoneId: string; readonly to: "completed" | "cancelled" },
): Promise<Milestone> {
  const decide = to === "completed" ? completeMilestone : cancelMilestone;
  const { after } = await changeNamed(desk, escrow, (state) =>
    decide(state, milestoneId, releaseFacts, desk.clock.now()),
  );
  const found = after.milestones.find(({ id }) => id === milestoneId);
  if (!found) throw new Error(`no milestone ${milestoneId}`);
  return found;
}

/** Records an approver's decision; the same again is the same. Refuses a different one. */
export async function approveEscrow(
  desk: Desk,
  escrow: EscrowNamed,
  asked: Pick<EscrowApproval, "approverRef" | "decision" | "note">,
): Promise<EscrowApproval> {
  const { after } = await changeNamed(desk, escrow, (state) =>
    recordApproval(state, asked, releaseFacts, desk.clock.now()),
  );
  const made = approvalBy(after, asked.approverRef);
  if (!made) throw new Error(`no approval by ${asked.approverRef}`);
  return made;
}

/** Takes an approver's decision back, and tells what it was. */
export async function takeApprovalBack(
  desk: Desk,
  escrow: EscrowNamed,
  approverRef: string,
): Promise<EscrowApproval> {
  const { before } = await changeNamed(desk, escrow, (state) =>
    withdrawApproval(state, approverRef, releaseFacts, desk.clock.now()),
  );
  const taken = approvalBy(before, approverRef);
  if (!taken) throw new Error(`no approval by ${approverRef}`);
  return taken;
}

function changeNamed(
  desk: Desk,
  { tenantId, name }: EscrowNamed,
  decide: (state: Escrow) => EscrowHops | Refusal,
): Promise<{ readonly before: Escrow; readonly after: Escrow }> {
  return change(desk, async () => {
    const found = await findEscrow(desk, tenantId, name);
    const hops = decide(found.state);
    if (!Array.isArray(hops)) return hops;
    const { writes, after } = escrowWrites(found, hops, desk);
    return { writes, result: { before: found.state, after: after.state } };
  });
}
