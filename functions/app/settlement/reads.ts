import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { PaymentStatus } from "../../domain/settlement/payment.ts";
import type { Settlement, SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type Entry, entry, loadAggregate } from "../core/aggregate.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listAggregates, monthlyPartitions } from "../core/list-page.ts";
import { allPartitions, listPartition, rowKey } from "../core/row-keys.ts";
import type { Asker } from "../invoicing/invoices.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { settlementRecordType } from "./record.ts";

/** One audited transition as shown. */
export type Transition = Pick<Entry, "from" | "to" | "reason" | "actor" | "at" | "hash">;

/** Entries of one settlement that a read shows at most; a settlement has about ten. */
const historyLimit = 500;

/** An audit entry as clients see it. */
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
  const row = rows.find((each) => each.sk === "row" && each.type === settlementRecordType.type);
  const found = loadAggregate(settlementRecordType, row);
  if (!found || (tenantId !== null && found.state.tenantId !== tenantId))
    throw new Refusal("not_found", "no such settlement");
  const trail = rows.filter(({ type }) => type === "entry").toReversed();
  const entries = trail.map((each) => entry.parse(each.body));
  return { state: found.state, entries };
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
  const [row] = await context.store.read([rowKey(siblingId(id, "stl"))]);
  const found = row?.type === settlementRecordType.type ? loadAggregate(settlementRecordType, row) : undefined;
  if (found?.state.tenantId !== tenantId) throw new Refusal("not_found", "no such payment");
  return found.state;
}

/** Settlements by their own status, or by their payment's. */
export type SettlementFilter = {
  readonly status?: SettlementStatus | undefined;
  readonly paymentStatus?: PaymentStatus | undefined;
};

export function listSettlements(
  context: Context,
  asker: Asker,
  query: ListRequest & SettlementFilter,
): Promise<ListPage<Settlement>> {
  const { status, paymentStatus } = query;
  const noun = paymentStatus ? "payment" : "settlement";
  const word = paymentStatus ?? status;
  const partitions = monthlyPartitions(
    (month) => listPartition(asker.tenantId, noun, month, word),
    asker.tenantCreatedAt,
    context.clock.now(),
  );
  const index = paymentStatus ? "group" : status ? "status" : "list";
  const name = `${asker.tenantId}#${noun}#${word ?? ""}`;
  return listAggregates(context, settlementRecordType, { index, name, partitions }, query);
}

/** A page of a settlement's history, oldest first. */
export async function listHistory(
  context: StoreContext,
  id: string,
  query: ListRequest,
): Promise<ListPage<Transition>> {
  const { history } = await getSettlement(context, null, id);
  const start = query.cursor === undefined ? 0 : history.findIndex(({ hash }) => hash === query.cursor) + 1;
  if (query.cursor !== undefined && start === 0)
    throw new Refusal("invalid_cursor", "this cursor does not belong to this list");
  const data = history.slice(start, start + query.limit);
  const more = start + query.limit < history.length;
  return { data, nextCursor: more ? (data.at(-1)?.hash ?? null) : null };
}

const everySettlement: AllOf<Settlement> = {
  noun: "settlements",
  kind: settlementRecordType,
  partitions: (month) => allPartitions("settlement", month),
};

/** Every tenant's settlements, newest first. */
export function listAllSettlements(
  context: ReadContext,
  query: ListRequest & { readonly status?: SettlementStatus | undefined },
): Promise<ListPage<Settlement>> {
  return listAll(context, everySettlement, query);
}
