import { invalidField, Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { isSameApprover } from "./approver.ts";
import { evaluateConditions, type ReleaseFacts } from "./conditions.ts";
import {
  type Escrow,
  type EscrowApproval,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  illegalMove,
  isEscrowEnded,
} from "./escrow.ts";

/** Most approvers that an escrow keeps, so that its row stays small. */
export const maxApprovals = 100;

/** Records an approver's decision, one for each approver; the same again changes nothing. Refuses a different one, which must be withdrawn first, and anything after the end. Never moves the status. */
export function recordApproval(
  state: Escrow,
  input: Pick<EscrowApproval, "approverRef" | "decision" | "note">,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions | Refusal {
  if (isEscrowEnded(state.status)) return illegalMove(state, "approved");
  const { approverRef, decision, note } = input;
  const before = approvalBy(state, approverRef);
  if (before?.decision === decision) return [];
  if (before) {
    const message = `${before.approverRef} has decided ${before.decision}; withdraw that first`;
    return new Refusal("approval_conflict", message, { extra: { decision: before.decision } });
  }
  if (state.approvals.length >= maxApprovals) return invalidField("approverRef", `at most ${maxApprovals} approvers`);
  const approvals = [...state.approvals, { approverRef, decision, note, at: now }];
  const { next, events } = evaluateConditions({ ...state, approvals }, facts, now);
  return [
    escrowTransition(state, next, now, {
      reason: `${decision} by ${approverRef}`,
      events: (after) => [
        { name: "escrow.approval_recorded", data: { ...escrowFacts(after), approverRef, decision } },
        ...events(after),
      ],
    }),
  ];
}

/** Takes an approver's decision back. Refuses an approver who made none, and anything after the end. */
export function withdrawApproval(
  state: Escrow,
  approverRef: string,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions | Refusal {
  const before = approvalBy(state, approverRef);
  if (!before) return new Refusal("not_found", "no such approval");
  if (isEscrowEnded(state.status)) return illegalMove(state, "approval withdrawn");
  const approvals = state.approvals.filter((each) => each !== before);
  const { next, events } = evaluateConditions({ ...state, approvals }, facts, now);
  return [
    escrowTransition(state, next, now, { reason: `${before.decision} by ${before.approverRef} withdrawn`, events }),
  ];
}

/** The decision of an approver, under whatever spelling that reads the same. */
export function approvalBy({ approvals }: Escrow, approverRef: string): EscrowApproval | undefined {
  return (
    approvals.find((each) => each.approverRef === approverRef) ??
    approvals.find((each) => isSameApprover(each.approverRef, approverRef))
  );
}
