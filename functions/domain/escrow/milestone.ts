import type { ServiceEvent } from "../core/event.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { evaluateConditions, type ReleaseFacts } from "./conditions.ts";
import {
  type Escrow,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  illegalMove,
  isEscrowEnded,
  type Milestone,
} from "./escrow.ts";
import { payoutInFlight } from "./release.ts";
import { withReleaseSplit } from "./release-split.ts";

/** Completes a milestone; again changes nothing. Refuses an unknown one, a cancelled one, and anything after the end. Never moves the status. */
export function completeMilestone(
  state: Escrow,
  milestoneId: string,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions | Refusal {
  return settleMilestone(state, milestoneId, "completed", facts, now);
}

/** Cancels a pending milestone: it is not waited for any more, and never paid; fee and net are of what is left. Refuses as completing does, and one with an amount once the payout is under way. */
export function cancelMilestone(
  state: Escrow,
  milestoneId: string,
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions | Refusal {
  return settleMilestone(state, milestoneId, "cancelled", facts, now);
}

function settleMilestone(
  state: Escrow,
  milestoneId: string,
  to: "completed" | "cancelled",
  facts: ReleaseFacts,
  now: Instant,
): EscrowTransitions | Refusal {
  const found = state.milestones.find(({ id }) => id === milestoneId);
  if (!found) return new Refusal("not_found", "no such milestone");
  if (isEscrowEnded(state.status)) return illegalMove(state, `milestone ${to}`);
  if (found.status === to) return [];
  if (found.status !== "pending")
    return new Refusal("illegal_escrow_transition", `milestone ${found.seq} is ${found.status}`, {
      extra: { from: found.status, to },
    });
  if (to === "cancelled" && found.amountCents !== null) {
    if (state.intent !== null) return payoutInFlight(state.intent);
    if (state.paidLeg !== null) return illegalMove(state, "milestone cancelled", "it was paid out");
  }
  const milestones = state.milestones.map((each) => (each === found ? { ...each, status: to } : each));
  const { next, events } = evaluateConditions(withReleaseSplit({ ...state, milestones }), facts, now);
  return [
    escrowTransition(state, next, now, {
      reason: `milestone ${found.seq} ${to}`,
      events: (after) => [...(to === "completed" ? completed(after, found) : []), ...events(after)],
    }),
  ];
}

function completed(after: Escrow, { id: milestoneId, seq }: Milestone): ServiceEvent[] {
  return [{ name: "escrow.milestone_completed", data: { ...escrowFacts(after), milestoneId, seq } }];
}
