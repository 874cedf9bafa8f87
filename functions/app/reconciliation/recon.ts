import type { Instant } from "../../domain/core/time.ts";
import { fundingsOf } from "../../domain/escrow/collections.ts";
import { escrowImbalances, escrowLedgerOf } from "../../domain/escrow/ledger.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import {
  breaksOf,
  hasTransfer,
  isRecordExpected,
  type ReconBreak,
  railRefsOf,
  type TransferRecord,
  unmatchedBreak,
} from "../../domain/reconciliation/break.ts";
import { escrowBreaksOf, escrowRailRefsOf } from "../../domain/reconciliation/escrow-recon-break.ts";
import { escrowRowOf, unreadableEscrowRow } from "../../domain/reconciliation/escrow-recon-row.ts";
import type { FeeSweep } from "../../domain/reconciliation/fee-sweep.ts";
import { feeSweepBreaks, isSweepBooked } from "../../domain/reconciliation/fee-sweep-break.ts";
import type { ReconLine } from "../../domain/reconciliation/line.ts";
import { reconRowOf, unreadableRow } from "../../domain/reconciliation/row.ts";
import { imbalances, ledgerOf, settlementLedgerOf } from "../../domain/settlement/ledger.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { listPartition, rowKey, wholeList } from "../core/row-keys.ts";
import { refuseTooLate } from "../core/time-budget.ts";
import { escrowRecordType } from "../escrow/record.ts";
import type { Rail } from "../rails/ports.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { monthlyPages, pagesOf, tenantsBefore } from "../tenants/walk-store.ts";
import { feeSweepRecordType } from "./fee-sweep-record.ts";
import {
  atOnce,
  entriesOf,
  movesUnder,
  type Partition,
  partitionsOf,
  type ReconContext,
  type ReconScope,
  stateIn,
} from "./read.ts";

/** Every line of a reconciliation, settlements before escrows, a page at a time: what is held in memory does not grow with their number. */
export async function* reconLines(context: ReconContext, scope: ReconScope): AsyncGenerator<ReconLine> {
  const now = context.clock.now();
  if (scope.type !== "escrow") yield* recordLines(context, scope, settlementRecordType.type, settlementLines, now);
  if (scope.type !== "settlements") yield* recordLines(context, scope, escrowRecordType.type, escrowLines, now);
  if (scope.type === "all") yield* sweepLines(context, scope, now);
  yield* strayLines(context, scope, now);
}

/** The lines of records of one noun, of each its own partition, which is read whole; the rail is asked about all of them at once. */
type LinesOf = (context: ReconContext, partitions: readonly Partition[], now: Instant) => Promise<RecordLine[]>;

/** The line of a record of ours. */
type RecordLine = Exclude<ReconLine, { readonly kind: "stray" }>;

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
      const ids = rows.map(({ pk }) => pk);
      yield* await linesOf(context, await partitionsOf(context, ids, tenant.id), now);
    }
  }
}

