import type { Instant } from "../../domain/core/time.ts";
import { conditionsOf, type ReleaseFacts } from "../../domain/escrow/conditions.ts";
import { type Escrow, isEscrowEnded, isHolding } from "../../domain/escrow/escrow.ts";

/** A status as a heading of its own, for buyer and seller. */
export function statusLabel(state: Escrow): string {
  const { status, intent, sendBack, fundedAt, refundedCents, paidLeg, heldCents } = state;
  if (intent?.leg === "rest") return words.partly;
  if (intent !== null) return intent.leg === "release" ? "Being paid out to the seller" : "Being returned to the buyer";
  if (paidLeg === "release" && heldCents > 0) return words.partly;
  if (sendBack?.closes) return "Being returned to the buyer";
  if (status === "refunded")
    return fundedAt === null && refundedCents === 0 ? "Closed without a payment" : "Returned to the buyer";
  if (status === "failed") return failedWords(state);
  return words[status];
}

function failedWords({ heldCents, fundedAt, paidLeg }: Escrow): string {
  // A payout that was refused first can prove itself all the same.
  if (paidLeg === "release") return words.released;
  if (heldCents > 0) return "Held: a payout did not go through";
  return fundedAt === null ? "The payment did not go through" : "Taken back by the buyer’s bank";
}

const words: Readonly<Record<Exclude<Escrow["status"], "refunded" | "failed"> | "partly", string>> = {
  partly: "Paid out to the seller; the rest is being returned to the buyer",
  created: "Waiting for the buyer’s payment",
  awaiting_funds: "Waiting for the buyer’s payment",
  funded: "Held in escrow",
  release_pending: "Held in escrow: a release was asked for and cannot be made yet",
  released: "Paid out to the seller",
  expired: "Expired",
};

/** What a move in the history was, in a few words. */
export function moveTo(to: string, state: Escrow): string {
  return to === "refunded" ? statusLabel(state) : (moveWords[to] ?? to);
}

const moveWords: Readonly<Record<string, string>> = {
  awaiting_funds: "Opened; waiting for the buyer’s payment",
  funded: "Paid by the buyer; the whole amount is held",
  release_pending: "A release was asked for and could not be made yet",
  released: "Paid out to the seller",
  expired: "Expired before it was paid",
  failed: "A payment did not go through",
};

/** Where the money is and what becomes of it, by what has happened so far. */
export function moneyLabels(state: Escrow): string {
  const { status, intent, heldCents, unappliedCents } = state;
  const text = escrowedWords(state);
  const isOver = isEscrowEnded(status) || status === "failed";
  if (!isOver || intent !== null) return text;
  if (unappliedCents > 0) return `${text} ${looseWords}`;
  return heldCents > 0 ? text : `${text} Nothing is held.`;
}

const looseWords =
  "Money came that is not part of this escrow. It is still here, and where it goes is being looked at.";

function escrowedWords(state: Escrow): string {
  const { status, intent, sendBack, unappliedCents, paidLeg, heldCents, returnedCents } = state;
  if (paidLeg === "release" && heldCents > 0)
    return "The seller has received what was released, less the fee. The rest is still here and goes back to the buyer.";
  if (intent !== null)
    return intent.leg === "release"
      ? "The payout to the seller was ordered. It is done once there is proof of it."
      : "The return of the whole amount to the buyer was ordered. It is done once there is proof of it.";
  if (sendBack?.closes) return "What came is being sent back to the bank that it came from, which can take days.";
  switch (status) {
    case "created":
    case "awaiting_funds":
      return unappliedCents > 0
        ? "Money has come that is not, or not yet, the whole amount. Nothing is in escrow until the whole amount is there."
        : "No money has come yet. Once the whole amount is there it is held until the release, or returned to the buyer.";
    case "funded":
    case "release_pending":
      return "The whole amount is held. On release the seller receives it less the fee; on a refund the buyer gets all of it back, without a fee.";
    case "released":
      return returnedCents > 0
        ? "The seller has received what was released, less the fee. The rest went back to the buyer."
        : releasedText;
    case "refunded":
      return refundedWords(state);
    case "expired":
      return "The time to pay is over.";
    case "failed":
      return failedMoneyWords(state);
    default:
      throw new Error(`unknown status ${status satisfies never}`);
  }
}

const releasedText = "The seller has received the amount less the fee.";

function refundedWords({ fundedAt, paidLeg, refundedCents }: Escrow): string {
  if (fundedAt === null && refundedCents > 0) return "All that came was sent back to the bank that it came from.";
  if (paidLeg === "refund") return "The buyer got the whole amount back, without a fee.";
  return fundedAt === null ? "It was closed before it was paid." : "It was closed without a payout.";
}

function failedMoneyWords({ heldCents, fundedAt, paidLeg }: Escrow): string {
  if (paidLeg === "release") return releasedText;
  if (heldCents > 0) return "The whole amount is still held. It can now only be returned to the buyer, without a fee.";
  return fundedAt === null ? "The payment into escrow did not go through." : "The buyer’s bank took the payment back.";
}

/** What has to happen next, a line each; none where nothing is awaited. */
export function nextStepLabel(state: Escrow, facts: ReleaseFacts, now: Instant): string[] {
  const { status, intent, sendBack, expiresAt, heldCents, paidLeg } = state;
  if (sendBack?.closes) return ["The return of the money to the buyer’s bank."];
  if (intent !== null) return ["The proof of the payment that was ordered."];
  if (paidLeg === "release" && heldCents > 0) return ["The return of the rest to the buyer."];
  if (status === "awaiting_funds" || status === "created") {
    const until = expiresAt === null ? "" : ` until ${minute(expiresAt)}`;
    return [`The buyer’s payment of the whole amount${until}.`];
  }
  if (status === "failed" && heldCents > 0) return ["The return of the amount to the buyer."];
  if (!isHolding(state)) return [];
  const unmet = status === "release_pending" ? state.unmet : conditionsOf(state, facts, now);
  const open = [...new Set(unmet.flatMap((token) => conditionText(token, status) ?? []))];
  return open.length > 0 ? open : ["The release. Nothing else stands in its way."];
}

/** A condition without names: who rejected, and what a check of whom said, is nobody’s to read here. */
function conditionText(token: string, status: Escrow["status"]): string | undefined {
  const [name = "", detail = ""] = token.split(/:(.*)/s);
  const many = Number(detail);
  if (name === "milestones_incomplete") return `${many} more ${many === 1 ? "milestone" : "milestones"}.`;
  if (name === "approvals_missing") return `${many} more ${many === 1 ? "approval" : "approvals"}.`;
  if (name === "approval_rejected") return "A rejection has to be taken back, or the amount returned to the buyer.";
  if (name === "dispute_open") return "The end of a dispute.";
  if (name === "refund_address_required") return "Where the buyer gets back what was cancelled.";
  if (name === "refund_unsupported" || name === "amount_too_small")
    return "Another way: as things stand it cannot be released.";
  if (name === "payout_address_missing") return "Where the seller is to be paid.";
  // The check of where the money goes is made anew at the release: before it was asked for nothing is missing.
  return status === "release_pending" ? "A check that every payout has to pass." : undefined;
}

export function minute(at: Instant): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
