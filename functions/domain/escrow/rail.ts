import { maxCents } from "../core/money.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import { isIssuerFreeze, issuerFreeze } from "../rails/issuer-freeze.ts";
import type { RailEvent } from "../rails/rail-event.ts";
import type { RailLeg } from "../rails/reported-event.ts";
import { isCorrection, isReturn, withReturnBreak } from "../settlement/return-code-rules.ts";
import { fundingFor, unappliedOf, withFunding } from "./collections.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, isHolding, outstandingFunding } from "./escrow.ts";
import { expiryTransition, isPastExpiry } from "./expire.ts";
import { receiveFunding, refuseFunding } from "./fund.ts";
import type { Funding } from "./movement.ts";
import { type PayoutRef, recordPayoutProof, refusePayout } from "./payout.ts";
import { recordFundingReturn, returnFollows } from "./return.ts";

/** What a rail says at once: its events in order, and what they are about where the rail tells its collections, legs and payouts apart. */
export interface RailReportResult {
  readonly railRef?: string | undefined;
  readonly events: readonly RailEvent[];
  readonly leg?: RailLeg | undefined;
  readonly payout?: PayoutRef | undefined;
}

/** What follows for an escrow from all that its rail says. Repeats, stale and out-of-order words change nothing. */
export function receiveEscrowReport(state: Escrow, report: RailReportResult, now: Instant): EscrowTransitions {
  const transitions: EscrowTransitions = [];
  for (const event of report.events) transitions.push(...says(transitions.at(-1)?.next ?? state, event, report, now));
  return transitions;
}

function says(state: Escrow, event: RailEvent, report: RailReportResult, now: Instant): EscrowTransitions {
  switch (event.kind) {
    case "funds_received":
      return fundsCame(state, event, report.railRef, now);
    case "payment_processed": {
      const { txHash, paid, cost } = event;
      return recordPayoutProof(state, { ...report.payout, txHash, paid, cost }, now);
    }
    case "failed":
      return railFailed(state, event, report, now);
    case "returned":
    case "notification_of_change":
      return achSays(state, event.code, report.railRef, now);
    case "unknown":
      return addBreak(state, "rail_unknown", now);
    default:
      return event satisfies never;
  }
}

/** Counts money that came; what its bank took back is told too late. A rail that tells totals tells repeats from more money; one that does not is believed only while money is expected, or where none ever came. */
function fundsCame(
  state: Escrow,
  report: Extract<RailEvent, { kind: "funds_received" }>,
  railRef: string | undefined,
  now: Instant,
): EscrowTransitions {
  const funding = fundingFor(state, railRef);
  const isPresent = funding?.key === state.funding?.key;
  if (!funding || funding.returned !== null || (isPresent && state.returned !== null)) return [];
  const { receivedCents, sentBackCents } = funding;
  const isExpected = isPresent
    ? state.status === "awaiting_funds" || (!isHolding(state) && receivedCents === 0)
    : receivedCents < state.amountCents;
  const cameCents = state.fundedAt !== null && isPresent ? unappliedOf(state, funding) : receivedCents - sentBackCents;
  const restCents = state.amountCents - cameCents;
  const arrivedCents = report.amountCents ?? restCents;
  // Without a total, what came before is told again, unless it is the very rest.
  const isRepeat = arrivedCents === cameCents && arrivedCents !== restCents;
  if (report.totalCents === undefined && (!isExpected || isRepeat)) return [];
  const totalCents = report.totalCents ?? receivedCents + arrivedCents;
  if (state.receivedCents - receivedCents + totalCents > maxCents) return addBreak(state, "rail_unknown", now);
  const bought = report.totalCents === undefined ? undefined : report.bought;
  return receiveFunding(state, { totalCents, bought, railRef }, now);
}

/** A definite no of the rail: to the payout in flight, or to the collection that was waited for. Once money is held and nothing moves, it is for people. */
function railFailed(
  state: Escrow,
  { code, leg }: Extract<RailEvent, { kind: "failed" }>,
  report: RailReportResult,
  now: Instant,
): EscrowTransitions {
  const no = isIssuerFreeze(code) ? issuerFreeze : { code, reason: "the rail reported a failure" };
  const isPayout = leg === "payout" || report.leg === "payout";
  if (isPayout || (state.intent !== null && report.leg === undefined))
    return refusePayout(state, { ...report.payout, no }, now);
  // A collection that was given up fails when that is done.
  if (fundingFor(state, report.railRef)?.key !== state.funding?.key) return [];
  // The rail's word of what we gave up at the expiry may come before our own.
  if (isPastExpiry(state, now) && state.receivedCents === 0 && outstandingFunding(state))
    return [expiryTransition(state, `past its expiry, and its deposit is ${code}`, now)];
  if (outstandingFunding(state)) return refuseFunding(state, no, now);
  return isHolding(state) ? addBreak(state, "rail_failed", now) : [];
}

/** What a code about the payer's money says: taken back, or corrected, which changes nothing here. */
function achSays(before: Escrow, code: string, railRef: string | undefined, now: Instant): EscrowTransitions {
  if (isCorrection(code, now)) return [];
  if (!isReturn(code, now)) return addBreak(before, `ach_${code}`, now);
  const state = { ...before, reconBreaks: withReturnBreak(before.reconBreaks, code, now) };
  const funding = fundingFor(state, railRef);
  if (!funding) return [];
  if (funding.receivedCents > 0) return recordFundingReturn(state, code, now, railRef);
  return funding.key === state.funding?.key
    ? returnedUnseen(state, funding, code, now)
    : pastReturnedUnseen(state, funding, code, now);
}

/** The same of a collection that had been given up: nothing of it will come. */
function pastReturnedUnseen(state: Escrow, { key, returned }: Funding, code: string, now: Instant): EscrowTransitions {
  if (returned !== null) return [];
  const next = withFunding(state, key, { returned: { code, at: now } });
  return [escrowTransition(state, next, now, { reason: `returned ${code}, nothing had come` })];
}

/** Money that was taken back before we heard that it came; what is still told of it is stale. */
function returnedUnseen(state: Escrow, funding: Funding, code: string, now: Instant): EscrowTransitions {
  if (state.returned !== null) return [];
  const returned = { code, at: now };
  const follows = returnFollows(state, funding, code, now);
  const [refused] = refuseFunding(state, { code, reason: `returned ${code}` }, now);
  if (refused) return [{ ...refused, next: { ...refused.next, returned }, follows }];
  const reason = `returned ${code}, nothing had come`;
  return [escrowTransition(state, { ...state, returned }, now, { reason, follows })];
}

/** Something that does not add up, shown to operators once; money stays where it is. */
function addBreak(state: Escrow, kind: string, now: Instant): EscrowTransitions {
  if (state.reconBreaks.some((each) => each.kind === kind)) return [];
  const next = { ...state, reconBreaks: withBreak(state.reconBreaks, kind, now) } as Escrow;
  return [escrowTransition(state, next, now, { reason: kind })];
}
