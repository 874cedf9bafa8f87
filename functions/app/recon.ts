import type { RailTransfer } from "../domain/rail-transfer.ts";
import { breaksOf, mustBeKnown, strayBreak } from "../domain/recon-break.ts";
import { type ReconLine, type ReconSummary, reconRowOf, unreadableRow } from "../domain/recon-row.ts";
import { settlement } from "../domain/settlement.ts";
import { imbalances, type LedgerEntry, ledgerEntry, ledgerOf } from "../domain/settlement-ledger.ts";
import type { Instant } from "../domain/time.ts";
import { allRows, monthlyPages, type Stretch, tenantsBefore, type Walked } from "./book-walk.ts";
import type { Desk } from "./desk.ts";
import { inOrder } from "./in-order.ts";
import { listPartition, rowKey, settlementKind } from "./kinds.ts";
import { type Patience, refuseTooLate } from "./patience.ts";
import type { Rail, Row } from "./ports.ts";

/** What reconciling works with. */
export interface ReconDesk extends Pick<Desk, "book" | "clock">, Patience {
  readonly rail: Rail;
}

/** What is to be reconciled: settlements by when they were created; `owner` null is every tenant. */
export interface ReconScope extends Stretch {
  readonly owner: Walked | null;
  readonly type: ReconSummary["type"];
}

/** Aggregates that are read at once. */
export const atOnce = 32;

/** What a partition holds that cannot be read as an entry counts as one with nothing in it, which no ledger balances. */
export function entriesOf(rows: readonly Row[]): { entries: LedgerEntry[]; broken: string[] } {
  const entries: LedgerEntry[] = [];
  const broken: string[] = [];
  for (const row of rows) {
    if (row.type !== "entry") continue;
    const read = ledgerEntry.safeParse(row.body);
    if (read.success) entries.push(read.data);
    else broken.push(`${row.sk.replace("#", "_")}_unreadable`);
  }
  return { entries, broken };
}

/** Every line of a reconciliation, a page at a time: what is held in memory does not grow with the number of settlements. */
export async function* reconLines(desk: ReconDesk, scope: ReconScope): AsyncGenerator<ReconLine> {
  if (scope.type === "escrow") return;
  const now = desk.clock.now();
  for await (const tenant of tenantsBefore(desk.book, scope.to, scope.owner)) {
    const partition = (month: string) => listPartition(tenant.id, "settlement", month);
    const from = tenant.createdAt > scope.from ? tenant.createdAt : scope.from;
    for await (const rows of monthlyPages(desk.book, "list", partition, { from, to: scope.to })) {
      refuseTooLate(desk);
      yield* await settlementLines(desk, tenant.id, rows, now);
    }
  }
  yield* strayLines(desk, scope, now);
}

/** A page of settlements: each one's own partition is read whole, and the rail is asked about all of them in one call. */
async function settlementLines(
  desk: ReconDesk,
  tenantId: string,
  listed: readonly Row[],
  now: Instant,
): Promise<ReconLine[]> {
  const partitions = await inOrder(listed, atOnce, ({ pk }) => allRows(desk.book, pk));
  const read = partitions.map((rows) => {
    const row = rows.find(({ sk, type }) => sk === "row" && type === settlementKind.type);
    const body = row?.body as { state?: unknown } | undefined;
    return { rows, state: settlement.safeParse(body?.state).data };
  });
  const refs = read.flatMap(({ state }) =>
    state?.rail === desk.rail.name
      ? [state.payment.railRef, state.payment.payoutRef].filter((ref) => ref !== null)
      : [],
  );
  const transfers = Map.groupBy(
    refs.length === 0 ? [] : await desk.rail.transfersOf([...new Set(refs)]),
    ({ railRef }) => railRef,
  );
  return read.map(({ rows, state }, at): ReconLine => {
    const { entries, broken } = entriesOf(rows);
    const ledger = ledgerOf(entries);
    if (!state)
      return { kind: "settlement", row: unreadableRow(listed[at]?.pk ?? "", tenantId, ledger), breaks: [] };
    const theirs = transfers.get(state.payment.railRef ?? "") ?? [];
    const breaks = state.rail === desk.rail.name ? breaksOf(state, ledger, theirs, now) : [];
    const unbalanced = [...broken, ...imbalances(state, ledger)];
    const kinds = [...new Set(breaks.map(({ kind }) => kind))];
    return {
      kind: "settlement",
      row: reconRowOf(state, ledger, theirs, { unbalanced, breaks: kinds }),
      breaks,
    };
  });
}

/** What the rail moved for settlements that we do not have, or that it collected twice: found from its list alone. One tenant's reconciliation has only what can be told to be theirs. */
async function* strayLines(
  desk: ReconDesk,
  { from, to, owner }: ReconScope,
  now: Instant,
): AsyncGenerator<ReconLine> {
  let cursor: string | null = null;
  do {
    refuseTooLate(desk);
    const page: Awaited<ReturnType<Rail["transfers"]>> = await desk.rail.transfers({ from, to, cursor });
    const known = page.transfers.filter((each) => mustBeKnown(each, now));
    const states = await settlementsBehind(desk, known);
    const breaks = known.flatMap((transfer, at) => {
      const state = states[at];
      const ours = state?.payment.railRef === transfer.railRef;
      const foreign = owner !== null && state?.tenantId !== owner.id;
      return ours || foreign ? [] : [strayBreak(transfer, state)];
    });
    if (breaks.length > 0) yield { kind: "stray", breaks };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The settlements that transfers say they belong to, in their order: by the reference we gave, or by the rail's own. */
async function settlementsBehind(desk: ReconDesk, transfers: readonly RailTransfer[]) {
  const ids = await inOrder(transfers, atOnce, async ({ reference, railRef }) => {
    const given = reference?.split(".")[0];
    if (given !== undefined && given !== "") return given;
    const pk = `${desk.rail.name}#${railRef}`;
    const [row] = await desk.book.page({ index: "ref", pk, limit: 1 });
    return row?.pk;
  });
  const asked = [...new Set(ids.flatMap((id) => id ?? []))];
  const found = new Map<string, ReturnType<typeof stateOf>>();
  for (let start = 0; start < asked.length; start += 100) {
    const some = asked.slice(start, start + 100);
    const rows = await desk.book.read(some.map(rowKey));
    for (const [at, id] of some.entries()) found.set(id, stateOf(rows[at]));
  }
  return ids.map((id) => (id === undefined ? undefined : found.get(id)));
}

function stateOf(row: Row | undefined) {
  const body = row?.body as { state?: unknown } | undefined;
  return row?.type === settlementKind.type ? settlement.safeParse(body?.state).data : undefined;
}
