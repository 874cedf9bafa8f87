import type { Instant } from "../../domain/core/time.ts";
import { escrowImbalances } from "../../domain/escrow/ledger.ts";
import { escrowBooksOf } from "../../domain/escrow/recon-balances.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../domain/reconciliation/escrow-recon-break.ts";
import { escrowRowOf, unreadableEscrowRow } from "../../domain/reconciliation/escrow-recon-row.ts";
import type { ReconLine } from "../../domain/reconciliation/line.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { allRows } from "../tenants/walk-store.ts";
import { atOnce, entriesOf, movesUnder, type ReconContext, stateIn } from "./read.ts";

/** A page of escrows: each one's own partition is read whole, and the rail is asked about all of them at once. */
export async function escrowLines(
  context: ReconContext,
  tenantId: string,
  listed: readonly Row[],
  now: Instant,
): Promise<ReconLine[]> {
  const partitions = await inOrder(listed, atOnce, ({ pk }) => allRows(context.store, pk));
  const read = partitions.map((rows) => ({ rows, state: stateIn(rows, escrowRecordType) }));
  const refs = read.flatMap(({ state }) => (state?.adapter === context.rail.name ? escrowRailRefsOf(state) : []));
  const transfers = Map.groupBy(await movesUnder(context, [...new Set(refs)]), ({ railRef }) => railRef);
  return read.map(({ rows, state }, at): ReconLine => {
    const { entries, broken } = entriesOf(rows);
    const books = escrowBooksOf(entries, state?.paidLeg ?? null);
    if (!state) {
      const row = unreadableEscrowRow(listed[at]?.pk ?? "", tenantId, books);
      return { kind: "escrow", row, breaks: [] };
    }
    const theirs = transfers.get(state.funding?.railRef ?? "") ?? [];
    const breaks = state.adapter === context.rail.name ? escrowBreaksOf(state, books, theirs, now) : [];
    const unbalanced = [...broken, ...escrowImbalances(state, books)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return { kind: "escrow", row: escrowRowOf(state, books, theirs, { unbalanced, breaks: kinds }), breaks };
  });
}
