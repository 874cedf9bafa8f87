import { lastSeenAt } from "../core/record-break.ts";
import type { WaitingFor, WaitingReason } from "../core/waiting-for.ts";
import { fundingsOf, unappliedOf } from "./collections.ts";
import { type Escrow, isEscrowEnded, isHolding, outstandingFunding } from "./escrow.ts";
import { lastScreen } from "./gate.ts";
import { isRestHeld } from "./rest.ts";
import { openEscrowBreaks } from "./review.ts";

type Look = (state: Escrow) => WaitingFor | null;

/** What the money of an escrow waits for, by its record alone; null once nothing is left to happen. `approval` is a decision of its tenant or of its approvers: a release, a refund, a milestone, an approval. */
export function escrowWaitsFor(state: Escrow): WaitingFor | null {
  for (const look of looks) {
    const seen = look(state);
    if (seen) return seen;
  }
  return null;
}

/** A payout that the rail has not been heard of, or that waits for its proof. */
const payingOut: Look = ({ intent, parked }) => {
  if (intent === null) return null;
  if (parked) return { reason: "vendor", since: parked.since, until: parked.until };
  return { reason: intent.submitted ? "proof" : "vendor", since: intent.at, until: null };
};

/** Money on its way back to the bank it came from waits for our own balance, or for the rail. */
const goingBack: Look = ({ sendBack }) => {
  if (sendBack === null) return null;
  const { floatShortSince, cost, at, lookAt: until } = sendBack;
  const isShort = floatShortSince !== undefined && cost === undefined;
  return { reason: isShort ? "float" : "vendor", since: isShort ? floatShortSince : at, until };
};

/** A word of the rail's that nobody knows, until something has happened since. */
const unknownWord: Look = (state) => {
  const word = openEscrowBreaks(state).find(({ kind }) => kind === "rail_unknown");
  const isNews = word !== undefined && !isEscrowEnded(state.status) && lastSeenAt(word) === state.updatedAt;
  return isNews ? { reason: "operator_review", since: lastSeenAt(word), until: null } : null;
};

/** Since when money lies with us that is applied to nothing. */
function unappliedSince(state: Escrow): string {
  const [first] = fundingsOf(state).filter((each) => unappliedOf(state, each) > 0);
  return first?.receivedAt ?? first?.at ?? state.updatedAt;
}

/** A deposit: what came of it is the start of it, or is another amount. */
const collecting: Look = (state) => {
  const { status, funding, unappliedCents, amountCents, createdAt, expiryLookAt: until } = state;
  if (status !== "created" && status !== "awaiting_funds") return null;
  const outstanding = outstandingFunding(state);
  const ofPresent = funding ? unappliedOf(state, funding) : 0;
  const waitsForRest = outstanding && unappliedCents === ofPresent && ofPresent < amountCents;
  if (unappliedCents > 0 && !waitsForRest) return { reason: "amount_mismatch", since: unappliedSince(state), until };
  if (outstanding?.railRef === null) return { reason: "vendor", since: outstanding.at, until };
  return { reason: "payer_funds", since: outstanding?.at ?? createdAt, until };
};

/** Reasons of operators, and of a screen, by what is unmet; of anything else its tenant decides. */
const unmetReasons: Readonly<Record<string, WaitingReason>> = {
  dispute_open: "operator_review",
  screening_declined: "operator_review",
  screening_incomplete: "screening_review",
  screening_unavailable: "screening_unavailable",
  refund_screening_declined: "operator_review",
  refund_screening_incomplete: "screening_review",
  refund_screening_unavailable: "screening_unavailable",
};

/** A release that was asked for, or whose rest is still here: what its tenant can do comes before what it cannot. */
const blocked: Look = (state) => {
  const { status, unmet, blockedAt, updatedAt } = state;
  const isStuck = isRestHeld(state);
  if (status !== "release_pending" && !isStuck) return null;
  const reasons = unmet.map((each): WaitingReason => unmetReasons[each] ?? "approval");
  const reason = reasons.includes("approval") ? "approval" : (reasons[0] ?? (isStuck ? "operator_review" : "approval"));
  return { reason, since: screenedAt(state, reason) ?? blockedAt ?? updatedAt, until: null };
};

/** When the screen was made that brought no verdict. */
function screenedAt(state: Escrow, reason: WaitingReason): string | undefined {
  const outcome = { screening_review: "pending", screening_unavailable: "unavailable" }[reason as string];
  const screens = [state.payoutAddress, state.refundAddress].flatMap((address) =>
    address === null ? [] : (lastScreen(state, address) ?? []),
  );
  return screens.find((each) => each.outcome === outcome)?.at;
}

/** Money that is held, until its tenant releases it, or refunds it after its payout failed. */
const held: Look = (state) => {
  const { heldCents, fundedAt, updatedAt } = state;
  if (heldCents === 0) return null;
  return { reason: "approval", since: (isHolding(state) ? fundedAt : null) ?? updatedAt, until: null };
};

/** What came and is applied to nothing, once the rest has gone. */
const unapplied: Look = (state) =>
  state.unappliedCents === 0 ? null : { reason: "operator_review", since: unappliedSince(state), until: null };

/** The first that holds. */
const looks: readonly Look[] = [payingOut, goingBack, unknownWord, collecting, blocked, held, unapplied];
