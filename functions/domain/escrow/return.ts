import { type Posting, transfer } from "../core/ledger.ts";
import type { Instant } from "../core/time.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, isEscrowEnded } from "./escrow.ts";

/** Records that the payer's bank took the money back, once. What is held goes with it and the escrow fails; what was paid out by then, or may be, is a shortfall and a break. */
export function recordFundingReturn(state: Escrow, code: string, now: Instant): EscrowTransitions {
  if (state.returned !== null || state.receivedCents === 0) return [];
  const { receivedCents, unappliedCents, sentBackCents, heldCents, paidLeg, intent } = state;
  const gone = paidLeg !== null || intent !== null;
  const lostCents = sentBackCents + (gone ? receivedCents - unappliedCents - sentBackCents : 0);
  const takenCents = gone ? 0 : heldCents;
  const postings: Posting[] = [
    ...transfer("unapplied_receipts", "rail_clearing", unappliedCents),
    ...transfer("escrow_held", "rail_clearing", takenCents),
    ...transfer("return_shortfall", "rail_clearing", lostCents),
  ];
  const kind = paidLeg === null ? "return_in_flight" : `return_after_${paidLeg}`;
  const back = {
    ...{ ...state, returned: { code, at: now }, unappliedCents: 0 },
    ...{ shortfallCents: state.shortfallCents + lostCents },
    ...(gone ? { reconBreaks: [...state.reconBreaks, { kind, at: now }] } : {}),
  };
  const fails = !gone && !isEscrowEnded(state.status) && state.status !== "created";
  const next = fails ? failed(back, code) : back;
  return [escrowTransition(state, next, now, { reason: `funding returned ${code}`, postings })];
}

function failed(state: Escrow, code: string): Escrow {
  return {
    ...{ ...state, status: "failed", heldCents: 0, unmet: [], blockedAt: null },
    ...{ failureCode: "funding_returned", failureReason: `returned ${code}` },
  };
}
