import type { Settlement } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** Money of a payer that we hold and that no payout will use, in cents, by the account it stands on. */
export interface Held {
  readonly tenantPayableCents: number;
  readonly unappliedCents: number;
}

/** What is held of a settlement: its collected money once it was declined or failed, and what came and is applied to nothing. */
export function heldMoney(state: Settlement): Held {
  const gone = ["returned", "canceled", "refunded"].includes(state.payment.status);
  // What came after a payment had gone back is still here.
  if (gone) return { tenantPayableCents: 0, unappliedCents: state.unappliedCents };
  const unappliedCents = (state.mismatchCents ?? 0) + state.unappliedCents;
  return { tenantPayableCents: collectedAndKept(state), unappliedCents };
}

function collectedAndKept(state: Settlement): number {
  const { payment, status } = state;
  if (status !== "declined" && status !== "failed") return 0;
  // A payout that proved itself afterwards has taken it.
  if (payment.status === "succeeded") return state.txHash === null ? state.fiatInCents : 0;
  return hasLateFunds(state) ? (payment.receivedCents ?? 0) : 0;
}

/** Whether money came after its collection had been given up. */
export function hasLateFunds(state: Settlement): boolean {
  return state.reconBreaks.some(({ kind }) => kind === "funds_after_failure");
}

/** Late money that is gone again is dealt with. */
export function lateFundsGone(state: Settlement, now: Instant): Settlement["reconBreaks"] {
  return state.reconBreaks.map((each) =>
    each.kind === "funds_after_failure" ? { ...each, resolvedAt: now } : each,
  );
}

/** What was sent back outside the rail, in cents: its list does not show that. */
export function offRailCents(state: Settlement): number {
  return state.sentBack.reduce((sum, { amountCents, byRail }) => sum + (byRail ? 0 : amountCents), 0);
}

/** What was sent back to the payer by operators, in cents. */
export function sentBackCents(state: Settlement): number {
  return state.sentBack.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** A decline by the screening provider: its money stays blocked, and nobody may send it anywhere. A manual review's is not one. */
export function isBlocked(state: Settlement): boolean {
  if (state.status !== "declined" || state.declineReason !== "kyt_declined") return false;
  return state.screens.findLast(({ outcome }) => outcome === "declined")?.source !== "operator";
}
