import { isSamePerson, operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { approvalBy, recordApproval, withdrawApproval } from "../../domain/escrow/approval.ts";
import { namedApprover, resendApproverLink, whyNotWithoutLink } from "../../domain/escrow/approvers.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import type {
  Escrow,
  EscrowApproval,
  EscrowApprover,
  EscrowTransitions,
  Milestone,
} from "../../domain/escrow/escrow.ts";
import { cancelMilestone, completeMilestone } from "../../domain/escrow/milestone.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { findEscrow } from "./escrows.ts";
import { readEscrow } from "./reads.ts";
import { escrowWrites } from "./record.ts";
import { releaseFacts } from "./release-facts.ts";

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
  const { after } = await changeNamed(context, escrow, (state, facts) =>
    decide(state, milestoneId, facts, context.clock.now()),
  );
  return sure(after.milestones.find(({ id }) => id === milestoneId));
}

/** Records an approver's decision; the same again is the same. Refuses a different one, and any where approvers are named, who decide by their links. */
export async function approveEscrow(
  context: Context,
  escrow: EscrowRef,
  input: Pick<EscrowApproval, "approverRef" | "decision" | "note">,
): Promise<EscrowApproval> {
  const { after } = await changeNamed(
    context,
    escrow,
    (state, facts) => whyNotWithoutLink(state) ?? recordApproval(state, input, facts, context.clock.now()),
  );
  return sure(approvalBy(after, input.approverRef));
}

/** Takes an approver's decision back, and tells what it was. */
export async function takeApprovalBack(
  context: Context,
  escrow: EscrowRef,
  approverRef: string,
): Promise<EscrowApproval> {
  const { before } = await changeNamed(
    context,
    escrow,
    (state, facts) => whyNotWithoutLink(state) ?? withdrawApproval(state, approverRef, facts, context.clock.now()),
  );
  return sure(approvalBy(before, approverRef));
}

/** What a decision that was not refused is about: there is one. */
function sure<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("this was decided about nothing");
  return found;
}

/** Sends an approver another link, and tells who they are. */
export async function sendApproverLink(
  context: Context,
  escrow: EscrowRef,
  approverRef: string,
): Promise<Pick<EscrowApprover, "approverRef" | "email">> {
  const { after } = await changeNamed(context, escrow, (state) =>
    resendApproverLink(state, approverRef, context.clock.now()),
  );
  const { email, ...found } = sure(namedApprover(after, approverRef));
  return { approverRef: found.approverRef, email };
}

/** What an approver wants by their own link: to decide, or to take their decision back. */
export interface LinkedDecision {
  readonly decision: EscrowApproval["decision"] | "withdraw";
  readonly note: string | null;
}

/** Records what an approver decided by their own link, as them. */
export async function decideByLink(
  context: Context,
  escrow: EscrowRef,
  approverRef: string,
  { decision, note }: LinkedDecision,
): Promise<Escrow> {
  const own = { ...context, actor: `approver:${approverRef}` };
  const { after } = await changeNamed(own, escrow, (state, facts) => {
    const now = context.clock.now();
    if (decision !== "withdraw") return recordApproval(state, { approverRef, decision, note }, facts, now);
    return approvalBy(state, approverRef) ? withdrawApproval(state, approverRef, facts, now) : [];
  });
  return after;
}

function changeNamed(
  context: Context,
  { tenantId, name }: EscrowRef,
  decide: (state: Escrow, facts: ReleaseFacts) => EscrowTransitions | Refusal,
): Promise<{ readonly before: Escrow; readonly after: Escrow }> {
  return change(context, async () => {
    const found = await findEscrow(context, tenantId, name);
    const transitions = decide(found.state, await releaseFacts(context, found.state.id));
    if (!Array.isArray(transitions)) return transitions;
    const { writes, after } = escrowWrites(found, transitions, context);
    return { writes, result: { before: found.state, after: after.state } };
  });
}

/** An operator's decision on an escrow, where one was made: one person has one voice, whatever door they come by. */
export function operatorsDecision({ approvals }: Escrow, actor: string): EscrowApproval | undefined {
  return approvals.find(({ approverRef }) => approverRef.startsWith("operator:") && isSamePerson(approverRef, actor));
}

/** Whether operators have a say in an escrow's release: its rule is that people approve, and it does not name them. */
export function takesApprovals({
  releaseRule,
  approvers = [],
}: Pick<Escrow, "releaseRule"> & Partial<Pick<Escrow, "approvers">>): boolean {
  return releaseRule === "dual_approval" && approvers.length === 0;
}

/** Records the decision of the operator who asks, as `operator:<name>`. Refuses an escrow whose rule asks for none, and what any approver is refused. */
export async function approveAsOperator(
  context: Context,
  id: string,
  input: Pick<EscrowApproval, "decision" | "note">,
): Promise<EscrowApproval> {
  const { state } = await readEscrow(context, null, id);
  if (state.approvers.length > 0)
    throw new Refusal("action_not_available", "it names its approvers, who decide by their own links");
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
