import type { Instant } from "../core/time.ts";
import type { Settlement } from "./settlement.ts";

/** Money of a payer that we hold and that no payout will use, in cents, by the account it stands on. */
export interface HeldFunds {
  readonly tenantPayableCents: number;
  readonly unappliedCents: number;
}

/** What is held of a settlement: its collected money once it was declined or failed, and what came and is applied to nothing. */
export function heldMoney(state: Settlement): HeldFunds {
  const unappliedCents = (state.mismatchCents ?? 0) + state.unappliedCents;
  // A payout that proved itself afterwards has taken it.
  return { tenantPayableCents: state.txHash === null ? undeliveredCents(state) : 0, unappliedCents };
}

/** What the ledger still owes the tenant of a collection that came to nothing, whether or not a late payout has taken it. */
export function undeliveredCents(state: Settlement): number {
  const { payment, status } = state;
  if (status !== "declined" && status !== "failed") return 0;
  if (payment.status === "succeeded") return state.fiatInCents;
  return payment.status === "failed" && hasLateFunds(state) ? (payment.receivedCents ?? 0) : 0;
}

/** Whether money came after its collection had been given up. */
export function hasLateFunds(state: Settlement): boolean {
  return state.reconBreaks.some(({ kind }) => kind === "funds_after_failure");
}

type WithBreaks = Pick<Settlement, "reconBreaks">;

/** Money that came after a cancel, by a transfer that its rail has given up: nothing can be paid out of it. */
export const railGaveUp = "late_funds_given_up";

/** Late money that is gone again is dealt with. */
export function resolveLateFunds(state: WithBreaks, now: Instant): Settlement["reconBreaks"] {
  const reconBreaks = resolveBreaks(state, "funds_after_failure", now);
  return resolveBreaks({ reconBreaks }, railGaveUp, now);
}

/** A payout that the rail had taken when the payer's money went back, until it is known how that ended. */
export const payoutUnderWay = "payout_under_way";

/** Whether such a payout has not come to an end yet. */
export function isPayoutLeftBehind({ txHash, reconBreaks }: Settlement): boolean {
  const isOpen = reconBreaks.some(({ kind, resolvedAt }) => kind === payoutUnderWay && resolvedAt === undefined);
  return txHash === null && isOpen;
}

/** What does not add up and nobody has dealt with. */
export function openBreaks(state: Settlement): Settlement["reconBreaks"] {
  return state.reconBreaks.filter(({ resolvedAt }) => resolvedAt === undefined);
}

/** The breaks with those of a kind dealt with. */
export function resolveBreaks({ reconBreaks }: WithBreaks, kind: string, now: Instant): Settlement["reconBreaks"] {
  return reconBreaks.map((each) =>
    each.kind === kind && each.resolvedAt === undefined ? { ...each, resolvedAt: now } : each,
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

/** What of it is lost, because the payer's bank has taken it too, in cents. */
export function lostCents(state: Settlement): number {
  return state.sentBack.reduce((sum, each) => sum + (each.lostCents ?? 0), 0);
}

/** A decline by the screening provider: its money stays blocked, and nobody may send it anywhere. A manual review's is not one. */
export function isBlocked(state: Settlement): boolean {
  if (state.status !== "declined" || state.declineReason !== "kyt_declined") return false;
  return state.screens.findLast(({ outcome }) => outcome === "declined")?.source !== "operator";
}
