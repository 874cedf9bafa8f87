import { transfer } from "../core/ledger.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, isHolding } from "./escrow.ts";
import type { PayoutIntent } from "./movement.ts";
import { countedPayout, coverReturn, paidEvent, paidState } from "./payout-record.ts";
import { failureCodeOf, orderRest, wakePayout } from "./release.ts";

/** Whether a release was paid and what it left is still with us, with nothing under way. */
export function isRestHeld({ paidLeg, heldCents, intent }: Escrow): boolean {
  return paidLeg === "release" && heldCents > 0 && intent === null;
}

/** What follows at once from a release's proof that left a rest: its return is ordered, where the rest is not what the payer's bank took back. */
export function restTransitions(state: Escrow, now: Instant): EscrowTransitions {
  if (!isRestHeld(state)) return [];
  if (state.returned === null) return isHolding(state) ? orderRest(state, state, now) : [];
  const { next, postings } = coverReturn(state);
  const reason = "what the release left pays for the funding that was returned";
  return [escrowTransition(state, next, now, { reason, postings })];
}

/** The rail's definite no to the return of the rest: the beneficiary is paid, and what is left waits for people. */
export function refuseRest(
  state: Escrow,
  next: Escrow,
  no: { readonly code: string; readonly reason: string },
  now: Instant,
): Transition<Escrow> {
  const failed = { failureCode: failureCodeOf(no), failureReason: `${no.code}: ${no.reason}` };
  const status = isHolding(state) ? ("release_pending" as const) : state.status;
  const settled = coverReturn({ ...next, ...failed, status } as Escrow);
  return escrowTransition(state, settled.next, now, {
    reason: `rest refused: ${no.code}`,
    postings: settled.postings,
    follows: wakePayout(state),
  });
}

/** Operators gave the buyer what a release left outside the rail: the escrow is released. */
export function closeRest(
  state: Escrow,
  { reference, by }: { readonly reference: string; readonly by: string },
  now: Instant,
): Transition<Escrow> {
  const payout = { leg: "rest", amount: "0", amountCents: state.heldCents } as PayoutIntent;
  const paid = paidState(state, payout, "", now);
  const sentBackCents = state.sentBackCents + state.heldCents;
  const gone = { restOut: null, refundTxHash: null, sentBackCents };
  const { status, releasedAt } = state;
  const ended = { ...paid, ...gone, ...(!isHolding(state) && { status, releasedAt }) } as Escrow;
  return escrowTransition(state, ended, now, {
    reason: `${state.heldCents} cents that the release left sent back as ${reference} (${by})`,
    postings: transfer("escrow_held", "rail_clearing", state.heldCents),
    events: (after) => (after.status === "released" ? [paidEvent(after, "rest")] : []),
    follows: countedPayout(state, "rest", now),
  });
}
