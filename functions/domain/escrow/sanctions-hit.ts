import { addDays, type Instant } from "../core/time.ts";
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
import { lookBackDays } from "../settlement/sanctions-hit.ts";
import { type Escrow, type EscrowTransitions, escrowTransition } from "./escrow.ts";
import { lastScreen } from "./gate.ts";

/** Money of an escrow that is still with us, in cents. */
function escrowKeptCents({ heldCents, unappliedCents }: Escrow): number {
  return heldCents + unappliedCents;
}

/** The address that a listing is about, among those that an escrow's money may go or went to; undefined where it matters to none of them. `isListed` tells by any way of writing. */
export function listedAddressOf(
  state: Escrow,
  isListed: (address: string) => boolean,
  now: Instant,
): string | undefined {
  const { status, payoutAddress, refundAddress, updatedAt } = state;
  const isHeld = escrowKeptCents(state) > 0;
  if (!isHeld && updatedAt < addDays(now, -lookBackDays)) return undefined;
  const paidTo = status === "released" ? [payoutAddress] : status === "refunded" ? [refundAddress] : [];
  const addresses = isHeld ? [payoutAddress, refundAddress] : paidTo;
  return addresses.find((address) => address !== null && isListed(address)) ?? undefined;
}

/** Writes down that an address of an escrow is listed now, which opens a case for operators; already so is no transition. */
export function recordEscrowListing(state: Escrow, found: Omit<Listing, "at">, now: Instant): EscrowTransitions {
  if (isKnownListing(state, found.version)) return [];
  const reason = `${found.address} is on ${found.list} now (screened as ${found.ref})`;
  return [escrowTransition(state, { ...state, listing: { ...found, at: now } }, now, { reason })];
}

/** When the provider declined the beneficiary of what is held. */
function declinedAt(state: Escrow): Instant | undefined {
  const { payoutAddress: address } = state;
  const screen = address === null || state.heldCents === 0 ? undefined : lastScreen(state, address);
  return screen?.outcome === "declined" && screen.source !== "operator" ? screen.at : undefined;
}

/** Until when the blocked money of an escrow must be reported; null where none is, or where it was. */
export function escrowReportDeadline(state: Escrow): Instant | null {
  return reportDeadlineOf(unreportedSince(state, declinedAt(state)), escrowKeptCents(state));
}

/** Why an escrow of a listed address is in the queue, until that is reported. */
export function escrowListedReason(state: Escrow): ReviewReason | null {
  return listingReason(state, escrowKeptCents(state), escrowReportDeadline(state));
}

export function whyNotEscrowReported(state: Escrow): string | undefined {
  return whyNothingToReport(unreportedSince(state, declinedAt(state)));
}

/** Operators say under which reference it was reported, which ends the case; blocked money stays where it is. */
export function recordEscrowReport(state: Escrow, reference: string, by: string, now: Instant): EscrowTransitions {
  const reason = `blocked property reported as ${reference} (${by})`;
  return [escrowTransition(state, withReport(state, reference, now), now, { reason })];
}