async function settlementLines(
  context: ReconContext,
  partitions: readonly Partition[],
  now: Instant,
): Promise<RecordLine[]> {
  const read = partitions.map((each) => ({ ...each, state: stateIn(each.rows, settlementRecordType) }));
  const refs = read.flatMap(({ state }) => (state?.rail === context.rail.name ? railRefsOf(state) : []));
  const transfers = await movesUnder(context, [...new Set(refs)]);
  return read.map(({ id, tenantId, rows, state }): RecordLine => {
    const { entries, broken } = entriesOf(rows);
    if (!state) return { kind: "settlement", row: unreadableRow(id, tenantId, ledgerOf(entries)), breaks: [] };
    const ledger = settlementLedgerOf(state, entries);
    // What came late, and all that follows from it, is the other settlement's since it was applied.
    const theirs = transfers.filter(({ railRef }) => railRef === state.payment.railRef && !state.appliedTo);
    const breaks = state.rail === context.rail.name ? breaksOf(state, ledger, theirs, now) : [];
    const unbalanced = [...broken, ...imbalances(state, ledger)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return { kind: "settlement", row: reconRowOf(state, ledger, theirs, { unbalanced, breaks: kinds }), breaks };
  });
}

async function escrowLines(
  context: ReconContext,
  partitions: readonly Partition[],
  now: Instant,
): Promise<RecordLine[]> {
  const read = partitions.map((each) => ({ ...each, state: stateIn(each.rows, escrowRecordType) }));
  const refs = read.flatMap(({ state }) => (state?.adapter === context.rail.name ? escrowRailRefsOf(state) : []));
  const transfers = await movesUnder(context, [...new Set(refs)]);
  return read.map(({ id, tenantId, rows, state }): RecordLine => {
    const { entries, broken } = entriesOf(rows);
    const books = escrowLedgerOf(entries, state?.paidLeg ?? null);
    if (!state) {
      const row = unreadableEscrowRow(id, tenantId, books);
      return { kind: "escrow", row, breaks: [] };
    }
    const theirs = fundingsOf(state).flatMap(({ railRef }) => transfers.filter((each) => each.railRef === railRef));
    const breaks = state.adapter === context.rail.name ? escrowBreaksOf(state, books, theirs, now) : [];
    const unbalanced = [...broken, ...escrowImbalances(state, books)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return { kind: "escrow", row: escrowRowOf(state, books, theirs, { unbalanced, breaks: kinds }), breaks };
  });
}

/** What is wrong of a record of ours, of whatever noun; nothing can be said of one that cannot be read. */
export interface RecordFindings {
  readonly id: string;
  readonly breaks: readonly ReconBreak[];
  readonly isUnbalanced: boolean;
  readonly isUnreadable: boolean;
}

/** What is wrong of records of whatever noun, by their ids. */
export async function findingsOf(
  context: ReconContext,
  partitions: readonly Partition[],
  now: Instant,
): Promise<RecordFindings[]> {
  const of = (prefix: string) => partitions.filter(({ id }) => id.startsWith(prefix));
  const lines = [
    ...(await settlementLines(context, of("stl_"), now)),
    ...(await escrowLines(context, of("esc_"), now)),
  ];
  const ofLines = lines.map(({ row, breaks }): RecordFindings => {
    const id = "escrowId" in row ? row.escrowId : row.settlementId;
    return { id, breaks, isUnbalanced: row.unbalanced.length > 0, isUnreadable: row.status === "unreadable" };
  });
  return [...ofLines, ...(await sweepFindings(context, of("fsw_"), now))];
}

async function sweepFindings(
  context: ReconContext,
  partitions: readonly Partition[],
  now: Instant,
): Promise<RecordFindings[]> {
  const read = partitions.map((each) => ({ ...each, state: stateIn(each.rows, feeSweepRecordType) }));
  const breaks = await sweepBreaks(
    context,
    read.flatMap(({ state }) => state ?? []),
    now,
  );
  return read.map(({ id, rows, state }) => {
    const { entries, broken } = entriesOf(rows);
    const isUnbalanced = broken.length > 0 || (state !== undefined && !isSweepBooked(state, entries));
    const own = breaks.filter(({ feeSweepId }) => feeSweepId === id);
    return { id, breaks: own, isUnbalanced, isUnreadable: state === undefined };
  });
}

/** How sweeps of the context's rail differ from its list of them; one without a reference there yet is compared by what the rail lists alone. */
async function sweepBreaks(context: ReconContext, states: readonly FeeSweep[], now: Instant): Promise<ReconBreak[]> {
  const known = states.filter(({ rail }) => rail === context.rail.name);
  const transfers = await movesUnder(
    context,
    known.flatMap(({ transferRef }) => transferRef ?? []),
  );
  return known.flatMap((state) => {
    const theirs = transfers.filter(({ railRef }) => railRef === state.transferRef);
    return feeSweepBreaks(state, theirs, now);
  });
}

/** What is wrong about sweeps of fees that were made in the stretch of time. */
async function* sweepLines(context: ReconContext, scope: ReconScope, now: Instant): AsyncGenerator<ReconLine> {
  const { from, to, owner } = scope;
  const query = { index: "list", pk: wholeList("fee_sweep").name, from, upTo: to } as const;
  for await (const rows of pagesOf(context.store, query)) {
    refuseTooLate(context);
    const states = (await rowsAt(context, rows)).flatMap((row) => stateIn([row], feeSweepRecordType) ?? []);
    const asked = states.filter(({ tenantId }) => owner === null || tenantId === owner.id);
    const breaks = await sweepBreaks(context, asked, now);
    if (breaks.length > 0) yield { kind: "stray", breaks };
  }
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
    const known = page.transfers.filter(
      (each) => isRecordExpected(each, now) && (type === "all" || each.kind !== "sweep"),
    );
    const breaks = (await transferOwners(context, known)).flatMap(({ transfer, id, record, isOurs }) => {
      const foreign = owner !== null && record?.owned.tenantId !== owner.id;
      const asked = type === "all" || (type === "escrow") === (id?.startsWith("esc_") ?? false);
      return isOurs || foreign || !asked ? [] : [unmatchedBreak(transfer, record)];
    });
    if (breaks.length > 0) yield { kind: "stray", breaks };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** What tells whose a transfer is: the reference that we gave, and the rail's own. */
type NamedTransfer = Pick<RailTransfer, "railRef" | "reference" | "transferRef">;

/** A transfer with the record that it says it belongs to; it is ours if the record has it. */
interface OwnedTransfer<T> {
  readonly transfer: T;
  readonly id: string | undefined;
  readonly record: TransferRecord | undefined;
  readonly isOurs: boolean;
}

/** Whose transfers are, in their order: by the reference we gave, or by the rail's own. */
export async function transferOwners<T extends NamedTransfer>(
  context: ReconContext,
  transfers: readonly T[],
): Promise<OwnedTransfer<T>[]> {
  const ids = await inOrder(transfers, atOnce, async ({ reference, railRef }) => {
    const given = reference?.split(".")[0];
    if (given !== undefined && given !== "") return given;
    const pk = `${context.rail.name}#${railRef}`;
    const [row] = await context.store.page({ index: "ref", keysOnly: true, pk, limit: 1 });
    return row?.pk;
  });
  const refs = [...new Set(ids)].filter((id) => id !== undefined);
  const rows = await rowsAt(context, refs.map(rowKey));
  const owners = await ownersNow(context, rows);
  const found = new Map(refs.map((id, at) => [id, transferRecordOf(owners[at])]));
  return transfers.map((transfer, at) => {
    const id = ids[at];
    const record = id === undefined ? undefined : found.get(id);
    return { transfer, id, record, isOurs: record !== undefined && hasTransfer(record, transfer) };
  });
}

/** The same rows, each settlement whose late money was applied replaced by the one that has it. */
async function ownersNow(context: ReconContext, rows: readonly (Row | undefined)[]) {
  const movedTo = rows.map((row) => stateIn([row], settlementRecordType)?.appliedTo?.settlementId);
  const ids = [...new Set(movedTo)].filter((id) => id !== undefined);
  if (ids.length === 0) return rows;
  const found = await rowsAt(context, ids.map(rowKey));
  return rows.map((row, at) => {
    const to = movedTo[at];
    return to === undefined ? row : found[ids.indexOf(to)];
  });
}

function transferRecordOf(row: Row | undefined): TransferRecord | undefined {
  const settlement = stateIn([row], settlementRecordType);
  if (settlement) {
    const { id: settlementId, tenantId, payment } = settlement;
    const owned = { settlementId, escrowId: null, tenantId };
    return { owned, collectedAs: [payment.railRef ?? ""], railRefs: railRefsOf(settlement) };
  }
  const sweep = stateIn([row], feeSweepRecordType);
  if (sweep) {
    const { id: feeSweepId, tenantId, transferRef } = sweep;
    const railRefs = transferRef === null ? [] : [transferRef];
    return { owned: { settlementId: null, escrowId: null, feeSweepId, tenantId }, collectedAs: railRefs, railRefs };
  }
  const escrow = stateIn([row], escrowRecordType);
  if (!escrow) return undefined;
  const { id: escrowId, tenantId } = escrow;
  return {
    owned: { settlementId: null, escrowId, tenantId },
    collectedAs: fundingsOf(escrow).flatMap(({ railRef }) => railRef ?? []),
    railRefs: escrowRailRefsOf(escrow),
  };
}
