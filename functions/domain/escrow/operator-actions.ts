import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { ScreenVerdict } from "../gate/payout-gate.ts";
import type { ScreenAnswer } from "../gate/screen-answer.ts";
import { notAvailable } from "../review/not-available.ts";
import type { RecordAction, Verdict } from "../review/review-reason-code.ts";
import { unappliedOf } from "./collections.ts";
import { conditionsOf, type ReleaseFacts } from "./conditions.ts";
import { disputedRefund } from "./dispute.ts";
import {
  type Escrow,
  type EscrowScreen,
  type EscrowTransitions,
  escrowTransition,
  outstandingFunding,
} from "./escrow.ts";
import { escrowWaitsForFloat } from "./float.ts";
import { returnUnappliedFunds } from "./fund.ts";
import { escrowScreenRound, hasFreshScreen, lastScreen } from "./gate.ts";
import { isFrozen, orderRest, refusedTooOften } from "./release.ts";
import { closeRest, isRestHeld } from "./rest.ts";
import { openEscrowBreaks } from "./review.ts";
import { recordEscrowReport, whyNotEscrowReported } from "./sanctions-hit.ts";
import { recordEscrowScreen } from "./screen.ts";
import { closeRefund, orderSendBack, whyNotSendBackEscrow } from "./send-back.ts";

/** What operators can do about an escrow. Releasing and refunding stay its tenant's, and nobody overrules a block. */
export const escrowActions = [
  "retry_screen",
  "resume",
  "return",
  "returned_off_platform",
  "verdict",
  "resolve",
  "reported",
] as const satisfies readonly RecordAction[];
export type EscrowAction = (typeof escrowActions)[number];

export interface EscrowActionCase {
  readonly escrow: Escrow;
  readonly facts: ReleaseFacts;
  readonly reference: string;
  readonly verdict: Verdict;
  /** What the provider has just said, where the action asked it. */
  readonly screen: ScreenAnswer | null;
  /** What allowed it, for the trail. */
  readonly by: string;
  readonly now: Instant;
}

interface Act {
  /** Whether a second operator must agree. */
  readonly second: boolean;
  /** Why it cannot be done as the escrow stands; undefined where it can. */
  readonly whyNot: (state: Escrow, now: Instant) => string | undefined;
  readonly decide: (input: EscrowActionCase) => EscrowTransitions | Refusal;
}

export const escrowDecisions = {
  retry_screen: { second: false, whyNot: whyNotRetry, decide: recordRetry },
  resume: { second: true, whyNot: whyNotResume, decide: resumeRest },
  return: {
    second: true,
    whyNot: whyNotSendBackEscrow,
    decide: ({ escrow, facts, by, now }: EscrowActionCase) =>
      disputedRefund(escrow, facts.disputeOpen) ?? orderSendBack(escrow, { by, closes: false }, now),
  },
  returned_off_platform: { second: true, whyNot: whyNotReturn, decide: returnOffPlatform },
  verdict: { second: true, whyNot: whyNotVerdict, decide: recordVerdict },
  resolve: { second: true, whyNot: whyNotResolve, decide: resolveBreaks },
  reported: {
    second: true,
    whyNot: whyNotEscrowReported,
    decide: ({ escrow, reference, by, now }: EscrowActionCase) => recordEscrowReport(escrow, reference, by, now),
  },
} as const satisfies Record<EscrowAction, Act>;

export function isEscrowAction(name: RecordAction): name is EscrowAction {
  return escrowActions.some((each) => each === name);
}

/** Why an action cannot be done as the escrow stands; undefined where it can. */
export function whyNotOnEscrow(name: RecordAction, state: Escrow, now: Instant): string | undefined {
  return isEscrowAction(name) ? escrowDecisions[name].whyNot(state, now) : noSuchAction;
}

const noSuchAction = "escrows have no such action";

/** What an action comes to as the escrow stands now. Refuses what cannot be done, with the reason. */
export function decideEscrowAction(name: RecordAction, input: EscrowActionCase): EscrowTransitions | Refusal {
  if (!isEscrowAction(name)) return notAvailable(name, noSuchAction);
  const { whyNot, decide } = escrowDecisions[name];
  const why = whyNot(input.escrow, input.now);
  return why === undefined ? decide(input) : notAvailable(name, why);
}

export function openEscrowActions(state: Escrow, now: Instant): EscrowAction[] {
  return escrowActions.filter((name) => whyNotOnEscrow(name, state, now) === undefined);
}

/** What goes back to the buyer outside the rail: of more than was expected the extra alone, so that the exact amount is held; beside a deposit that is waited for what came under others; else all that is applied to nothing. */
export function returnableOf(state: Escrow): number {
  const { status, unappliedCents, amountCents, funding } = state;
  if (unappliedCents === 0 && mayCloseRest(state)) return state.heldCents;
  const ofPresent = funding ? unappliedOf(state, funding) : 0;
  if (status === "awaiting_funds" && ofPresent > amountCents) return unappliedCents - amountCents;
  const ofOthers = unappliedCents - ofPresent;
  return ofOthers > 0 && outstandingFunding(state) ? ofOthers : unappliedCents;
}

