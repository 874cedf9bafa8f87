import { dollars } from "../core/money.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import { unitsText } from "../core/units.ts";
import { unavailableLimitSeconds } from "../gate/screen-deadline.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { termsOf } from "../rails/terms.ts";
import { breakReason, firstReason, type ReviewLook } from "../review/review.ts";
import type { ReviewReason } from "../review/review-reason-code.ts";
import { isOnHold } from "./credit-suspension.ts";
import { floatDraw } from "./float.ts";
import { heldMoney, isBlocked, openBreaks } from "./held-funds.ts";
import { returnBreakText } from "./return-code-rules.ts";
import { listedReason, reportDeadline } from "./sanctions-hit.ts";
import { isEnded, type Settlement } from "./settlement.ts";
import { gateOutcome, unansweredScreens } from "./transitions.ts";

/** Why a settlement is in the queue, by its record alone; null where nothing of it is. */
export function reviewReason(state: Settlement): ReviewReason | null {
  return firstReason(looks, state);
}

type Look = ReviewLook<Settlement>;

const mismatched: Look = (state) => {
  const { mismatchCents, fiatInCents, payment, updatedAt } = state;
  if (state.status !== "collecting" || mismatchCents === null) return null;
  const reason = `${dollars(mismatchCents)} came where ${dollars(fiatInCents)} was expected; nothing is applied until operators decide`;
  return { kind: "amount_mismatch", reason, since: payment.receivedAt ?? updatedAt, deadline: null };
};

/** Only while nothing has happened since the unknown word. */
const railUnknown: Look = ({ status, unknownRailState, unknownRailAt, updatedAt }) => {
  if (isEnded(status) || unknownRailState === null || unknownRailAt !== updatedAt) return null;
  const reason = `the rail said "${unknownRailState}", which we do not know`;
  return { kind: "rail_unknown", reason, since: unknownRailAt, deadline: null };
};

/** Whether the second gate waits: it was asked, has given no answer, and nothing was paid out. */
export function isUnscreened(state: Settlement): boolean {
  const waits = unansweredScreens(state).length > 0 && !isOnHold(state);
  return waits && !isEnded(state.status) && !isPaidOut(state);
}

/** Whether the rail has been asked to pay out and taken it. */
function isPaidOut({ status, payment }: Settlement): boolean {
  return status === "settling" && payment.railState === "payout_submitted";
}

const unscreened: Look = (state) => {
  if (!isUnscreened(state)) return null;
  const silent = unansweredScreens(state);
  const since = silent[0]?.at ?? state.updatedAt;
  const deadline = addSeconds(since, unavailableLimitSeconds);
  const reason =
    gateOutcome(state) === "pending"
      ? "the wallet's screen before payout awaits manual review; declined at the deadline without a verdict"
      : `the wallet's screen before payout had no answer, asked ${silent.length} times; declined at the deadline without one`;
  return { kind: "screening", reason, since, deadline };
};

const parkedByVendor: Look = ({ status, parked }) => {
  if (isEnded(status) || parked === null) return null;
  const reason = `a vendor gave no answer (${parked.reason}); asked again by the same key at the deadline`;
  return { kind: "parked", reason, since: parked.since, deadline: parked.until };
};

const breakText: Readonly<Record<string, string>> = {
  ...returnBreakText,
  proof_after_return: "paid out on chain although the payer's money had gone back",
  payout_under_way: "the rail was paying out when the payer's money went back; it is asked how that ends",
  payout_failed_after_proof: "the rail says that a payout failed which it had proven before",
  return_unknown: "not sent back after all, but the rail may have been told",
  rail_unknown: "the rail said something that we do not know, after the settlement had ended",
  conversion_after_end: "converted after it had ended: the vendor holds stablecoin",
  conversion_unknown: "given up while the vendor may have converted: it may hold stablecoin",
  funds_after_failure: "the payer's money came after the collection had failed",
  late_funds_given_up:
    "the payer's money came after the cancel, by a transfer that its rail has given up: nothing is paid out of it",
  payout_amount_mismatch: "another amount was paid, or left the rail's wallet, than was ordered",
  reserve_amount_mismatch:
    "another amount was paid for the reserve, or left the rail's wallet for it, than was ordered",
  return_failed: "the rail did not send the payer's money back",
  return_after_refund: "the payer's bank took back money that had been sent back already",
};

/** What the coin's issuer has frozen the wallet of: held for the payer, kept in reserve, or not sent back. */
const frozen: Look = (state) => {
  const { reserve, updatedAt } = state;
  const stays = "nothing is ordered to it again";
  if (reserve?.status === "held" && reserve.frozenAt !== undefined) {
    const reason = `the coin's issuer has frozen the wallet: ${dollars(reserve.heldCents)} of a reserve are kept, and ${stays}`;
    return { kind: frozenByIssuer, reason, since: reserve.frozenAt, deadline: null };
  }
  const heldCents = heldMoney(state).tenantPayableCents;
  const notBack = openBreaks(state).find(({ kind }) => kind === frozenByIssuer);
  if (notBack) {
    const reason =
      "the coin's issuer has frozen the wallet that the payer's money was to be sent back from: return it outside the rail";
    return { kind: frozenByIssuer, reason, since: notBack.at, deadline: null };
  }
  if (state.failureCode !== frozenByIssuer || heldCents === 0 || state.status !== "failed") return null;
  const reason = `the coin's issuer has frozen ${state.destWallet}: ${dollars(heldCents)} is held, and ${stays}; return it to the payer, who can pay again once the tenant has another wallet`;
  return { kind: frozenByIssuer, reason, since: updatedAt, deadline: null };
};

