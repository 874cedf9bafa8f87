import { centsText, convertCents } from "../core/money.ts";
import type { Instant } from "../core/time.ts";
import type { Escrow } from "../escrow/escrow.ts";
import type { EscrowBooks } from "../escrow/recon-balances.ts";
import { escrowReviewReason, openEscrowBreaks } from "../escrow/review.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import { compareFiat, comparePayout, differences, type ReconBreak } from "./break.ts";

/** The references under which the rail has moved something for an escrow: its deposit's, and those of payouts that have their own. */
export function escrowRailRefsOf({ funding, intent, payoutRef, pastPayouts }: Escrow): string[] {
  const refs = [funding?.railRef, payoutRef, intent?.transferRef];
  const all = [...refs, ...pastPayouts.map(({ transferRef }) => transferRef)];
  return [...new Set(all.filter((ref) => ref != null))];
}

/** What was ordered out and proven, as the rail's list has it: payouts that had come to nothing first, then the one that took what was held. */
export function escrowPaidOut(state: Escrow): string | null {
  const { paidLeg, releaseTxHash, refundTxHash, pastPayouts, netCents, amountCents } = state;
  const late = pastPayouts.filter(({ txHash }) => txHash !== null);
  const proof = paidLeg === "release" ? releaseTxHash : refundTxHash;
  const isOwn = paidLeg !== null && !late.some(({ txHash }) => txHash === proof);
  const own = convertCents(paidLeg === "release" ? netCents : amountCents, "1");
  const out = [...late.map(({ amount }) => amount), ...(isOwn ? [own] : [])];
  return out.length === 0 ? null : out.join(" + ");
}

/** Every way in which an escrow's ledger, its record and the rail's own list differ. */
export function escrowBreaksOf(
  state: Escrow,
  books: EscrowBooks,
  transfers: readonly RailTransfer[],
  now: Instant,
): ReconBreak[] {
  const { id: escrowId, tenantId, funding, updatedAt } = state;
  const named = { settlementId: null, escrowId, tenantId, railRef: funding?.railRef ?? null };
  // What operators sent back outside the rail is not on its list.
  const byRail = books.returned.amountCents - state.sentBackCents;
  const compared = [
    compareFiat("collection", books.collected, transfers),
    comparePayout(escrowPaidOut(state), books.paidOut, transfers),
    compareFiat("return", { ...books.returned, amountCents: byRail }, transfers),
  ];
  const own = ownBreaks(state).map((each): ReconBreak => ({ about: "record", ...named, ...each }));
  return [...differences({ ...named, updatedAt }, compared, now), ...own];
}

/** What the record itself holds open: money that is applied to nothing, and what came out of turn. */
function ownBreaks(state: Escrow): Pick<ReconBreak, "kind" | "ours" | "theirs" | "at">[] {
  const stored = openEscrowBreaks(state).map(({ kind, at }) => ({ kind, ours: null, theirs: null, at }));
  const seen = escrowReviewReason(state);
  if (seen?.kind !== "amount_mismatch") return stored;
  const ours = centsText(state.amountCents);
  return [{ kind: "amount_mismatch", ours, theirs: centsText(state.unappliedCents), at: seen.since }, ...stored];
}
