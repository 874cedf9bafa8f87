import type { Instant } from "../core/time.ts";
import type { RailTransfer } from "../rails/transfer.ts";
import type { LedgerEntry } from "../settlement/ledger.ts";
import { differenceOf, type ReconBreak } from "./break.ts";
import { type FeeSweep, sweepExchangeCents } from "./fee-sweep.ts";

/** How a sweep and the rail's own list of it differ: one that left must be there with its amount, and one that did not must not. */
export function feeSweepBreaks(state: FeeSweep, transfers: readonly RailTransfer[], now: Instant): ReconBreak[] {
  const { id: feeSweepId, tenantId, transferRef: railRef, status, units, updatedAt } = state;
  const theirs = transfers.filter(({ kind, state: done }) => kind === "sweep" && done === "done");
  const isGone = status === "proven";
  const differs = differenceOf(
    {
      ...{ kind: "sweep", theirs, ours: isGone ? units : null, bookedAt: isGone ? updatedAt : null },
      total: theirs.length === 0 ? null : theirs.map(({ amount }) => amount ?? "0").join(" + "),
    },
    now,
  );
  if (!differs) return [];
  return [
    { settlementId: null, escrowId: null, feeSweepId, tenantId, railRef, ...differs, at: differs.at ?? updatedAt },
  ];
}

/** Whether a sweep's own entries say that what left came to our wallet: its cents once it is proven, and the difference where another amount left; nothing before. */
export function isSweepBooked(state: FeeSweep, entries: readonly LedgerEntry[]): boolean {
  const sums: Record<string, number> = {};
  for (const { account, amountCents: cents } of entries.flatMap(({ postings }) => postings))
    sums[account] = (sums[account] ?? 0) + cents;
  const booked = state.status === "proven" ? state.amountCents : 0;
  const lost = sweepExchangeCents(state);
  const isOurs = (sums.operator_wallet ?? 0) === booked && (sums.fx_gain_loss ?? 0) === lost;
  return isOurs && (sums.rail_clearing ?? 0) === 0 - booked - lost;
}
