import * as z from "zod";
import { firstIdAt, siblingId } from "../../domain/core/id.ts";
import { addDays } from "../../domain/core/time.ts";
import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import { matchFloors, searchDays } from "../../domain/disputes/alert-match.ts";
import { canBeMeant, matchFactsOf } from "../../domain/disputes/match-facts.ts";
import { amountTolerance, type MatchFacts } from "../../domain/disputes/match-score.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { type Aggregate, loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { amountPointer, payerPointer, settlementRecordType } from "../settlement/record.ts";
import { monthlyPages, type Stretch } from "../tenants/walk-store.ts";

/** A payment that an alert may be about: what is compared, and its record. */
export interface FoundPayment {
  readonly facts: MatchFacts;
  readonly settlement: Aggregate<Settlement>;
}

/** The tenant whose payments are looked through; its name is what statements show. */
export interface Searcher {
  readonly tenantId: string;
  readonly tenantName: string;
}

/** A debit is received some days after it was made, and its id tells when it was made. */
const railDays = 7;
/** Where no day is said, how far back from the alert payments of its amount are looked for: as long as a cardholder may dispute. */
const filingDays = 120;
/** Payments of one amount that are read: one more than make a crowd. */
const mostOfAmount = matchFloors.crowd + 1;
/** Payments of any amount that are read where none has the exact one. */
const mostNearby = 200;
/** Payments that one reference can mean. */
const mostOfReference = 50;
const batch = 100;

/** The payments that an alert may be about: by its references, by its amount around its day, and where neither finds any by an amount within tolerance. At most about 500 rows are read, however many payments there are. */
export async function findPayments(
  context: StoreContext,
  searcher: Searcher,
  report: ReportedOutcome,
): Promise<FoundPayment[]> {
  const { store } = context;
  const stretch = stretchOf(report);
  const [named, sameAmount] = await Promise.all([
    idsByReference(store, searcher.tenantId, report),
    idsByAmount(store, searcher.tenantId, report.amountCents, stretch),
  ]);
  const ids = [...new Set([...named, ...sameAmount])];
  const exact = (await settlementsAt(store, searcher.tenantId, ids)).filter(
    ({ state }) => named.has(state.id) || canBeMeant(state),
  );
  const found = exact.length > 0 ? exact : await nearby(store, searcher, report, stretch);
  return withFacts(store, searcher, found);
}

/** A payment that somebody names; undefined for a stranger's and an unknown one. */
export async function findPayment(
  context: StoreContext,
  searcher: Searcher,
  paymentId: string,
): Promise<FoundPayment | undefined> {
  const found = await settlementsAt(context.store, searcher.tenantId, [siblingId(paymentId, "stl")]);
  const [payment] = await withFacts(context.store, searcher, found);
  return payment?.facts.paymentId === paymentId ? payment : undefined;
}

function stretchOf({ transactionDate, receivedAt }: ReportedOutcome): Stretch {
  const saidMs = Date.parse(transactionDate ?? "");
  if (Number.isNaN(saidMs)) return { from: addDays(receivedAt, -filingDays), to: addDays(receivedAt, 1) };
  const day = new Date(saidMs).toISOString();
  return { from: addDays(day, -searchDays - railDays), to: addDays(day, searchDays + 1) };
}

/** The rails that a reference can be of: each has its switch. */
const rails = flagKeys.flatMap((key) => /^vendor\.collection\.(.+)$/.exec(key)?.[1] ?? []);

async function idsByReference(store: Store, tenantId: string, report: ReportedOutcome): Promise<Set<string>> {
  const { paymentId, railRef, purchaseIdentifier } = report;
  const isOurs = paymentId !== null && /^(pay|stl)_[0-9A-Z]{26}$/.test(paymentId);
  const [referred, bought] = await Promise.all([
    railRef === null ? [] : idsByRailRef(store, railRef),
    purchaseIdentifier === null ? [] : idsByInvoice(store, tenantId, purchaseIdentifier),
  ]);
  return new Set([...(isOurs ? [siblingId(paymentId, "stl")] : []), ...referred, ...bought]);
}

