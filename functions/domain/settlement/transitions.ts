import { balancedPostings, type Posting, reversePostings, transfer } from "../core/ledger.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { gate, givenAt, isFreshPass, pendingRef, type ScreenOutcome, type ScreenVerdict } from "../gate/payout-gate.ts";
import { nextScreenAt, unavailableLimitSeconds } from "../gate/screen-deadline.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { isOnHold } from "./credit-suspension.ts";
import type { DeclineReason } from "./decline-reason.ts";
import { heldReserve } from "./reserve.ts";
import {
  isEnded,
  type Settlement,
  type SettlementTransitions,
  settlementFacts,
  settlementTransition,
} from "./settlement.ts";

/** The wake-up of whoever waits for this settlement, if anyone does. */
export function wake(state: Settlement) {
  return state.waiting === null ? [] : [{ kind: "answer_token" as const, token: state.waiting.token }];
}

/** The end of a machine whose wait is taken over under a new token. */
function supersede(state: Settlement, token: string) {
  const { waiting } = state;
  return waiting && waiting.token !== token ? [{ kind: "end_token" as const, token: waiting.token }] : [];
}

/** Ends a settlement technically. What was collected stays with us for an operator. */
export function failSettlement(state: Settlement, no: VendorRefusal, now: Instant): Transition<Settlement> {
  return settlementTransition(
    state,
    { ...state, status: "failed", failureCode: no.code, failureReason: no.reason, waiting: null, parked: null },
    now,
    {
      reason: `${no.code}: ${no.reason}`,
      postings: reverseConversionPostings(state),
      events: (next) => [
        { name: "settlement.failed", data: { ...settlementFacts(next), code: no.code, reason: no.reason } },
      ],
      follows: wake(state),
    },
  );
}

/** What was booked with the conversion, undone. */
export function reverseConversionPostings(state: Settlement): Posting[] {
  return state.status === "settling" ? reversePostings(feeAndReserve(state)) : [];
}

/** Fee and reserve leave what we owe the tenant when the conversion is done. */
export function feeAndReserve(state: Settlement): Posting[] {
  const { feeCents, reserveCents } = state;
  return balancedPostings(
    { account: "tenant_payable", amountCents: feeCents + reserveCents },
    { account: "fee_income", amountCents: -feeCents },
    { account: "tenant_reserve", amountCents: -reserveCents },
  );
}

/** The round the next screen before disbursement belongs to: the same while its answer is unknown, one more after a non-answer or an expired pass. */
export function screenRound(state: Settlement, now: Instant): number {
  const last = state.screens.filter((each) => each.stage === "disbursement").at(-1);
  if (!last) return 1;
  return isFreshPass(last, now) ? last.round : last.round + 1;
}

/** The freshest screen before disbursement, if it still lets money move. */
export function hasFreshPass(state: Settlement, now: Instant): boolean {
  return isFreshPass(state.screens.filter((each) => each.stage === "disbursement").at(-1), now);
}

/** The screens before disbursement since the last one that had an answer; nobody was asked while it was on hold, so what came before that counts no more. */
export function unansweredScreens(state: Settlement): Settlement["screens"] {
  const heldUntil = state.creditHold?.endedAt ?? "";
  const screens = state.screens.filter((each) => each.stage === "disbursement" && each.at >= heldUntil);
  const lastAnswer = screens.findLastIndex((each) => each.outcome === "pass" || each.outcome === "declined");
  return screens.slice(lastAnswer + 1);
}

/** The screen before disbursement that is still to bring a verdict; none where operators want another one. */
export function pendingScreen(state: Settlement): string | undefined {
  const ref = pendingRef(unansweredScreens(state));
  return ref === state.screenGivenUp ? undefined : ref;
}

/** Screens before disbursement that a settlement keeps; the audit trail has them all. */
const mostScreens = 50;

/** The screens that still bear on a settlement: the one before collection, the newest, the last answer, the pending one, and the first without an answer, from which the limit counts. */
function keptScreens(state: Settlement): Settlement["screens"] {
  const { screens } = state;
  const later = screens.filter(({ stage }) => stage === "disbursement");
  if (later.length <= mostScreens) return screens;
  const [firstSilent] = unansweredScreens(state);
  const answer = later.findLast(({ outcome }) => outcome === "pass" || outcome === "declined");
  const pending = later.findLast(({ outcome }) => outcome === "pending");
  const kept = new Set([...later.slice(-mostScreens), firstSilent, answer, pending]);
  return screens.filter((each) => each.stage !== "disbursement" || kept.has(each));
}

