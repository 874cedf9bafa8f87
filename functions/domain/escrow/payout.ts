import type { ServiceEvent } from "../core/event.ts";
import { balancedPostings, netPostings, type Posting, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import { differentCost, isAsOrdered, type PaidReport } from "../rails/paid-out.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { keepsWallets, lateOrderSeconds } from "../rails/terms.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { unappliedOf, withFunding } from "./collections.ts";
import { conditionsOf, type ReleaseFacts } from "./conditions.ts";
import {
  type Escrow,
  type EscrowTransitions,
  escrowFacts,
  escrowTransition,
  isHolding,
  type PayoutIntent,
  type PayoutLeg,
} from "./escrow.ts";
import { hasFreshScreen } from "./gate.ts";
import { blockRelease, wakePayout, withdrawnCode, withReason } from "./release.ts";
import { orderSendBack } from "./send-back.ts";

/** Which payout is meant, by our key or by the rail's reference; the one in flight where neither is told. */
export interface PayoutRef {
  readonly key?: string | undefined;
  readonly transferRef?: string | undefined;
}

function isMeant(each: PayoutIntent, { key, transferRef }: PayoutRef): boolean {
  if (key !== undefined) return each.key === key;
  return transferRef === undefined || each.transferRef === null || each.transferRef === transferRef;
}

/** Whether the recorded payout may be sent to the rail at this moment: a release needs every condition still met, a refund a fresh pass of its address. */
export function mayDisburse(state: Escrow, facts: ReleaseFacts, now: Instant): boolean {
  const { intent } = state;
  if (intent === null || state.returned !== null) return false;
  if (intent.leg === "release" && conditionsOf(state, facts, now).length > 0) return false;
  return hasFreshScreen(state, intent.address, now);
}

/** Records that the rail is about to be told to make this payout; nothing where it may not be sent at this moment. */
export function tellPayout(state: Escrow, key: string, facts: ReleaseFacts, now: Instant): EscrowTransitions {
  const { intent } = state;
  if (intent?.key !== key || intent.submitted || !mayDisburse(state, facts, now)) return [];
  const next = { ...state, intent: { ...intent, toldAt: now } } as Escrow;
  return [escrowTransition(state, next, now, { reason: `telling the rail of ${key}`, quiet: true })];
}

/** Records how far the rail's list was searched for a payout, so that the next look goes on from there. */
export function recordEscrowSearch(state: Escrow, key: string, searchedTo: string, now: Instant): EscrowTransitions {
  const { intent } = state;
  if (intent?.key !== key) return [];
  const next = { ...state, intent: { ...intent, searchedTo } } as Escrow;
  return [escrowTransition(state, next, now, { reason: `looking for ${key} in the rail's list`, quiet: true })];
}

/** Records that the rail took the payout and has no proof yet; once. */
export function recordPayoutSubmission(
  state: Escrow,
  report: { readonly key: string; readonly transferRef: string | null },
  now: Instant,
): EscrowTransitions {
  const { intent } = state;
  if (intent?.key !== report.key || intent.submitted) return [];
  const taken = { ...intent, submitted: true, transferRef: report.transferRef };
  const next = { ...state, intent: taken, parked: null, parkedSince: null } as Escrow;
  return [escrowTransition(state, next, now, { reason: `${intent.leg} submitted, waiting for proof` })];
}

/** Keeps the token of a machine that waits for the proof; an older machine's wait ends. */
export function awaitPayoutProof(state: Escrow, token: string, now: Instant): EscrowTransitions {
  const { intent, waiting } = state;
  if (intent === null || waiting?.token === token) return [];
  const next = { ...state, waiting: { state: "proof", token }, parked: null, parkedSince: null } as Escrow;
  if (waiting === null) return [escrowTransition(state, next, now, { reason: "waiting for proof", quiet: true })];
  const follows = [{ kind: "end_token" as const, token: waiting.token }];
  return [escrowTransition(state, next, now, { reason: "waiting for proof again", follows })];
}

/** What follows where the rail says another amount than was ordered: people see it, and what left of a pooled wallet is booked, the difference at a dollar a unit. */
function bookLeft(state: Escrow, { amount }: PayoutIntent, report: PaidReport, now: Instant) {
  if (isAsOrdered(amount, report)) return { state, left: {}, postings: [] };
  const left = keepsWallets(state.adapter) ? differentCost(amount, report) : undefined;
  const fxCents = left === undefined ? 0 : exchangeCents(left, amount);
  const reconBreaks = withBreak(state.reconBreaks, "payout_amount_mismatch", now);
  return {
    state: { ...state, reconBreaks, exchangeCents: state.exchangeCents + fxCents } as Escrow,
    left: left === undefined ? {} : { paidOut: left, orderedOut: amount },
    postings: transfer("fx_gain_loss", "rail_clearing", fxCents),
  };
}

/** Records a payout's proof on chain: the only way to released, and to refunded where value was held. What the rail says was paid, and left for it, is booked. Proof of a payout that had come to nothing is booked, and shown as a break. */
export function recordPayoutProof(
  state: Escrow,
  report: PayoutRef & PaidReport & { readonly txHash: string },
  now: Instant,
): EscrowTransitions {
  const { intent } = state;
  if (intent === null || !isMeant(intent, report)) return lateProof(state, report, now);
  const booked = bookLeft(state, intent, report, now);
  const next: Escrow = {
    ...paidOut(booked.state, intent, report.txHash, now),
    ...booked.left,
    payoutRef: intent.transferRef ?? report.transferRef ?? null,
  };
  const proven = escrowTransition(state, next, now, {
    reason: withReason(`${intent.leg} proven`, state, intent.leg),
    postings: netPostings([...paidPostings(state, intent), ...booked.postings]),
    events: (ended) => [paidEvent(ended, intent.leg)],
    follows: wakePayout(state),
  });
  // A refund gives all back that came, under whatever collection.
  return intent.leg === "refund"
    ? [proven, ...orderSendBack(proven.next, { by: "refund", closes: false }, now)]
    : [proven];
}

function paidOut(state: Escrow, payout: PayoutIntent, txHash: string, now: Instant): Escrow {
  const { leg, amount, amountCents } = payout;
  const settled = {
    ...{ ...state, heldCents: 0 as const, intent: null, paidLeg: leg, paidOut: amount, unmet: [], blockedAt: null },
    ...{ waiting: null, parked: null, parkedSince: null, askedAt: null },
  };
  if (leg === "release") return { ...settled, status: "released", releaseTxHash: txHash, releasedAt: now };
  const { besideCents, lostCents } = refundParts(state, payout);
  const { funding } = state;
  const taken =
    funding && besideCents > 0
      ? withFunding(settled, funding.key, { sentBackCents: funding.sentBackCents + besideCents })
      : settled;
  const money = { refundedCents: state.refundedCents + amountCents, shortfallCents: state.shortfallCents + lostCents };
  return { ...taken, ...money, status: "refunded", heldCents: 0, intent: null, refundTxHash: txHash };
}

/** What a refund takes of the money that came beside what is held, and what of that is not there any more, in cents. */
function refundParts(state: Escrow, { amountCents }: PayoutIntent) {
  const extraCents = amountCents - state.heldCents;
  const besideCents = state.funding ? Math.min(unappliedOf(state, state.funding), extraCents) : 0;
  return { besideCents, lostCents: extraCents - besideCents };
}

/** What a payout takes out of what is held: amount = fee + net on release; on refund the whole amount, and what came beside it. */
function paidPostings(state: Escrow, payout: PayoutIntent): Posting[] {
  const { heldCents, feeCents, netCents } = state;
  if (payout.leg === "release")
    return balancedPostings(
      { account: "escrow_held", amountCents: heldCents },
      { account: "fee_income", amountCents: -feeCents },
      { account: "rail_clearing", amountCents: -netCents },
    );
  const { besideCents, lostCents } = refundParts(state, payout);
  return balancedPostings(
    { account: "escrow_held", amountCents: heldCents },
    { account: "unapplied_receipts", amountCents: besideCents },
    { account: "return_shortfall", amountCents: lostCents },
    { account: "rail_clearing", amountCents: -payout.amountCents },
  );
}

function paidEvent(ended: Escrow, leg: PayoutLeg): ServiceEvent {
  const { refundTxHash, refundReason: reason, releaseTxHash, refundedCents } = ended;
  if (leg === "refund")
    return { name: "escrow.refunded", data: { ...escrowFacts(ended), refundTxHash, reason, refundedCents } };
  return { name: "escrow.released", data: { ...escrowFacts(ended), releaseTxHash: releaseTxHash ?? "" } };
}

/** A payout that had come to nothing, and that left all the same. It takes what is held, unless another payout has that or may yet; then it is a loss that somebody must claim back. */
function lateProof(
  state: Escrow,
  report: PayoutRef & PaidReport & { readonly txHash: string },
  now: Instant,
): EscrowTransitions {
  const past = state.pastPayouts.find((each) => each.txHash === null && wasMeant(state, each, report));
  if (!past) return [];
  const { leg, amountCents } = past;
  const { txHash } = report;
  const booked = bookLeft(state, past, report, now);
  const { paidOut: left } = booked.left;
  const pastPayouts = state.pastPayouts.map((each) =>
    each === past ? { ...each, txHash, ...(left !== undefined && { left }) } : each,
  );
  const reconBreaks = withBreak(booked.state.reconBreaks, "proof_after_refusal", now);
  const seen = { ...booked.state, pastPayouts, reconBreaks } as Escrow;
  const reason = withReason(`${leg} proven after it had come to nothing`, state, leg);
  if (state.heldCents === 0 || state.intent !== null) {
    const next = { ...seen, strayPayoutCents: state.strayPayoutCents + amountCents };
    const stray = transfer("payout_after_return", "rail_clearing", amountCents);
    const postings = netPostings([...stray, ...booked.postings]);
    return [escrowTransition(state, next, now, { reason, postings })];
  }
  const postings = netPostings([...paidPostings(state, past), ...booked.postings]);
  // Nothing leads from failed to released: it stays failed, with its hash.
  const ends = leg === "refund" || isHolding(state);
  const out = { heldCents: 0 as const, paidLeg: leg, paidOut: past.amount, releaseTxHash: txHash };
  const gone = { ...seen, ...out, ...booked.left } as Escrow;
  return [
    escrowTransition(state, ends ? { ...paidOut(seen, past, txHash, now), ...booked.left } : gone, now, {
      ...{ reason, postings },
      events: (ended) => (ends ? [paidEvent(ended, leg)] : []),
    }),
  ];
}

/** Stricter than for what is in flight: a repeat about another payout must not be taken for this one's proof. */
function wasMeant(state: Escrow, past: PayoutIntent, { key, transferRef }: PayoutRef): boolean {
  if (key !== undefined) return past.key === key;
  if (transferRef !== undefined) return past.transferRef === transferRef;
  return state.intent === null && state.paidLeg === null;
}

/** Records the rail's definite no to the payout in flight: failed, and what is held can be refunded. */
export function refusePayout(
  state: Escrow,
  outcome: PayoutRef & { readonly no: VendorRefusal },
  now: Instant,
): EscrowTransitions {
  const { intent } = state;
  if (intent === null || !isMeant(intent, outcome)) return [];
  const next = {
    ...{ ...state, status: "failed" as const, ...idle },
    ...{ pastPayouts: cameToNothing(state, intent, outcome.no.code) },
    ...{ failureCode: "payout_failed", failureReason: `${outcome.no.code}: ${outcome.no.reason}` },
  };
  const settled = coverReturn(next);
  return [
    escrowTransition(state, settled.next, now, {
      reason: `${intent.leg} refused: ${outcome.no.code}`,
      postings: settled.postings,
      follows: wakePayout(state),
    }),
  ];
}

function cameToNothing(state: Escrow, intent: PayoutIntent, code: string): Escrow["pastPayouts"] {
  return [...state.pastPayouts, { ...intent, code, txHash: null }];
}

const idle = {
  ...{ intent: null, waiting: null, parked: null, parkedSince: null, askedAt: null },
  ...{ unmet: [], blockedAt: null },
} as const;

/** Money that its payer's bank took back while a payout was in flight: what is held pays for that once the payout has come to nothing. */
function coverReturn(state: Escrow): { next: Escrow; postings: Posting[] } {
  if (state.returned === null || state.heldCents === 0) return { next: state, postings: [] };
  const { heldCents, shortfallCents } = state;
  const next: Escrow = {
    ...{ ...state, status: "failed", heldCents: 0, shortfallCents: shortfallCents - heldCents },
    ...{ failureCode: "funding_returned", failureReason: `returned ${state.returned.code}` },
  };
  return { next, postings: transfer("escrow_held", "return_shortfall", heldCents) };
}

/** Before that nobody can know that a payout was never made. */
function isOnItsWay({ at, toldAt }: PayoutIntent, now: Instant): boolean {
  const last = toldAt !== null && toldAt > at ? toldAt : at;
  return now < addSeconds(last, lateOrderSeconds);
}

/** Takes back a payout that the rail, asked by key, does not know, once it may not be sent any more: a release is pending again with its reasons, a refund is open again. The key stays the same for the next one. */
export function withdrawPayout(state: Escrow, key: string, facts: ReleaseFacts, now: Instant): EscrowTransitions {
  const { intent } = state;
  if (intent?.key !== key || intent.submitted || isOnItsWay(intent, now)) return [];
  const pastPayouts = cameToNothing(state, intent, withdrawnCode);
  const follows = wakePayout(state);
  if (state.returned !== null) {
    const { next, postings } = coverReturn({ ...state, ...idle, pastPayouts });
    const reason = "payout withdrawn: the funding was returned";
    return [escrowTransition(state, next, now, { reason, postings, follows })];
  }
  if (mayDisburse(state, facts, now)) return [];
  const given = { intent: null, waiting: null, parked: null, parkedSince: null, pastPayouts };
  if (intent.leg === "release") return blockRelease(state, facts, now, given);
  const next = { ...state, ...given } as Escrow;
  const reason = "refund withdrawn: its address did not pass screening";
  return [escrowTransition(state, next, now, { reason, follows })];
}
