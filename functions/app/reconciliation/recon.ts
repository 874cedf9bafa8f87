import type { Instant } from "../../domain/core/time.ts";
import { escrowImbalances, escrowLedgerOf } from "../../domain/escrow/ledger.ts";
import { breaksOf, railRefsOf } from "../../domain/reconciliation/break.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../domain/reconciliation/escrow-recon-break.ts";
import { escrowRowOf, unreadableEscrowRow } from "../../domain/reconciliation/escrow-recon-row.ts";
import type { ReconLine } from "../../domain/reconciliation/line.ts";
import { reconRowOf, unreadableRow } from "../../domain/reconciliation/row.ts";
import { imbalances, ledgerOf } from "../../domain/settlement/ledger.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { listPartition } from "../core/row-keys.ts";
import { refuseTooLate } from "../core/time-budget.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { allRows, monthlyPages, tenantsBefore } from "../tenants/walk-store.ts";
import { atOnce, entriesOf, movesUnder, type ReconContext, type ReconScope, stateIn } from "./read.ts";
import { strayLines } from "./recon-unmatched.ts";

/** Every line of a reconciliation, settlements before escrows, a page at a time: what is held in memory does not grow with their number. */
export async function* reconLines(context: ReconContext, scope: ReconScope): AsyncGenerator<ReconLine> {
  const now = context.clock.now();
  if (scope.type !== "escrow") yield* recordLines(context, scope, settlementRecordType.type, settlementLines, now);
  if (scope.type !== "settlements") yield* recordLines(context, scope, escrowRecordType.type, escrowLines, now);
  yield* strayLines(context, scope, now);
}

type LinesOf = (context: ReconContext, tenantId: string, listed: readonly Row[], now: Instant) => Promise<ReconLine[]>;

/** The lines of every record of a noun that was created in the stretch of time. */
async function* recordLines(
  context: ReconContext,
  scope: ReconScope,
  noun: string,
  linesOf: LinesOf,
  now: Instant,
): AsyncGenerator<ReconLine> {
  for await (const tenant of tenantsBefore(context.store, scope.to, scope.owner)) {
    const partition = (month: string) => listPartition(tenant.id, noun, month);
    const from = tenant.createdAt > scope.from ? tenant.createdAt : scope.from;
    for await (const rows of monthlyPages(context.store, "list", partition, { from, to: scope.to })) {
      refuseTooLate(context);
      yield* await linesOf(context, tenant.id, rows, now);
    }
  }
}

/** A page of settlements: each one's own partition is read whole, and the rail is asked about all of them at once. */
async function settlementLines(
  context: ReconContext,
  tenantId: string,
  listed: readonly Row[],
  now: Instant,
): Promise<ReconLine[]> {
  const partitions = await inOrder(listed, atOnce, ({ pk }) => allRows(context.store, pk));
  const read = partitions.map((rows) => ({ rows, state: stateIn(rows, settlementRecordType) }));
  const refs = read.flatMap(({ state }) => (state?.rail === context.rail.name ? railRefsOf(state) : []));
  const transfers = Map.groupBy(await movesUnder(context, [...new Set(refs)]), ({ railRef }) => railRef);
  return read.map(({ rows, state }, at): ReconLine => {
    const { entries, broken } = entriesOf(rows);
    const ledger = ledgerOf(entries);
    if (!state) return { kind: "settlement", row: unreadableRow(listed[at]?.pk ?? "", tenantId, ledger), breaks: [] };
    const theirs = transfers.get(state.payment.railRef ?? "") ?? [];
    const breaks = state.rail === context.rail.name ? breaksOf(state, ledger, theirs, now) : [];
    const unbalanced = [...broken, ...imbalances(state, ledger)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return {
      kind: "settlement",
      row: reconRowOf(state, ledger, theirs, { unbalanced, breaks: kinds }),
      breaks,
    };
  });
}

/** A page of escrows: each one's own partition is read whole, and the rail is asked about all of them at once. */
async function escrowLines(
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
    const books = escrowLedgerOf(entries, state?.paidLeg ?? null);
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
