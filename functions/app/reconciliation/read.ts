import type { RailTransfer } from "../../domain/rails/transfer.ts";
import type { ReconSummary } from "../../domain/reconciliation/line.ts";
import { type LedgerEntry, ledgerEntry } from "../../domain/settlement/ledger.ts";
import type { ReadContext } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import type { TimeBudget } from "../core/time-budget.ts";
import type { Rail } from "../rails/ports.ts";
import { allRows, type Stretch, type WalkedTenant } from "../tenants/walk-store.ts";

export interface ReconContext extends ReadContext, TimeBudget {
  readonly rail: Rail;
}

/** What is to be reconciled: settlements and escrows by when they were created; `owner` null is every tenant. */
export interface ReconScope extends Stretch {
  readonly owner: WalkedTenant | null;
  readonly type: ReconSummary["type"];
}

/** Aggregates that are read at once. */
export const atOnce = 32;

/** A record with all of its rows: what it says of itself, and its entries. */
export interface Partition {
  readonly id: string;
  readonly tenantId: string;
  readonly rows: readonly Row[];
}

/** The records of these ids, read whole. */
export function partitionsOf(
  { store }: Pick<ReconContext, "store">,
  ids: readonly string[],
  tenantId: string,
): Promise<Partition[]> {
  return inOrder(ids, atOnce, async (id) => ({ id, tenantId, rows: await allRows(store, id) }));
}

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

/** The record that a partition's rows belong to; undefined where it cannot be read. */
export function stateIn<S>(
  rows: readonly (Row | undefined)[],
  { type, schema }: { readonly type: string; readonly schema: { safeParse(body: unknown): { data?: S } } },
): S | undefined {
  const row = rows.find((each) => each?.sk === "row" && each.type === type);
  const body = row?.body as { state?: unknown } | undefined;
  return schema.safeParse(body?.state).data;
}

/** References that a rail is asked about at once. */
const refsAtOnce = 100;

export async function movesUnder(context: ReconContext, refs: readonly string[]): Promise<RailTransfer[]> {
  const moves: RailTransfer[] = [];
  for (let start = 0; start < refs.length; start += refsAtOnce)
    moves.push(...(await context.rail.transfersOf(refs.slice(start, start + refsAtOnce))));
  return moves;
}
