import { type Posting, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import { counting, countsOfReturn } from "../settlement/counters.ts";
import { isUnauthorized } from "../settlement/return-code-rules.ts";
import { fundingFor, unappliedOf, withFunding, withUnappliedCents } from "./collections.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, isEscrowEnded } from "./escrow.ts";
import type { Funding } from "./movement.ts";

/** Records that the payer's bank took a collection's money back, once; the present one's where none is named. What is held goes with it and the escrow fails; what was paid out by then, or may be, is a shortfall and a break. */
export function recordFundingReturn(state: Escrow, code: string, now: Instant, railRef?: string): EscrowTransitions {
  const funding = fundingFor(state, railRef);
  if (!funding || funding.receivedCents === 0 || funding.returned !== null) return [];
  if (funding.key !== state.funding?.key) return [pastReturn(state, funding, code, now)];
  return state.returned === null ? [presentReturn(state, funding, code, now)] : [];
}

/** Of a past collection only what is applied to nothing goes; what had been sent back of it is lost. */
function pastReturn(state: Escrow, funding: Funding, code: string, now: Instant) {
  const { key, sentBackCents } = funding;
  const marked = withFunding(state, key, { returned: { code, at: now } });
  const lost = { shortfallCents: state.shortfallCents + sentBackCents };
  return escrowTransition(state, { ...marked, ...lost } as Escrow, now, {
    reason: `funding returned ${code}, of a collection that had been given up`,
    follows: returnFollows(state, funding, code, now),
    postings: [
      ...transfer("unapplied_receipts", "rail_clearing", unappliedOf(state, funding)),
      ...transfer("return_shortfall", "rail_clearing", sentBackCents),
    ],
  });
}

function presentReturn(state: Escrow, funding: Funding, code: string, now: Instant) {
  const { heldCents, paidLeg, intent } = state;
  const { receivedCents, sentBackCents } = funding;
  const unappliedCents = unappliedOf(state, funding);
  const gone = paidLeg !== null || intent !== null;
  // Of what is held nothing goes while a payout may take it; what a release left goes with the rest.
  const takenCents = intent === null ? heldCents : 0;
  const lostCents = sentBackCents + (gone ? receivedCents - unappliedCents - sentBackCents - takenCents : 0);
  const postings: Posting[] = [
    ...transfer("unapplied_receipts", "rail_clearing", unappliedCents),
    ...transfer("escrow_held", "rail_clearing", takenCents),
    ...transfer("return_shortfall", "rail_clearing", lostCents),
  ];
  const kind = paidLeg === null ? "return_in_flight" : `return_after_${paidLeg}`;
  const back = withUnappliedCents({
    ...{ ...state, returned: { code, at: now } },
    ...{ shortfallCents: state.shortfallCents + lostCents },
    ...(gone ? { reconBreaks: withBreak(state.reconBreaks, kind, now) } : {}),
  });
  const fails = (!gone || takenCents > 0) && !isEscrowEnded(state.status);
  const next = fails ? failed(back, code) : back;
  const follows = returnFollows(state, funding, code, now);
  return escrowTransition(state, next, now, { reason: `funding returned ${code}`, postings, follows });
}

/** What a returned deposit has to be followed by, as a payment's return: it is counted against Nacha's limits, and one that nobody had allowed is a dispute. */
export function returnFollows(state: Escrow, funding: Funding, code: string, now: Instant): SideEffect[] {
  const { id: escrowId, tenantId, fundedAt } = state;
  const wasCounted = fundedAt !== null && funding.key === state.funding?.key;
  const counted = counting(tenantId, now, countsOfReturn(funding, code, wasCounted));
  if (!isUnauthorized(code)) return counted;
  return [...counted, { kind: "raise_escrow_return_alert", escrowId, tenantId, code, at: now }];
}

function failed(state: Escrow, code: string): Escrow {
  return {
    ...{ ...state, status: "failed", heldCents: 0, unmet: [], blockedAt: null },
    ...{ failureCode: "funding_returned", failureReason: `returned ${code}` },
  };
}