const broken: Look = (state) => breakReason(openBreaks(state), breakText);

/** Money on its way back that costs more than it had bought, while our own balance in the wallet is short of the rest. */
const shortOfFloat: Look = (state) => {
  const { sendBack, usdtStable } = state;
  const needed = floatDraw(state);
  if (sendBack?.floatShortSince === undefined || needed === undefined) return null;
  const reason = `${dollars(sendBack.amountCents)} waits to be sent back: it takes ${unitsText(needed)} ${usdtStable} of our own balance in the wallet, which has less`;
  return { kind: "float_short", reason, since: sendBack.floatShortSince, deadline: null };
};

const moneyHeld: Look = (state) => {
  const { status, payment, updatedAt } = state;
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  if (tenantPayableCents + unappliedCents === 0 || status === "collecting") return null;
  // An extra is held since it came, so that its place does not move with every transition.
  const since = tenantPayableCents > 0 ? updatedAt : (payment.receivedAt ?? updatedAt);
  return { kind: "held", reason: heldWords(state), since, deadline: reportDeadline(state) };
};

function heldWords(state: Settlement): string {
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  const total = dollars(tenantPayableCents + unappliedCents);
  if (isBlocked(state))
    return `${total} is blocked: screening declined the wallet (${state.declineReason}), and nobody may overrule that or send the money anywhere`;
  if (tenantPayableCents === 0) return `${total} came beside what was expected and is applied to nothing`;
  const why = state.declineReason ?? state.failureReason ?? state.failureCode ?? state.status;
  return `${total} of the payer's is held since the settlement was ${state.status} (${why})`;
}

const inFlightWords: Readonly<Partial<Record<Settlement["status"], string>>> = {
  created: "the rail is being asked to collect",
  collecting: "waiting for the payer's money",
  screening: "the wallet is being screened before payout",
  screened: "about to be converted",
  converting: "being converted",
  settling: "paid out or about to be, waiting for the proof on chain",
};

/** A reserve that is due and kept, or on its way for too long. */
const reserveKept: Look = ({ reserve }) => {
  const stalledAt = reserve?.status === "releasing" && reserve.payout?.stalledAt;
  if (stalledAt) {
    const reason = `${dollars(reserve.heldCents)} of a reserve are being paid out, and the rail shows no proof`;
    return { kind: "reserve", reason, since: stalledAt, deadline: null };
  }
  if (!reserve?.blocked || reserve.status !== "held") return null;
  const { reason: why, at: since } = reserve.blocked;
  const reason = `${dollars(reserve.heldCents)} are kept in reserve (${why})`;
  return { kind: "reserve", reason, since, deadline: null };
};

/** The rail has taken longer than it may. */
const late: Look = (state) => {
  const { status, stalledAt, intent, createdAt } = state;
  if (stalledAt === null || (status !== "settling" && status !== "collecting")) return null;
  const reason =
    status === "settling"
      ? "the rail took the payout and has shown no proof on chain since"
      : "the payer's money has not come within the rail's limit";
  return { kind: "stalled", reason, since: intent?.at ?? createdAt, deadline: proofDeadline(state) };
};

function proofDeadline(state: Settlement): Instant | null {
  if (!isPaidOut(state)) return null;
  return addSeconds(state.intent?.at ?? state.updatedAt, termsOf(state.rail).proofLimitSeconds);
}

const inFlight: Look = (state) => {
  const { status, unappliedCents, fiatInCents, createdAt } = state;
  if (isEnded(status)) return null;
  const part = status === "collecting" && unappliedCents > 0;
  const reason = part
    ? `${dollars(unappliedCents)} of ${dollars(fiatInCents)} came; waiting for the rest`
    : (inFlightWords[status] ?? status);
  return { kind: "in_flight", reason, since: createdAt, deadline: proofDeadline(state) };
};

const onHold: Look = (state) => {
  const { creditHold } = state;
  if (creditHold === null || !isOnHold(state)) return null;
  const { program, since, until } = creditHold;
  const reason = `on hold before its screen until the payer's bank can take nothing back: the tenant's ${program} credit is suspended`;
  return { kind: "in_flight", reason, since, deadline: until };
};

/** In the order of their urgency. */
const looks: readonly Look[] = [
  listedReason,
  shortOfFloat,
  mismatched,
  railUnknown,
  unscreened,
  parkedByVendor,
  frozen,
  broken,
  moneyHeld,
  reserveKept,
  late,
  onHold,
  inFlight,
];
