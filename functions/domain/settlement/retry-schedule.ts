import { type NextLook, nextLook } from "../core/next-look.ts";
import { addSeconds, type Instant, secondsBetween, startOfStep } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { silentSecondsAt, termsOf } from "../rails/terms.ts";
import { expiryDueAt } from "./expiry.ts";
import { isPayoutLeftBehind } from "./held-funds.ts";
import { isPayoutUnanswered, lateProof } from "./late-payout.ts";
import { reserveUrgentAt } from "./reserve.ts";
import {
  isEnded,
  type Settlement,
  type SettlementTransitions,
  settlementFacts,
  settlementTransition,
} from "./settlement.ts";
import { wake } from "./transitions.ts";

const parkSeconds = 300;

/** Parks a settlement whose vendor gave no answer; the status stays, an operator sees it, and it is tried again by key. */
export function park(state: Settlement, why: string, now: Instant): SettlementTransitions {
  if (isEnded(state.status)) return [];
  const since = state.parkedSince ?? now;
  const parked = { reason: why, since, until: addSeconds(now, parkSeconds) };
  return [settlementTransition(state, { ...state, parked, parkedSince: since }, now, { reason: `parked: ${why}` })];
}

/** How long a settlement may stand between two transitions that nobody has to wait for, and what that is counted in. */
const silentSeconds = 1800;
const silentStepSeconds = 900;

/** When it has stood too long: within half an hour of its last transition. Counted from a quarter of an hour, so that those of one leg share one moment, and its place among due work, two writes of an index, stays. */
function silentUntil({ updatedAt }: Settlement): Instant {
  return addSeconds(startOfStep(updatedAt, silentStepSeconds), silentSeconds);
}

/** When a settlement is to be tried again: what is parked, what waits for a screen, and what no machine seems to move any more. */
function resumesAt(state: Settlement): Instant | undefined {
  if (isEnded(state.status)) return undefined;
  if (state.parked) return state.parked.until;
  if (state.screenDueAt !== null) return state.screenDueAt;
  // Only for the payer's money and for a proof is it the rail that everybody waits for.
  const between = state.waiting?.state !== "proof" && state.status !== "created" && state.status !== "collecting";
  return between ? silentUntil(state) : undefined;
}

/** Since when, and for how long at most, the rail has had something to do; undefined where nothing waits for it, or where operators have the word. */
function railWait(state: Settlement): { since: Instant; limitSeconds: number } | undefined {
  const { status, mismatchCents, intent, payment } = state;
  const terms = termsOf(state.rail);
  const since = payment.presentAt ?? intent?.at ?? state.createdAt;
  if (status === "settling") return { since, limitSeconds: terms.proofSeconds };
  if (status !== "collecting" || mismatchCents !== null) return undefined;
  return { since, limitSeconds: terms.collectSeconds[payment.source] };
}

function stallsAt(state: Settlement): Instant | undefined {
  const wait = state.stalledAt === null ? railWait(state) : undefined;
  return wait && addSeconds(wait.since, wait.limitSeconds);
}

/** Says once that the rail has taken longer than it may; the status stays. */
export function stall(state: Settlement, now: Instant): SettlementTransitions {
  const at = stallsAt(state);
  const wait = railWait(state);
  if (at === undefined || wait === undefined || at > now) return [];
  return [
    settlementTransition(state, { ...state, stalledAt: now }, now, {
      reason: `stalled: nothing came of it within ${wait.limitSeconds} seconds`,
      events: (next) => [{ name: "settlement.stalled", data: { ...settlementFacts(next), ...wait } }],
    }),
  ];
}

/** Whether we think that we hold what came for a settlement that came to nothing: its bank may have taken it back, and a rail that keeps nothing has paid it out. */
function isHeldAfterEnd({ status, payment, txHash }: Settlement): boolean {
  const isOther = status === "declined" || status === "failed";
  return isOther && payment.status === "succeeded" && txHash === null;
}

