import { dollars } from "../core/money.ts";
import { addSeconds } from "../core/time.ts";
import { unitsText } from "../core/units.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { termsOf } from "../rails/terms.ts";
import { breakReason, firstReason, type ReviewLook } from "../review/review.ts";
import type { ReviewReason, ReviewReasonCode } from "../review/review-reason-code.ts";
import { returnBreakText } from "../settlement/return-code-rules.ts";
import { unappliedOf } from "./collections.ts";
import { type Escrow, outstandingFunding } from "./escrow.ts";
import { escrowFloatDraw } from "./float.ts";
import { legText } from "./release.ts";
import { isRestHeld } from "./rest.ts";
import { escrowListedReason, escrowReportDeadline } from "./sanctions-hit.ts";

/** Why an escrow can be in the review queue, the most urgent first. */
export const escrowReviewKinds = [
  "listed",
  "float_short",
  "amount_mismatch",
  "parked",
  "frozen_by_issuer",
  "recon_break",
  "held",
  "blocked",
  "in_flight",
] as const satisfies readonly ReviewReasonCode[];

type Look = ReviewLook<Escrow>;

/** Why an escrow is in the queue, by its record alone; null where nothing of it is. */
export function escrowReviewReason(state: Escrow): ReviewReason | null {
  return firstReason(looks, state);
}

/** Money that is applied to nothing, and that no more money will make exact; what is on its way back waits for the rail. */
const mismatched: Look = (state) => {
  const { unappliedCents, amountCents, status, funding, createdAt, sendBack } = state;
  if (sendBack?.amountCents === unappliedCents) return null;
  const ofPresent = funding ? unappliedOf(state, funding) : 0;
  const waitsForRest = outstandingFunding(state) && unappliedCents === ofPresent && ofPresent < amountCents;
  if (unappliedCents === 0 || waitsForRest) return null;
  const reason =
    status === "awaiting_funds"
      ? `${dollars(unappliedCents)} came where ${dollars(amountCents)} was expected; nothing is held until operators decide`
      : `${dollars(unappliedCents)} came beside what was expected and is applied to nothing`;
  return { kind: "amount_mismatch", reason, since: funding?.at ?? createdAt, deadline: null };
};

const parkedByRail: Look = ({ parked, intent }) => {
  if (intent === null || parked === null) return null;
  const reason = `the rail gave no answer to the ${legText(intent.leg)} (${parked.reason}); asked again by the same key at the deadline`;
  return { kind: "parked", reason, since: parked.since, deadline: parked.until };
};

const breakText: Readonly<Record<string, string>> = {
  ...returnBreakText,
  proof_after_refusal: "paid out on chain although the rail had refused it, or did not know it",
  payout_amount_mismatch: "another amount was paid, or left the rail's wallet, than was ordered",
  return_in_flight: "the payer's bank took the money back while it was being paid out",
  return_after_release: "the payer's bank took the money back after it was released",
  return_after_refund: "the payer's bank took back money that had been refunded already",
  return_failed: "the rail did not send money back to the bank it came from",
};

/** What does not add up and nobody has dealt with. */
export function openEscrowBreaks({ reconBreaks }: Escrow): Escrow["reconBreaks"] {
  return reconBreaks.filter(({ resolvedAt }) => resolvedAt === undefined);
}

const broken: Look = (state) => breakReason(openEscrowBreaks(state), breakText);

/** What is held since the coin's issuer has frozen where it was to go, or where it was to be sent back from. */
const frozen: Look = (state) => {
  const { heldCents, intent, failureCode, updatedAt } = state;
  const notBack = openEscrowBreaks(state).find(({ kind }) => kind === frozenByIssuer);
  if (notBack) {
    const reason =
      "the coin's issuer has frozen the wallet that money was to be sent back from: return it outside the rail";
    return { kind: frozenByIssuer, reason, since: notBack.at, deadline: null };
  }
  if (failureCode !== frozenByIssuer || heldCents === 0 || intent !== null) return null;
  const reason = `the coin's issuer has frozen the address: ${dollars(heldCents)} is held, nothing is ordered to it again, and a refund has to name another one`;
  return { kind: frozenByIssuer, reason, since: updatedAt, deadline: escrowReportDeadline(state) };
};

