import { addDays, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import {
  isKnownListing,
  type Listing,
  listingReason,
  reportDeadlineOf,
  unreportedSince,
  whyNothingToReport,
  withReport,
} from "../gate/blocked-property.ts";
import type { ReviewReason } from "../review/review-reason-code.ts";
import { heldMoney, isBlocked } from "./held-funds.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";

/** How far back a new list is held against what was paid (decisions, "Screening"). */
export const lookBackDays = 90;

/** Money of a settlement that is still with us or our vendors, in cents: what is held, what waits to be paid out, and its reserve. */
export function retainedCents(state: Settlement): number {
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  const reserveCents = state.reserve?.status === "held" ? state.reserve.heldCents : 0;
  return tenantPayableCents + unappliedCents + underWayCents(state) + reserveCents;
}

function underWayCents({ status, payment, fiatInCents }: Settlement): number {
  const isBefore = status === "screening" || status === "screened" || status === "converting";
  const isUnpaid = isBefore || (status === "settling" && payment.railState !== "payout_submitted");
  return isUnpaid ? fiatInCents : 0;
}

/** Whether a wallet that is listed now matters to a settlement: its money is here, or was paid out of late. One that has collected nothing is screened before it pays. */
export function isTouchedByListing(state: Settlement, now: Instant): boolean {
  if (retainedCents(state) > 0) return true;
  const { txHash, earlyHash, payment } = state;
  const hasLeft = txHash !== null || earlyHash !== undefined || payment.railState === "payout_submitted";
  return hasLeft && state.updatedAt >= addDays(now, -lookBackDays);
}

/** Writes down that the wallet is listed now, which opens a case for operators; already so is no transition. */
export function recordListing(state: Settlement, found: Omit<Listing, "at">, now: Instant): Transition<Settlement>[] {
  if (isKnownListing(state, found.version)) return [];
  const reason = `the wallet is on ${found.list} now (screened as ${found.ref})`;
  return [settlementTransition(state, { ...state, listing: { ...found, at: now } }, now, { reason })];
}

/** When the screen declined a wallet whose money is blocked since. */
function declinedAt(state: Settlement): Instant | undefined {
  if (!isBlocked(state) || retainedCents(state) === 0) return undefined;
  return state.screens.findLast(({ outcome }) => outcome === "declined")?.at ?? state.updatedAt;
}

function heldCents(state: Settlement): number {
  return retainedCents(state) + (state.listing?.othersHeldCents ?? 0);
}

/** Until when the blocked money of a settlement must be reported; null where none is, or where it was. */
export function reportDeadline(state: Settlement): Instant | null {
  return reportDeadlineOf(unreportedSince(state, declinedAt(state)), heldCents(state));
}

/** Why a settlement whose wallet was listed late is in the queue, until that is reported. */
export function listedReason(state: Settlement): ReviewReason | null {
  return listingReason(state, heldCents(state), reportDeadline(state));
}

export function whyNotReported(state: Settlement): string | undefined {
  return whyNothingToReport(unreportedSince(state, declinedAt(state)));
}

/** Operators say under which reference it was reported, which ends the case; blocked money stays where it is. */
export function recordReport(state: Settlement, reference: string, by: string, now: Instant): Transition<Settlement> {
  const reason = `blocked property reported as ${reference} (${by})`;
  return settlementTransition(state, withReport(state, reference, now), now, { reason });
}