/** By the rail's own reference, or by what points at a settlement: its hash on chain. */
async function idsByRailRef(store: Store, railRef: string): Promise<string[]> {
  const limit = mostOfReference;
  const [pointers, ...referred] = await Promise.all([
    store.page({ pk: pointerPartition(railRef), prefix: "stl_", limit }),
    ...rails.map((rail) => store.page({ index: "ref", keysOnly: true, pk: `${rail}#${railRef}`, limit })),
  ]);
  const ids = [...pointers.map(({ sk }) => sk), ...referred.flat().map(({ pk }) => pk)];
  return ids.filter((id) => id.startsWith("stl_"));
}

const numbered = z.object({ invoiceId: z.string() });

/** The payments of an invoice, by its number or its id: those of its payer since it was made. */
async function idsByInvoice(store: Store, tenantId: string, name: string): Promise<string[]> {
  const [pointer] = await store.read([rowKey(`number#${tenantId}#${name}`)]);
  const invoiceId = pointer ? numbered.parse(pointer.body).invoiceId : name;
  if (!invoiceId.startsWith("inv_")) return [];
  const [row] = await store.read([rowKey(invoiceId)]);
  const invoice = loadAggregate(invoiceRecordType, row)?.state;
  if (invoice?.tenantId !== tenantId) return [];
  const pk = pointerPartition(payerPointer(tenantId, invoice.customerId));
  const from = firstIdAt("stl", invoice.createdAt);
  const paid = await store.page({ pk, from, limit: mostOfReference });
  const found = await settlementsAt(
    store,
    tenantId,
    paid.map(({ sk }) => sk),
  );
  return found.flatMap(({ state }) => (state.invoiceId === invoiceId ? [state.id] : []));
}

async function idsByAmount(
  store: Store,
  tenantId: string,
  amountCents: number,
  { from, to }: Stretch,
): Promise<string[]> {
  const rows = await store.page({
    pk: pointerPartition(amountPointer(tenantId, amountCents)),
    from: firstIdAt("stl", from),
    upTo: firstIdAt("stl", to),
    limit: mostOfAmount,
    newestFirst: true,
  });
  return rows.map(({ sk }) => sk);
}

/** The payments around the day whose amount is within tolerance, of the first that there are. */
async function nearby(
  store: Store,
  { tenantId }: Searcher,
  { amountCents }: ReportedOutcome,
  stretch: Stretch,
): Promise<Aggregate<Settlement>[]> {
  const found: Aggregate<Settlement>[] = [];
  let seen = 0;
  const partition = (month: string) => listPartition(tenantId, "settlement", month);
  for await (const rows of monthlyPages(store, "list", partition, stretch, batch)) {
    const read = rows.flatMap((row) => loadAggregate(settlementRecordType, row) ?? []);
    found.push(...read.filter(({ state }) => isNear(state, amountCents) && canBeMeant(state)));
    seen += rows.length;
    if (seen >= mostNearby) break;
  }
  return found;
}

function isNear({ payment }: Settlement, amountCents: number): boolean {
  return Math.abs(payment.amountCents - amountCents) <= amountTolerance(payment.amountCents);
}

async function settlementsAt(store: Store, tenantId: string, ids: readonly string[]): Promise<Aggregate<Settlement>[]> {
  const rows = await rowsAt({ store }, ids.map(rowKey));
  return rows.flatMap((row) => {
    const found = loadAggregate(settlementRecordType, row);
    return found?.state.tenantId === tenantId ? [found] : [];
  });
}

async function withFacts(
  store: Store,
  { tenantName }: Searcher,
  found: readonly Aggregate<Settlement>[],
): Promise<FoundPayment[]> {
  const ids = [...new Set(found.map(({ state }) => state.invoiceId))];
  const rows = await rowsAt({ store }, ids.map(rowKey));
  const invoices = new Map(ids.map((id, at) => [id, loadAggregate(invoiceRecordType, rows[at])?.state]));
  return found.map((settlement) => ({
    settlement,
    facts: matchFactsOf(settlement.state, invoices.get(settlement.state.invoiceId), tenantName),
  }));
}
