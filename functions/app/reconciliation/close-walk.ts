import { madeAtMs } from "../../domain/core/id.ts";
import type { Instant } from "../../domain/core/time.ts";
import { escrowStatuses, isEscrowEnded } from "../../domain/escrow/escrow.ts";
import { escrowLedgerOf } from "../../domain/escrow/ledger.ts";
import { type AnyCloseRow, type Movements, moveBy, noMovements } from "../../domain/reconciliation/close.ts";
import { addPostings, type Balances, type LedgerEntry, ledgerEntry, ledgerOf } from "../../domain/settlement/ledger.ts";
import { auditPartition, entryKey } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { refuseTooLate, type TimeBudget } from "../core/time-budget.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { allRows, monthlyPages, type Stretch, tenantsBefore, type WalkedTenant } from "../tenants/walk-store.ts";
import { atOnce, entriesOf } from "./read.ts";

export type WalkContext = StoreContext & TimeBudget;

/** An entry of a stretch of time, and whether its record was created in the same stretch. */
interface Placed {
  readonly entry: LedgerEntry;
  readonly isOwn: boolean;
}

/** Entries that one call of a walk reads: half of the megabyte that a table gives at once. */
const pageEntries = 500;

/** Stretches of a busy tenant's day that are read at once; sums do not mind the order. */
const slices = 8;

async function firstEntries(context: WalkContext, ids: readonly string[]): Promise<(Row | undefined)[]> {
  const unique = [...new Set(ids)];
  const keys = unique.map((id) => entryKey(rowKey(id), 1));
  const rows = await rowsAt(context, keys);
  const byId = new Map(unique.map((id, at) => [id, rows[at]]));
  return ids.map((id) => byId.get(id));
}

/** Reads a page of entries; one call more where some record is older than the stretch by its id, since an id is made before its record. */
async function placed(context: WalkContext, rows: readonly Row[], from: Instant): Promise<Placed[]> {
  const entries = rows.flatMap(({ body }) => ledgerEntry.safeParse(body).data ?? []);
  const fromMs = Date.parse(from);
  const older = entries.filter(({ aggregateId }) => madeAtMs(aggregateId) < fromMs);
  const firsts = await firstEntries(
    context,
    older.map(({ aggregateId }) => aggregateId),
  );
  const beganAt = new Map(
    older.map(({ aggregateId }, at) => [aggregateId, ledgerEntry.safeParse(firsts[at]?.body).data?.at ?? ""]),
  );
  return entries.map((entry) => ({ entry, isOwn: (beganAt.get(entry.aggregateId) ?? from) >= from }));
}

/** A page of a tenant's money entries within `part` of a stretch of time; a full one may have others behind it. */
interface EntryPage {
  readonly placed: Placed[];
  readonly isFull: boolean;
}

async function* tenantEntries(
  context: WalkContext,
  tenant: WalkedTenant,
  part: Stretch,
  { from }: Stretch,
): AsyncGenerator<EntryPage> {
  const partition = (month: string) => auditPartition(tenant.id, month);
  for await (const rows of monthlyPages(context.store, "group", partition, part, pageEntries)) {
    refuseTooLate(context);
    yield { placed: await placed(context, rows.filter(movesMoney), from), isFull: rows.length === pageEntries };
  }
}

/** As much of a stretch of time as a tenant has been there for. */
function since(tenant: WalkedTenant, { from, to }: Stretch): Stretch {
  return { from: tenant.createdAt > from ? tenant.createdAt : from, to };
}

function movesMoney({ body }: Row): boolean {
  const { aggregateType, postings, units } = (body ?? {}) as Record<string, unknown>;
  const isSome = (each: unknown) => Array.isArray(each) && each.length > 0;
  return hasRow(aggregateType) || isSome(postings) || isSome(units);
}

export async function movementsWithin(
  context: WalkContext,
  owner: WalkedTenant | null,
  stretch: Stretch,
): Promise<Movements> {
  const sum = noMovements();
  for await (const tenant of tenantsBefore(context.store, stretch.to, owner))
    await addTenant(context, tenant, stretch, ({ placed: page }) => {
      for (const { entry, isOwn } of page) moveBy(sum, entry, isOwn);
    });
  return sum;
}

/** The entries of a stretch of time that may move money, tenant by tenant, each tenant's in order of time. */
export async function* entriesWithin(
  context: WalkContext,
  owner: WalkedTenant | null,
  stretch: Stretch,
): AsyncGenerator<LedgerEntry[]> {
  for await (const tenant of tenantsBefore(context.store, stretch.to, owner))
    for await (const { placed: page } of tenantEntries(context, tenant, since(tenant, stretch), stretch))
      yield page.map(({ entry }) => entry);
}

/** Those of them that moved stablecoin of a wallet; what was created when is not asked. */
export async function* walletEntriesWithin(
  context: WalkContext,
  owner: WalkedTenant | null,
  stretch: Stretch,
): AsyncGenerator<LedgerEntry[]> {
  for await (const tenant of tenantsBefore(context.store, stretch.to, owner)) {
    const partition = (month: string) => auditPartition(tenant.id, month);
    for await (const rows of monthlyPages(context.store, "group", partition, since(tenant, stretch), pageEntries)) {
      refuseTooLate(context);
      const entries = rows.flatMap(({ body }) => ledgerEntry.safeParse(body).data ?? []);
      yield entries.filter(({ wallet }) => wallet !== undefined);
    }
  }
}

