import { siblingId } from "../../domain/core/id.ts";
import type { PaymentStatus } from "../../domain/core/payment-status.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { isEnded, type Settlement, type SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type Entry, entriesIn } from "../core/aggregate.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import {
  type Asker,
  createdIn,
  type ListPage,
  type ListRequest,
  listAggregates,
  monthlyPartitions,
  tenantRecords,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, listOne, matches, pointersAt } from "../core/list-pointers.ts";
import { getRecord, requireRecord } from "../core/read-records.ts";
import { listAll } from "../tenants/list-all.ts";
import { mergeLists } from "../tenants/merged-list.ts";
import { listsUnderWay, payerPointer, settlementRecordType } from "./record.ts";

export type Transition = Pick<Entry, "from" | "to" | "reason" | "actor" | "at" | "hash">;

/** Entries of one settlement that a read shows at most; a settlement has about ten. */
const historyLimit = 500;

export function transitionOf({ from, to, reason, actor, at, hash }: Entry): Transition {
  return { from, to, reason, actor, at, hash };
}

/** A settlement and its audit trail in one call; `tenantId` null is an operator, who may see any. */
export async function readSettlement(
  context: StoreContext,
  tenantId: string | null,
  id: string,
): Promise<{ state: Settlement; entries: Entry[] }> {
  const rows = await context.store.page({ pk: id, limit: historyLimit, newestFirst: true });
  const row = rows.find(({ sk }) => sk === "row");
  const { state } = requireRecord(settlementRecordType, row, "settlement", tenantId);
  return { state, entries: entriesIn(rows).toReversed() };
}

/** A settlement and its history in one call; `tenantId` null is an operator, who may see any. */
export async function getSettlement(
  context: StoreContext,
  tenantId: string | null,
  id: string,
): Promise<{ state: Settlement; history: Transition[] }> {
  const { state, entries } = await readSettlement(context, tenantId, id);
  return { state, history: entries.map(transitionOf) };
}

/** The settlement that a payment belongs to: they share one row. */
export async function getPayment(context: StoreContext, tenantId: string, id: string): Promise<Settlement> {
  return (await getRecord(context, settlementRecordType, siblingId(id, "stl"), "payment", tenantId)).state;
}

export type SettlementFilter = {
  readonly status?: SettlementStatus | undefined;
  readonly paymentStatus?: PaymentStatus | undefined;
  readonly invoiceId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly customerId?: string | undefined;
};

/** A tenant's settlements, newest first; those of an invoice or of a customer by their pointers. */
export function listSettlements(
  context: Context,
  asker: Asker,
  query: ListRequest & SettlementFilter,
): Promise<ListPage<Settlement>> {
  const { status, paymentStatus, invoiceId, paymentId, customerId } = query;
  const { tenantId } = asker;
  const wanted = (state: Settlement) =>
    matches(state, { tenantId, status, invoiceId, customerId }) &&
    matches(state.payment, { id: paymentId, status: paymentStatus }) &&
    isCreatedIn(state.createdAt, query);
  if (paymentId !== undefined) return listOne(context, settlementRecordType, siblingId(paymentId, "stl"), wanted);
  const parent = invoiceId ?? (customerId === undefined ? undefined : payerPointer(tenantId, customerId));
  if (parent !== undefined)
    return listByPointer(context, settlementRecordType, pointersAt(parent, "stl"), query, wanted);
  if (paymentStatus === undefined && status !== undefined && !isEnded(status)) {
    const months = monthlyPartitions((month) => month, asker.tenantCreatedAt, context.clock.now(), query);
    const partitions = (month: string) => listsUnderWay(tenantId, status, month);
    const source = { name: `${tenantId}#settlement#${status}`, months, partitions };
    return mergeLists(context, settlementRecordType, source, query, wanted);
  }
  const source = paymentStatus
    ? tenantRecords(context, asker, "payment", paymentStatus, { ...createdIn(query), index: "group" })
    : tenantRecords(context, asker, "settlement", status, createdIn(query));
  return listAggregates(context, settlementRecordType, source, query);
}

export async function listHistory(
  context: StoreContext,
  id: string,
  query: ListRequest,
): Promise<ListPage<Transition>> {
  const { history: whole } = await getSettlement(context, null, id);
  const history = whole.filter(({ at }) => isCreatedIn(at, query));
  const start = query.cursor === undefined ? 0 : history.findIndex(({ hash }) => hash === query.cursor) + 1;
  if (query.cursor !== undefined && start === 0)
    throw new Refusal("invalid_cursor", "this cursor does not belong to this list");
  const data = history.slice(start, start + query.limit);
  const more = start + query.limit < history.length;
  return { data, nextCursor: more ? (data.at(-1)?.hash ?? null) : null };
}

export function listAllSettlements(
  context: ReadContext,
  query: ListRequest & { readonly status?: SettlementStatus | undefined },
): Promise<ListPage<Settlement>> {
  return listAll(context, settlementRecordType, query);
}
