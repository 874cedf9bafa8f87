import { centsText } from "../core/money.ts";
import type { Instant } from "../core/time.ts";
import { fundingsOf } from "../escrow/collections.ts";
import type { Escrow } from "../escrow/escrow.ts";
import { escrowReviewReason, openEscrowBreaks } from "../escrow/review.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import type { RecordLedger } from "../settlement/ledger.ts";
import { differences, type ReconBreak, type RecordComparison } from "./break.ts";

/** The references under which the rail has moved something for an escrow: its deposits', and those of payouts and returns that have their own. */
export function escrowRailRefsOf(state: Escrow): string[] {
  const { intent, payoutRef, restRef, pastPayouts, sendBack } = state;
  const refs = [payoutRef, restRef, intent?.transferRef, sendBack?.transferRef];
  const ofFundings = fundingsOf(state).flatMap(({ railRef, returnRef }) => [railRef, returnRef]);
  const all = [...ofFundings, ...refs, ...pastPayouts.map(({ transferRef }) => transferRef)];
  return [...new Set(all.filter((ref) => ref != null))];
}

/** What was ordered out and proven, as the rail's list has it: payouts that had come to nothing first, then those that took what was held. */
export function escrowPaidOut(state: Escrow): string | null {
  const { paidLeg, paidOut, restOut, releaseTxHash, refundTxHash, pastPayouts } = state;
  const late = pastPayouts.filter(({ txHash }) => txHash !== null);
  const proof = paidLeg === "release" ? releaseTxHash : refundTxHash;
  const own = (hash: string | null, amount: string | null) =>
    amount === null || late.some(({ txHash }) => txHash === hash) ? [] : [amount];
  const main = paidLeg === null ? [] : own(proof, paidOut);
  const out = [...late.map(({ amount }) => amount), ...main, ...own(refundTxHash, restOut)];
  return out.length === 0 ? null : out.join(" + ");
}

export function escrowBreaksOf(
  state: Escrow,
  ledger: RecordLedger,
  transfers: readonly RailTransfer[],
  now: Instant,
): ReconBreak[] {
  const { id: escrowId, tenantId, funding, updatedAt, sentBackCents: offRailCents } = state;
  const record = { settlementId: null, escrowId, tenantId, railRef: funding?.railRef ?? null };
  const ordered = escrowPaidOut(state);
  return differences({ record, updatedAt, ledger, transfers, ordered, offRailCents, own: ownBreaks(state) }, now);
}

/** What the record itself holds open: money that is applied to nothing, and what came out of turn. */
function ownBreaks(state: Escrow): RecordComparison["own"] {
  const stored = openEscrowBreaks(state).map(({ kind, at }) => ({ kind, ours: null, theirs: null, at }));
  const seen = escrowReviewReason(state);
  if (seen?.kind !== "amount_mismatch") return stored;
  const ours = centsText(state.amountCents);
  return [{ kind: "amount_mismatch", ours, theirs: centsText(state.unappliedCents), at: seen.since }, ...stored];
}
