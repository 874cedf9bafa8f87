import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { type Settlement, settlementTransition } from "../settlement/settlement.ts";
import { type DisputeCase, isCaseLost } from "./case.ts";

/** Says on a payment's settlement that a case about it is open: nothing of its reserve goes meanwhile. Nothing where it says so already. The case has the trail of it; a settlement's is of its money. */
export function disputePayment(state: Settlement, caseId: string, now: Instant): Transition<Settlement>[] {
  if (state.disputes.includes(caseId)) return [];
  const { disputesLost: lost, ...rest } = state;
  const disputes = [...state.disputes, caseId];
  // A stage that was lost is no end where the next one is fought.
  const next = { ...rest, disputes, ...(lost && { disputesLost: lost.filter((each) => each !== caseId) }) };
  return [settlementTransition(state, next, now, { reason: `its payment is disputed by ${caseId}`, quiet: true })];
}

/** Takes a case that has ended off its payment's settlement, and keeps that it was lost where it was. Nothing where it is not there. */
export function undisputePayment(
  state: Settlement,
  ended: Pick<DisputeCase, "id" | "status">,
  now: Instant,
): Transition<Settlement>[] {
  const { id } = ended;
  if (!state.disputes.includes(id)) return [];
  const { disputesLost = [] } = state;
  const disputes = state.disputes.filter((each) => each !== id);
  const next = { ...state, disputes, ...(isCaseLost(ended) && { disputesLost: [...disputesLost, id] }) };
  return [settlementTransition(state, next, now, { reason: `its dispute ${id} has ended`, quiet: true })];
}

/** What a payment's payer has had back already, in cents: what its bank took and what was sent back, never more than was paid. */
export function refundedOf({ payment, sentBack, fiatInCents }: Settlement): number {
  if (payment.status === "returned" || payment.status === "refunded") return fiatInCents;
  const sentCents = sentBack.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.min(fiatInCents, sentCents);
}
