import type { Instant } from "../../domain/core/time.ts";
import { fundingsOf } from "../../domain/escrow/collections.ts";
import { escrowImbalances, escrowLedgerOf } from "../../domain/escrow/ledger.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import {
  breaksOf,
  isRecordExpected,
  railRefsOf,
  type TransferOwner,
  unmatchedBreak,
} from "../../domain/reconciliation/break.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../domain/reconciliation/escrow-recon-break.ts";
import { escrowRowOf, unreadableEscrowRow } from "../../domain/reconciliation/escrow-recon-row.ts";
import type { ReconLine } from "../../domain/reconciliation/line.ts";
import { reconRowOf, unreadableRow } from "../../domain/reconciliation/row.ts";
import { imbalances, ledgerOf } from "../../domain/settlement/ledger.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import { refuseTooLate } from "../core/time-budget.ts";
import { escrowRecordType } from "../escrow/record.ts";
import type { Rail } from "../rails/ports.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { allRows, monthlyPages, tenantsBefore } from "../tenants/walk-store.ts";
import { atOnce, entriesOf, movesUnder, type ReconContext, type ReconScope, stateIn } from "./read.ts";

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
    return { kind: "settlement", row: reconRowOf(state, ledger, theirs, { unbalanced, breaks: kinds }), breaks };
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
    const theirs = fundingsOf(state).flatMap(({ railRef }) => transfers.get(railRef ?? "") ?? []);
    const breaks = state.adapter === context.rail.name ? escrowBreaksOf(state, books, theirs, now) : [];
    const unbalanced = [...broken, ...escrowImbalances(state, books)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return { kind: "escrow", row: escrowRowOf(state, books, theirs, { unbalanced, breaks: kinds }), breaks };
  });
}

/** What the rail moved for records that we do not have, or that it collected twice: found from its list alone. One tenant's reconciliation has only what can be told to be theirs. */
async function* strayLines(
  context: ReconContext,
  { from, to, owner, type }: ReconScope,
  now: Instant,
): AsyncGenerator<ReconLine> {
  let cursor: string | null = null;
  do {
    refuseTooLate(context);
    const page: Awaited<ReturnType<Rail["transfers"]>> = await context.rail.transfers({ from, to, cursor });
    const known = page.transfers.filter((each) => isRecordExpected(each, now));
    const behind = await recordsBehind(context, known);
    const breaks = known.flatMap((transfer, at) => {
      const { id, record } = behind[at] ?? {};
      const ours = record?.railRefs.includes(transfer.railRef) === true;
      const foreign = owner !== null && record?.owned.tenantId !== owner.id;
      const asked = type === "all" || (type === "escrow") === (id?.startsWith("esc_") ?? false);
      return ours || foreign || !asked ? [] : [unmatchedBreak(transfer, record?.owned)];
    });
    if (breaks.length > 0) yield { kind: "stray", breaks };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Whose a transfer says it is, and the references under which that was collected. */
interface Behind {
  readonly railRefs: readonly (string | null)[];
  readonly owned: TransferOwner;
}

/** The records that transfers say they belong to, in their order: by the reference we gave, or by the rail's own. */
async function recordsBehind(context: ReconContext, transfers: readonly RailTransfer[]) {
  const ids = await inOrder(transfers, atOnce, async ({ reference, railRef }) => {
    const given = reference?.split(".")[0];
    if (given !== undefined && given !== "") return given;
    const pk = `${context.rail.name}#${railRef}`;
    const [row] = await context.store.page({ index: "ref", pk, limit: 1 });
    return row?.pk;
  });
  const refs = [...new Set(ids.flatMap((id) => id ?? []))];
  const rows = await rowsAt(context, refs.map(rowKey));
  const found = new Map(refs.map((id, at) => [id, behindOf(rows[at])]));
  return ids.map((id) => ({ id, record: id === undefined ? undefined : found.get(id) }));
}

function behindOf(row: Row | undefined): Behind | undefined {
  const settlement = stateIn([row], settlementRecordType);
  if (settlement) {
    const { id: settlementId, tenantId, payment } = settlement;
    return { railRefs: [payment.railRef], owned: { settlementId, escrowId: null, tenantId } };
  }
  const escrow = stateIn([row], escrowRecordType);
  if (!escrow) return undefined;
  const { id: escrowId, tenantId } = escrow;
  return {
    railRefs: fundingsOf(escrow).map(({ railRef }) => railRef),
    owned: { settlementId: null, escrowId, tenantId },
  };
}
