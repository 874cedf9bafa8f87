import type { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import {
  type Escrow,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  illegalMove,
  isHolding,
  outstandingFunding,
} from "./escrow.ts";

/** Whether an escrow's time to be funded is over; money that is held has no expiry. */
export function isPastExpiry({ status, expiresAt }: Escrow, now: Instant): boolean {
  return (status === "created" || status === "awaiting_funds") && expiresAt !== null && expiresAt <= now;
}

/** Ends an escrow that was never funded, by hand at any time. Refuses one that is funded, which must be refunded, and one whose money is on its way. */
export function expireEscrow(state: Escrow, why: string, now: Instant): EscrowTransitions | Refusal {
  if (isHolding(state)) return illegalMove(state, "expired", "a funded escrow must be refunded");
  if (state.status !== "created" && state.status !== "awaiting_funds") return illegalMove(state, "expired");
  if (outstandingFunding(state)) return illegalMove(state, "expired", "its money is on its way");
  if (state.sendBack !== null) return illegalMove(state, "expired", "its money is on its way back");
  return [expiryTransition(state, why, now)];
}

/** The transition to expired, for whoever has checked that it may be made. */
export function expiryTransition(state: Escrow, reason: string, now: Instant): Transition<Escrow> {
  const next = { ...{ ...state, status: "expired" as const, heldCents: 0 as const, intent: null }, expiryLookAt: null };
  return escrowTransition(state, next, now, {
    reason,
    events: (ended) => [{ name: "escrow.expired", data: { ...escrowFacts(ended), expiresAt: state.expiresAt } }],
  });
}

const expireAgainSeconds = 300;

/** Puts an expiry off whose money is on its way; bookkeeping that is on no trail. */
export function postponeExpiry(state: Escrow, now: Instant): EscrowTransitions {
  if (!isPastExpiry(state, now)) return [];
  const next = { ...state, expiryLookAt: addSeconds(now, expireAgainSeconds) };
  return [escrowTransition(state, next, now, { reason: "its money is on its way", quiet: true })];
}
