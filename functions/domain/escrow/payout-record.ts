import type { ServiceEvent } from "../core/event.ts";
import { balancedPostings, type Posting, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import { differentCost, isAsOrdered, type PaidReport } from "../rails/paid-out.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { keepsWallets } from "../rails/terms.ts";
import { counting, countsOfRefund } from "../settlement/counters.ts";
import { unappliedOf, withFunding } from "./collections.ts";
import { type Escrow, escrowFacts } from "./escrow.ts";
import type { PayoutIntent, PayoutLeg } from "./movement.ts";

/** What follows where the rail says another amount than was ordered: people see it, and what left of a pooled wallet is booked, the difference at a dollar a unit. */
export function storeOutflow(state: Escrow, { leg, amount }: PayoutIntent, report: PaidReport, now: Instant) {
  if (isAsOrdered(amount, report)) return { state, left: undefined, fields: {}, postings: [] };
  const left = keepsWallets(state.adapter) ? differentCost(amount, report) : undefined;
  const fxCents = left === undefined ? 0 : exchangeCents(left, amount);
  const reconBreaks = withBreak(state.reconBreaks, "payout_amount_mismatch", now);
  const fields = leg === "rest" ? { restOut: left, restOrdered: amount } : { paidOut: left, orderedOut: amount };
  return {
    state: { ...state, reconBreaks, exchangeCents: state.exchangeCents + fxCents } as Escrow,
    left,
    fields: left === undefined ? {} : fields,
    postings: transfer("fx_gain_loss", "rail_clearing", fxCents),
  };
}

const idle = { waiting: null, parked: null, parkedSince: null, askedAt: null, blockedAt: null };

/** The escrow once a payout has taken its part of what is held; a release that leaves a rest is not over yet. */
export function paidState(state: Escrow, payout: PayoutIntent, txHash: string, now: Instant): Escrow {
  const { leg, amount, amountCents } = payout;
  const settled = { ...state, ...idle, unmet: [], heldCents: 0 as const, intent: null };
  const ended = { status: "released" as const, heldCents: 0 as const, intent: null, releasedAt: now };
  if (leg === "rest") {
    const back = { returnedCents: amountCents, refundedCents: state.refundedCents + amountCents, restOut: amount };
    return { ...settled, ...back, ...ended, refundTxHash: txHash, releaseTxHash: state.releaseTxHash ?? "" };
  }
  if (leg === "release") {
    const { feeCents, netCents, restCents } = releaseParts(state, payout);
    const paid = { feeCents, netCents, paidLeg: leg, paidOut: amount, releaseTxHash: txHash };
    const rest = { ...settled, ...paid, heldCents: restCents } as Escrow;
    return restCents > 0 ? rest : { ...settled, ...paid, ...ended };
  }
  const { besideCents, lostCents } = refundParts(state, payout);
  const { funding } = state;
  const taken =
    funding && besideCents > 0
      ? withFunding(settled, funding.key, { sentBackCents: funding.sentBackCents + besideCents })
      : settled;
  const money = { refundedCents: state.refundedCents + amountCents, shortfallCents: state.shortfallCents + lostCents };
  const out = { paidLeg: leg, paidOut: amount, refundTxHash: txHash };
  return { ...taken, ...money, ...out, status: "refunded", heldCents: 0, intent: null };
}

/** How what is held divides once a release was paid: amount = fee + net + rest. */
function releaseParts(state: Escrow, { feeCents = state.feeCents, amountCents: netCents }: PayoutIntent) {
  return { feeCents, netCents, restCents: state.heldCents - feeCents - netCents };
}

/** What a refund takes of the money that came beside what is held, and what of that is not there any more, in cents. */
function refundParts(state: Escrow, { amountCents }: PayoutIntent) {
  const extraCents = amountCents - state.heldCents;
  const besideCents = state.funding ? Math.min(unappliedOf(state, state.funding), extraCents) : 0;
  return { besideCents, lostCents: extraCents - besideCents };
}

/** What a payout counts: one that goes back to the buyer, whole or in part, is a refund of what was collected. */
export function countedPayout({ tenantId }: Escrow, leg: PayoutLeg, now: Instant): SideEffect[] {
  return leg === "release" ? [] : counting(tenantId, now, countsOfRefund);
}

/** What a payout takes out of what is held: fee and net on release; what that left; on refund the whole amount, and what came beside it. */
export function paidPostings(state: Escrow, payout: PayoutIntent): Posting[] {
  const { heldCents } = state;
  if (payout.leg === "rest") return transfer("escrow_held", "rail_clearing", payout.amountCents);
  if (payout.leg === "release") {
    const { feeCents, netCents } = releaseParts(state, payout);
    return balancedPostings(
      { account: "escrow_held", amountCents: feeCents + netCents },
      { account: "fee_income", amountCents: -feeCents },
      { account: "rail_clearing", amountCents: -netCents },
    );
  }
  const { besideCents, lostCents } = refundParts(state, payout);
  return balancedPostings(
    { account: "escrow_held", amountCents: heldCents },
    { account: "unapplied_receipts", amountCents: besideCents },
    { account: "return_shortfall", amountCents: lostCents },
    { account: "rail_clearing", amountCents: -payout.amountCents },
  );
}

/** What of its amount an escrow has released, the fee included, in cents. */
export function releasedCentsOf({ paidLeg, feeCents, netCents }: Escrow): number {
  return paidLeg === "release" ? feeCents + netCents : 0;
}

/** The event of a payout that ended its escrow. */
export function paidEvent(ended: Escrow, leg: PayoutLeg): ServiceEvent {
  const { refundTxHash, refundReason: reason, releaseTxHash, refundedCents, returnedCents } = ended;
  if (leg === "refund")
    return { name: "escrow.refunded", data: { ...escrowFacts(ended), refundTxHash, reason, refundedCents } };
  const released = { releasedCents: releasedCentsOf(ended), returnedCents, refundTxHash };
  return { name: "escrow.released", data: { ...escrowFacts(ended), releaseTxHash: releaseTxHash ?? "", ...released } };
}

/** Money that its payer's bank took back while a payout was in flight: what is held pays for that once the payout has come to nothing, or has left a rest. */
export function coverReturn(state: Escrow): { next: Escrow; postings: Posting[] } {
  if (state.returned === null || state.heldCents === 0) return { next: state, postings: [] };
  const { heldCents, shortfallCents } = state;
  const next: Escrow = {
    ...{ ...state, status: "failed", heldCents: 0, shortfallCents: shortfallCents - heldCents },
    ...{ failureCode: "funding_returned", failureReason: `returned ${state.returned.code}` },
  };
  return { next, postings: transfer("escrow_held", "return_shortfall", heldCents) };
}
