import { addSeconds } from "../core/time.ts";
import type { WaitingFor } from "../core/waiting-for.ts";
import { unavailableLimitSeconds } from "../gate/screen-deadline.ts";
import { isOnHold } from "./credit-suspension.ts";
import { expiresAt } from "./expiry.ts";
import { heldMoney, isPayoutLeftBehind } from "./held-funds.ts";
import { isPayoutUnanswered } from "./late-payout.ts";
import { isUnscreened } from "./review-reason.ts";
import { isEnded, type Settlement } from "./settlement.ts";
import { gateOutcome, unansweredScreens } from "./transitions.ts";

type Look = (state: Settlement) => WaitingFor | null;

/** What the money of a settlement waits for, by its record alone; null while it moves by itself, and once nothing is left to happen. */
export function settlementWaitsFor(state: Settlement): WaitingFor | null {
  for (const look of looks) {
    const seen = look(state);
    if (seen) return seen;
  }
  return null;
}

/** Money on its way back to the payer waits for our own balance, or for the rail. */
const goingBack: Look = ({ sendBack, updatedAt }) => {
  if (sendBack === null) return null;
  const { floatShortSince, cost, at = updatedAt, lookAt: until } = sendBack;
  const isShort = floatShortSince !== undefined && cost === undefined;
  return { reason: isShort ? "float" : "vendor", since: isShort ? floatShortSince : at, until };
};

const mismatched: Look = ({ status, mismatchCents, payment, updatedAt }) =>
  status === "collecting" && mismatchCents !== null
    ? { reason: "amount_mismatch", since: payment.receivedAt ?? updatedAt, until: null }
    : null;

/** A word of the rail's that nobody knows, until something has happened since. */
const unknownWord: Look = ({ status, unknownRailState, unknownRailAt, updatedAt }) =>
  !isEnded(status) && unknownRailState !== null && unknownRailAt === updatedAt
    ? { reason: "operator_review", since: unknownRailAt, until: null }
    : null;

const unscreened: Look = (state) => {
  if (!isUnscreened(state)) return null;
  const since = unansweredScreens(state)[0]?.at ?? state.updatedAt;
  const reason = gateOutcome(state) === "pending" ? "screening_review" : "screening_unavailable";
  return { reason, since, until: addSeconds(since, unavailableLimitSeconds) };
};

const parkedByVendor: Look = ({ status, parked }) =>
  isEnded(status) || parked === null ? null : { reason: "vendor", since: parked.since, until: parked.until };

/** While the tenant's program credit is suspended; operators may reinstate it sooner. */
const onHold: Look = (state) =>
  state.creditHold !== null && isOnHold(state)
    ? { reason: "operator_review", since: state.creditHold.since, until: state.creditHold.until }
    : null;

const collecting: Look = (state) => {
  const { status, payment, intent, createdAt } = state;
  if (status === "created") return { reason: "vendor", since: createdAt, until: null };
  if (status !== "collecting") return null;
  return { reason: "payer_funds", since: intent?.at ?? createdAt, until: payment.presentAt ?? expiresAt(state) };
};

const converting: Look = ({ status, intent, updatedAt }) =>
  status === "converting" ? { reason: "vendor", since: intent?.at ?? updatedAt, until: null } : null;

const settling: Look = ({ status, payment, intent, updatedAt }) => {
  if (status !== "settling") return null;
  const isTaken = payment.railState === "payout_submitted";
  return { reason: isTaken ? "proof" : "vendor", since: intent?.at ?? updatedAt, until: null };
};

/** A payout that the settlement's end has overtaken: the rail is asked how it ended. */
const payoutOpen: Look = (state) =>
  isPayoutLeftBehind(state) || isPayoutUnanswered(state)
    ? { reason: "vendor", since: state.intent?.at ?? state.updatedAt, until: null }
    : null;

/** What is held of the payer's money, and what is applied to nothing. */
const held: Look = (state) => {
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  if (tenantPayableCents + unappliedCents === 0) return null;
  const since = tenantPayableCents > 0 ? state.updatedAt : (state.payment.receivedAt ?? state.updatedAt);
  return { reason: "operator_review", since, until: null };
};

/** The first that holds. */
const looks: readonly Look[] = [
  goingBack,
  mismatched,
  unknownWord,
  unscreened,
  parkedByVendor,
  onHold,
  collecting,
  converting,
  settling,
  payoutOpen,
  held,
];