/** The rail's references that are in flight: a collection's, and a payout's where it has its own, one that the payer's return has overtaken too. */
export function refsInFlight(state: Settlement): string[] {
  const { status, payment } = state;
  if (payment.railRef === null) return [];
  if (status === "collecting") return payment.presentAt === null ? [payment.railRef] : [];
  if (isHeldAfterEnd(state) || isPayoutUnanswered(state)) return [payment.railRef];
  const isPaidOut = status === "settling" && payment.railState === "payout_submitted";
  if (!isPaidOut && !isPayoutLeftBehind(state)) return [];
  return [...new Set([payment.payoutRef ?? payment.railRef, payment.railRef])];
}

/** When the rail is asked about what is in flight, because it has been silent: again and again, each time a little later. */
function asksRailAt(state: Settlement): Instant | undefined {
  if (refsInFlight(state).length === 0) return undefined;
  const { createdAt, updatedAt, askedAt, status } = state;
  const isAsked = askedAt !== null && askedAt > updatedAt;
  const heardAt = isAsked ? askedAt : updatedAt;
  // What it has said or done since is news: its silence begins anew.
  const patience = termsOf(state.rail).silence[status === "collecting" ? "collecting" : "settling"];
  return addSeconds(
    heardAt,
    silentSecondsAt(patience, isAsked ? secondsBetween(state.intent?.at ?? createdAt, heardAt) : 0),
  );
}

export function isRailSilent(state: Settlement, now: Instant): boolean {
  const at = asksRailAt(state);
  return at !== undefined && at <= now;
}

/** Notes that the rail was asked; bookkeeping that is on no trail. */
export function recordRailQuery(state: Settlement, now: Instant): Transition<Settlement> {
  return settlementTransition(state, { ...state, askedAt: now }, now, { reason: "asked the rail", quiet: true });
}

/** When a settlement is to be looked at again, if at all, and whether its rail is asked then. */
export function nextSettlementLook(state: Settlement): NextLook | undefined {
  const presentAt = state.status === "collecting" ? state.payment.presentAt : undefined;
  return nextLook({
    own: [resumesAt(state), provenEarlyAt(state), stallsAt(state)],
    outside: [asksRailAt(state), presentAt, reserveUrgentAt(state), state.sendBack?.lookAt, expiryDueAt(state)],
  });
}

function resumeScreen(state: Settlement, now: Instant): SettlementTransitions {
  if (state.waiting?.state !== "screen") return [];
  const next = { ...state, waiting: null, screenDueAt: null };
  return [settlementTransition(state, next, now, { reason: "screen due again", follows: wake(state) })];
}

/** Since when a settlement that has ended otherwise has a payout's proof that is not booked. */
function provenEarlyAt({ status, earlyHash, txHash, updatedAt }: Settlement): Instant | undefined {
  return (status === "declined" || status === "failed") && earlyHash !== undefined && txHash === null
    ? updatedAt
    : undefined;
}

/** Moves on what is due to be tried again; a settlement that is looked at for another reason stays as it is. */
export function retryDue(state: Settlement, now: Instant): SettlementTransitions {
  if (state.earlyHash !== undefined && provenEarlyAt(state) !== undefined)
    return lateProof(state, state.earlyHash, now);
  const at = resumesAt(state);
  if (at === undefined || at > now) return [];
  if (state.parked === null && state.screenDueAt !== null) {
    if (state.waiting?.state === "screen") return resumeScreen(state, now);
    if (silentUntil(state) > now) return [];
  }
  return [representPayment(state, now, "tried again")];
}

/** Gives a settlement a new machine; what an older one waits for, it takes over. */
export function representPayment(state: Settlement, now: Instant, reason: string): Transition<Settlement> {
  const { id: settlementId, tenantId } = state;
  const presentation = state.presentation + 1;
  return settlementTransition(state, { ...state, presentation, parked: null, screenDueAt: null }, now, {
    reason,
    follows: [{ kind: "start_settlement", settlementId, tenantId, presentation }],
  });
}