/** Gives every page of a tenant to `add`, those of a busy one in no order. */
async function addTenant(
  context: WalkContext,
  tenant: WalkedTenant,
  stretch: Stretch,
  add: (page: EntryPage) => void,
): Promise<void> {
  const within = since(tenant, stretch);
  const pages = tenantEntries(context, tenant, within, stretch);
  const { value: first } = await pages.next();
  if (!first) return;
  if (!first.isFull) {
    add(first);
    for await (const page of pages) add(page);
    return;
  }
  await pages.return(undefined);
  await inOrder(partsOf(within), slices, async (part) => {
    for await (const page of tenantEntries(context, tenant, part, stretch)) add(page);
  });
}

function partsOf({ from, to }: Stretch): Stretch[] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const at = (part: number) => new Date(fromMs + Math.floor(((toMs - fromMs) * part) / slices)).toISOString();
  return Array.from({ length: slices }, (_, part) => ({ from: at(part), to: at(part + 1) }));
}

/** Whether anything moved at all: one call for a tenant without entries. */
export async function hasMoved(context: WalkContext, tenant: WalkedTenant, stretch: Stretch): Promise<boolean> {
  for await (const page of tenantEntries(context, tenant, since(tenant, stretch), stretch))
    if (page.placed.length > 0) return true;
  return false;
}

/** A row for every settlement and escrow that was created or moved in a stretch of time, each read from its own entries. */
export async function* closeRows(
  context: WalkContext,
  owner: WalkedTenant | null,
  stretch: Stretch,
): AsyncGenerator<AnyCloseRow[]> {
  for await (const tenant of tenantsBefore(context.store, stretch.to, owner))
    for await (const { placed: page } of tenantEntries(context, tenant, since(tenant, stretch), stretch))
      yield await pageRows(context, page, stretch);
}

async function pageRows(context: WalkContext, page: readonly Placed[], stretch: Stretch): Promise<AnyCloseRow[]> {
  const heads = page.filter(({ entry, isOwn }) => hasRow(entry.aggregateType) && (isOwn ? entry.seq === 1 : true));
  const listed = new Map<string, Set<number>>();
  for (const { entry } of heads)
    listed.set(entry.aggregateId, (listed.get(entry.aggregateId) ?? new Set()).add(entry.seq));
  const ids = [...listed.keys()];
  const partitions = await inOrder(ids, atOnce, (id) => allRows(context.store, id));
  return ids.flatMap((id, at) => rowOf(partitions[at] ?? [], stretch, listed.get(id) ?? new Set()) ?? []);
}

/** Settlements and escrows have a row of their own; what else moves money is in the accounts alone. */
function hasRow(aggregateType: unknown): boolean {
  return aggregateType === settlementRecordType.type || aggregateType === escrowRecordType.type;
}

/** The row of a settlement or an escrow; undefined where another page has the first of its entries within the stretch, and so the row, and where an earlier one moved no money. */
function rowOf(rows: readonly Row[], { from, to }: Stretch, listed: ReadonlySet<number>): AnyCloseRow | undefined {
  const { entries, broken } = entriesOf(rows);
  const past = entries.filter(({ at }) => at < to);
  const within = past.filter(({ at }) => at >= from);
  const [head] = within;
  if (!head || !listed.has(head.seq)) return undefined;
  const first = past[0] ?? head;
  const last = past.at(-1) ?? head;
  const movements: Balances = {};
  for (const { postings } of within) addPostings(movements, postings);
  const record = first.at >= from ? "created" : "adjustment";
  if (record === "adjustment" && Object.keys(movements).length === 0) return undefined;
  const isEscrow = first.aggregateType === escrowRecordType.type;
  const booksOf = isEscrow ? escrowBooks : ledgerOf;
  const moved = booksOf(within);
  const { balances, lopsided } = booksOf(past);
  const unbalanced = [...broken, ...lopsided.map((seq) => `entry_${seq}_unbalanced`)];
  const emptied = isEscrow ? "escrow_held" : "tenant_payable";
  const isOver = isEscrow ? isEndedEscrow(last.to) : last.to === "completed";
  if (isOver && (balances[emptied] ?? 0) !== 0) unbalanced.push(emptied);
  return {
    record,
    tenantId: first.tenantId,
    ...(isEscrow ? { escrowId: first.aggregateId } : { settlementId: first.aggregateId }),
    createdAt: first.at,
    status: last.to,
    collectedCents: moved.collected.amountCents,
    paidOutCents: moved.paidOut.amountCents,
    returnedCents: moved.returned.amountCents,
    movements,
    unbalanced,
  };
}

/** By the entries alone: a close looks at no record. */
function escrowBooks(entries: readonly LedgerEntry[]) {
  return escrowLedgerOf(entries, null);
}

function isEndedEscrow(status: string): boolean {
  return escrowStatuses.some((each) => each === status && isEscrowEnded(each));
}