/** What a release left and could not be returned is ordered again. */
function whyNotResume(state: Escrow): string | undefined {
  if (!isRestHeld(state)) return "no rest of a release waits to be returned";
  if (isFrozen(state, state.refundAddress))
    return "the coin's issuer has frozen the refund address: return it otherwise";
  return state.returned === null ? undefined : "the payer's bank took its money back";
}

function resumeRest({ escrow, facts, now }: EscrowActionCase): EscrowTransitions | Refusal {
  const unmet = conditionsOf(escrow, facts, now);
  if (unmet.length > 0) return notAvailable("resume", `it cannot be returned: ${unmet.join(", ")}`);
  return refusedTooOften(escrow) ?? orderRest(escrow, { ...escrow, unmet: [] } as Escrow, now);
}

/** Whether the rest of a release may be given back outside the rail: not where its address was declined, which is blocked property. */
function mayCloseRest(state: Escrow): boolean {
  const { refundAddress } = state;
  const declined = refundAddress !== null && lastScreen(state, refundAddress)?.outcome === "declined";
  return isRestHeld(state) && !declined;
}

function whyNotReturn(state: Escrow): string | undefined {
  const { unappliedCents, sendBack } = state;
  if (unappliedCents === 0 && mayCloseRest(state)) return undefined;
  if (sendBack !== null && !escrowWaitsForFloat(state)) return "it is being sent back already";
  return unappliedCents === 0 ? "all that came is applied, or gone again" : undefined;
}

/** An order to the rail that waits for our own balance is over with it, and so is the refund that asked for it. */
function returnOffPlatform({ escrow, reference, by, now }: EscrowActionCase): EscrowTransitions | Refusal {
  if (escrow.unappliedCents === 0) return [closeRest(escrow, { reference, by }, now)];
  const { sendBack, ...rest } = escrow;
  const free: Escrow = { ...rest, sendBack: null };
  const isRefund = sendBack?.closes === true;
  const amountCents = isRefund ? free.unappliedCents : returnableOf(free);
  const gone = returnUnappliedFunds(free, { amountCents, reference, by }, now);
  if (gone instanceof Refusal || !isRefund) return gone;
  return [...gone, ...closeRefund(gone.at(-1)?.next ?? free, now)];
}

function isBlockedRelease({ status, intent }: Escrow): boolean {
  return status === "release_pending" && intent === null;
}

function whyNotRetry(state: Escrow, now: Instant): string | undefined {
  if (!isBlockedRelease(state)) return "no release waits for a screen";
  if (state.payoutAddress === null) return "it has no payout address";
  return hasFreshScreen(state, state.payoutAddress, now)
    ? "its payout address passed within the last 15 minutes"
    : undefined;
}

function recordRetry({ escrow, screen, facts, now }: EscrowActionCase): EscrowTransitions | Refusal {
  if (!screen) return notAvailable("retry_screen", "it has changed since the provider was to be asked");
  return recordEscrowScreen(escrow, screen, facts, now);
}

/** The screen that awaits a person: the beneficiary's while a release is blocked, or the last one of where a refund was to go. */
function reviewedScreen(state: Escrow): EscrowScreen | undefined {
  const { screens, payoutAddress, heldCents, intent } = state;
  if (heldCents === 0 || intent !== null) return undefined;
  const ofRefund = screens.findLast(({ stage }) => stage === "refund");
  const beneficiary = isBlockedRelease(state) && payoutAddress !== null ? payoutAddress : undefined;
  const candidates = [beneficiary, ofRefund?.address].flatMap((address) =>
    address === undefined ? [] : (lastScreen(state, address) ?? []),
  );
  return candidates.find(({ outcome }) => outcome === "pending");
}

function whyNotVerdict(state: Escrow): string | undefined {
  return reviewedScreen(state)
    ? undefined
    : "no screen awaits manual review: a block is not overruled, and one without an answer has nothing to review";
}

/** A manual review's verdict: a screen of its own round, good for as long as any pass. It leaves the risk that the provider named as it is. */
function recordVerdict({ escrow, verdict, facts, by, now }: EscrowActionCase): EscrowTransitions {
  const last = reviewedScreen(escrow);
  if (!last) throw new Error("nothing awaits manual review");
  const { stage, address, ref } = last;
  const report: ScreenVerdict = {
    ...{ status: "complete", action: verdict === "pass" ? "allow" : "block", ref },
    riskLevel: last.risk as ScreenVerdict["riskLevel"],
  };
  const answer = { stage, address, round: escrowScreenRound(escrow), verdict: report, source: "operator" } as const;
  return recordEscrowScreen(escrow, answer, facts, now).map((transition) => ({
    ...transition,
    reason: `manual review of the ${stage} screen: ${verdict} (${by})`,
  }));
}

function whyNotResolve(state: Escrow): string | undefined {
  return openEscrowBreaks(state).length === 0 ? "nothing is open that does not add up" : undefined;
}

/** Operators say that what did not add up was dealt with outside. */
function resolveBreaks({ escrow, reference, by, now }: EscrowActionCase): EscrowTransitions {
  const open = openEscrowBreaks(escrow);
  const reconBreaks = escrow.reconBreaks.map((each) => (open.includes(each) ? { ...each, resolvedAt: now } : each));
  const kinds = open.map(({ kind }) => kind).join(", ");
  const reason = `${kinds} dealt with as ${reference} (${by})`;
  return [escrowTransition(escrow, { ...escrow, reconBreaks }, now, { reason })];
}