/** Records what the second gate said. Only an explicit pass moves on; no answer for 24 hours is a decline. */
export function recordScreen(
  state: Settlement,
  verdict: ScreenVerdict,
  round: number,
  now: Instant,
  source?: "operator",
): SettlementTransitions {
  if (isEnded(state.status)) return [];
  const outcome = gate(verdict);
  const record = {
    stage: "disbursement" as const,
    round,
    outcome,
    ref: verdict.ref,
    risk: verdict.riskLevel,
    at: givenAt(verdict, now),
    ...(source && { source }),
  };
  const screens = keptScreens({ ...state, screens: [...state.screens, record] });
  const screened = { ...state, screens, screenDueAt: null, parked: null };
  if (outcome === "pass") {
    const next = state.status === "screening" ? { ...screened, status: "screened" as const } : screened;
    return [settlementTransition(state, next, now, { reason: `screen passed, round ${round}` })];
  }
  if (outcome === "declined") return [declineSettlement(state, screened, "kyt_declined", now)];
  const silent = unansweredScreens(screened);
  const limit = addSeconds(silent[0]?.at ?? now, unavailableLimitSeconds);
  if (now >= limit) return [declineSettlement(state, screened, "screening_unavailable", now)];
  const retryAt = nextScreenAt(silent.length, now);
  const next = { ...screened, screenDueAt: retryAt < limit ? retryAt : limit };
  return [settlementTransition(state, next, now, { reason: `screen ${outcome}, round ${round}` })];
}

function declineSettlement(from: Settlement, to: Settlement, why: DeclineReason, now: Instant): Transition<Settlement> {
  return settlementTransition(from, { ...to, status: "declined", declineReason: why, waiting: null }, now, {
    reason: why,
    postings: reverseConversionPostings(from),
    events: (next) => [{ name: "settlement.declined", data: { ...settlementFacts(next), declineReason: why } }],
  });
}

/** The gate's last way out: whatever reached it without an explicit pass is declined. */
export function declineAtGate(state: Settlement, now: Instant): SettlementTransitions {
  if (isEnded(state.status)) return [];
  return [declineSettlement(state, state, "screening_incomplete", now)];
}

/** How a settlement stands at the gate, read from its record and not from what the machine carries. */
export function gateOutcome(state: Settlement): ScreenOutcome | "ended" {
  if (isEnded(state.status)) return "ended";
  if (isOnHold(state)) return "pending";
  return state.screens.filter((each) => each.stage === "disbursement").at(-1)?.outcome ?? "unavailable";
}

const unparked = { parked: null, parkedSince: null } as const;

/** Records that the payout is under way without a proof yet; says so once. */
export function recordPayout(
  state: Settlement,
  token: string,
  now: Instant,
  payoutRef = state.payment.payoutRef,
): SettlementTransitions {
  if (state.status !== "settling") return [];
  const payment = { ...state.payment, railState: "payout_submitted", payoutRef };
  const next: Settlement = { ...state, ...unparked, payment, waiting: { state: "proof", token } };
  const follows = supersede(state, token);
  if (state.payment.railState === "payout_submitted" && follows.length > 0)
    return [settlementTransition(state, next, now, { reason: "waiting for proof again", follows })];
  if (state.payment.railState === "payout_submitted")
    return [settlementTransition(state, next, now, { reason: "waiting for proof again", quiet: true })];
  return [
    settlementTransition(state, next, now, {
      reason: "payout submitted, waiting for proof",
      events: (settling) => [{ name: "settlement.settling", data: settlementFacts(settling) }],
      follows,
    }),
  ];
}

/** Completes with the on-chain hash: the only way to completed. */
export function recordProof(
  state: Settlement,
  txHash: string,
  now: Instant,
  payoutRef = state.payment.payoutRef,
): SettlementTransitions {
  if (state.status !== "settling") return [];
  const next: Settlement = {
    ...state,
    payment: { ...state.payment, railState: "payment_processed", payoutRef },
    status: "completed",
    reserve: heldReserve(state, now),
    txHash,
    waiting: null,
    parked: null,
    intent: null,
  };
  return [
    settlementTransition(state, next, now, {
      reason: "proof arrived",
      postings: transfer("tenant_payable", "rail_clearing", state.netCents),
      events: (completed) => [{ name: "settlement.completed", data: settlementFacts(completed) }],
      follows: wake(state),
    }),
  ];
}

/** Keeps the token of a machine that waits for the collection or for another screen. */
export function waitFor(
  state: Settlement,
  what: "collect" | "screen",
  token: string,
  now: Instant,
): SettlementTransitions {
  const next = { ...state, waiting: { state: what, token } };
  const follows = supersede(state, token);
  if (follows.length > 0)
    return [settlementTransition(state, next, now, { reason: `waiting for ${what} again`, follows })];
  return [settlementTransition(state, next, now, { reason: `waiting for ${what}`, quiet: true })];
}
