import { netPostings, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { PaidReport } from "../rails/paid-out.ts";
import { lateOrderSeconds } from "../rails/terms.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { conditionsOf, type ReleaseFacts } from "./conditions.ts";
import { type Escrow, type EscrowTransitions, escrowTransition, isEscrowEnded, isHolding } from "./escrow.ts";
import { hasFreshScreen } from "./gate.ts";
import type { PayoutIntent, PayoutLeg } from "./movement.ts";
import { countedPayout, coverReturn, paidEvent, paidPostings, paidState, storeOutflow } from "./payout-record.ts";
import { blockRelease, failureCodeOf, wakePayout, withdrawnCode, withReason } from "./release.ts";
import { refuseRest, restTransitions } from "./rest.ts";
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
  if (intent.leg === "rest" && facts.disputeOpen) return false;
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

/** Records a payout's proof on chain: the only way to released, and to refunded where value was held. What the rail says was paid, and left for it, is booked. Proof of a payout that had come to nothing is booked, and shown as a break. */
export function recordPayoutProof(
  state: Escrow,
  report: PayoutRef & PaidReport & { readonly txHash: string },
  now: Instant,
): EscrowTransitions {
  const { intent } = state;
  if (intent === null || !isMeant(intent, report)) return lateProof(state, report, now);
  // Without its key, the release's proof told again is none of the rest's.
  if (intent.leg === "rest" && report.key === undefined && report.txHash === state.releaseTxHash) return [];
  const booked = storeOutflow(state, intent, report, now);
  const { leg, transferRef } = intent;
  const ref = transferRef ?? report.transferRef ?? null;
  const paid = {
    ...{ ...paidState(booked.state, intent, report.txHash, now), ...booked.fields },
    ...(leg === "rest" ? { restRef: ref } : { payoutRef: ref }),
  } as Escrow;
  const next = ends(state, leg) ? paid : stillFailed(state, paid);
  const proven = escrowTransition(state, next, now, {
    reason: withReason(`${leg} proven`, state, leg),
    postings: netPostings([...paidPostings(state, intent), ...booked.postings]),
    events: (ended) => (isEscrowEnded(ended.status) ? [paidEvent(ended, leg)] : []),
    follows: [...wakePayout(state), ...countedPayout(state, leg, now)],
  });
  // A refund gives all back that came, under whatever collection.
  return leg === "refund"
    ? [proven, ...orderSendBack(proven.next, { by: "refund", closes: false }, now)]
    : [proven, ...restTransitions(proven.next, now)];
}

/** Nothing leads from failed to released: what was released all the same stays failed, with its hashes. */
function ends(state: Escrow, leg: PayoutLeg): boolean {
  return leg === "refund" || isHolding(state);
}

function stillFailed({ status, releasedAt }: Escrow, paid: Escrow): Escrow {
  return { ...paid, status, releasedAt } as Escrow;
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
  const booked = storeOutflow(state, past, report, now);
  const { left } = booked;
  const pastPayouts = state.pastPayouts.map((each) =>
    each === past ? { ...each, txHash, ...(left !== undefined && { left }) } : each,
  );
  const reconBreaks = withBreak(booked.state.reconBreaks, "proof_after_refusal", now);
  const seen = { ...booked.state, pastPayouts, reconBreaks } as Escrow;
  const reason = withReason(`${leg} proven after it had come to nothing`, state, leg);
  if (!mayTake(state, past)) {
    const next = { ...seen, strayPayoutCents: state.strayPayoutCents + amountCents };
    const stray = transfer("payout_after_return", "rail_clearing", amountCents);
    const postings = netPostings([...stray, ...booked.postings]);
    return [escrowTransition(state, next, now, { reason, postings })];
  }
  const paid = { ...paidState(seen, past, txHash, now), ...booked.fields } as Escrow;
  const proven = escrowTransition(state, ends(state, leg) ? paid : stillFailed(state, paid), now, {
    ...{ reason, postings: netPostings([...paidPostings(state, past), ...booked.postings]) },
    events: (ended) => (isEscrowEnded(ended.status) ? [paidEvent(ended, leg)] : []),
    follows: countedPayout(state, leg, now),
  });
  return [proven, ...restTransitions(proven.next, now)];
}

/** Whether a late payout takes what is held: no other has that or may yet. */
function mayTake({ heldCents, intent, paidLeg }: Escrow, { leg, amountCents }: PayoutIntent): boolean {
  if (heldCents === 0 || intent !== null) return false;
  return leg === "rest" ? paidLeg === "release" && heldCents === amountCents : paidLeg === null;
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
  const pastPayouts = cameToNothing(state, intent, outcome.no.code);
  if (intent.leg === "rest") return [refuseRest(state, { ...state, ...idle, pastPayouts } as Escrow, outcome.no, now)];
  const next = {
    ...{ ...state, status: "failed" as const, ...idle },
    pastPayouts,
    ...{ failureCode: failureCodeOf(outcome.no), failureReason: `${outcome.no.code}: ${outcome.no.reason}` },
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
  const reason =
    intent.leg === "rest"
      ? "rest withdrawn: it may not be sent at this moment"
      : "refund withdrawn: its address did not pass screening";
  return [escrowTransition(state, next, now, { reason, follows })];
}