/** Money on its way back that costs more than it had bought, while our own balance in the wallet is short of the rest. */
const shortOfFloat: Look = (state) => {
  const { sendBack, payoutStable } = state;
  const needed = escrowFloatDraw(state);
  if (sendBack?.floatShortSince === undefined || needed === undefined) return null;
  const reason = `${dollars(sendBack.amountCents)} waits to be sent back: it takes ${unitsText(needed)} ${payoutStable} of our own balance in the wallet, which has less`;
  return { kind: "float_short", reason, since: sendBack.floatShortSince, deadline: null };
};

/** What a release left with us, because its return failed: operators order it again, or return it. */
const restHeld: Look = (state) => {
  if (!isRestHeld(state)) return null;
  const { heldCents, failureReason, unmet, updatedAt } = state;
  const because = unmet.length > 0 ? unmet.join(", ") : (failureReason ?? "it was not sent");
  const reason = `${dollars(heldCents)} is left of a release that was paid, and its return to the buyer did not go through (${because})`;
  return { kind: "held", reason, since: updatedAt, deadline: escrowReportDeadline(state) };
};

/** What a failed payout left with us: it can only be refunded. */
const stillHeld: Look = (state) => {
  const { status, heldCents, intent, failureReason, failureCode, updatedAt } = state;
  if (status !== "failed" || heldCents === 0 || intent !== null) return null;
  const reason = `${dollars(heldCents)} is held since its payout failed (${failureReason ?? failureCode}); it must be refunded`;
  return { kind: "held", reason, since: updatedAt, deadline: escrowReportDeadline(state) };
};

const releaseBlocked: Look = (state) => {
  const { status, unmet, intent, blockedAt, updatedAt } = state;
  if (status !== "release_pending" || intent !== null) return null;
  const reason =
    unmet.length === 0
      ? "a release was asked for and blocked; nothing stands in its way any more, and it waits to be asked for again"
      : `a release was asked for and is blocked: ${unmet.join(", ")}`;
  return { kind: "blocked", reason, since: blockedAt ?? updatedAt, deadline: escrowReportDeadline(state) };
};

/** A return to a bank takes days: by then somebody asks the rail. */
const returnLimitSeconds = 5 * 86_400;

/** A payout that is under way, a return, or a deposit that is waited for. */
const inFlight: Look = (state) => {
  const { intent, sendBack, adapter, unappliedCents, amountCents } = state;
  if (intent !== null) {
    const deadline = addSeconds(intent.at, termsOf(adapter).proofLimitSeconds);
    const text = intent.submitted ? "taken by the rail, waiting for the proof on chain" : "being ordered";
    const reason = `its ${legText(intent.leg)} of ${dollars(intent.amountCents)} is ${text}`;
    return { kind: "in_flight", reason, since: intent.at, deadline };
  }
  if (sendBack !== null) {
    const reason = `${dollars(sendBack.amountCents)} is being sent back to the bank it came from`;
    return { kind: "in_flight", reason, since: sendBack.at, deadline: addSeconds(sendBack.at, returnLimitSeconds) };
  }
  const funding = outstandingFunding(state);
  if (!funding) return null;
  const reason =
    unappliedCents > 0
      ? `${dollars(unappliedCents)} of ${dollars(amountCents)} came; waiting for the rest`
      : "waiting for the buyer's money";
  return { kind: "in_flight", reason, since: funding.at, deadline: null };
};

/** In the order of their urgency. */
const looks: readonly Look[] = [
  escrowListedReason,
  shortOfFloat,
  mismatched,
  parkedByRail,
  frozen,
  broken,
  restHeld,
  stillHeld,
  releaseBlocked,
  inFlight,
];
