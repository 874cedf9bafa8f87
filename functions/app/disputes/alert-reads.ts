import type { Alert, AlertStatus, AlertType } from "../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../domain/disputes/alert-review.ts";
import type { AlertSourceName } from "../../domain/disputes/alert-source.ts";
import { type Aggregate, type Entry, entriesIn } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import {
  type Asker,
  type CreatedRange,
  createdIn,
  type ListPage,
  type ListRequest,
  listAggregates,
  tenantRecords,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, matches, pointersAt } from "../core/list-pointers.ts";
import { getRecord, requireRecord } from "../core/read-records.ts";
import { type QueuedRecords, queuedRecords } from "../review/records.ts";
import { listAll } from "../tenants/list-all.ts";
import { askerFor } from "../tenants/tenants.ts";
import { allRows } from "../tenants/walk-store.ts";
import { alertRecordType, alertsByType } from "./alert-record.ts";

/** An alert; `tenantId` null is an operator, who may see any. */
export function loadAlert(context: StoreContext, tenantId: string | null, id: string): Promise<Aggregate<Alert>> {
  return getRecord(context, alertRecordType, id, "alert", tenantId);
}

/** An alert with its audit trail, oldest first; `tenantId` null is an operator, who may see any. */
export async function readAlert(
  context: StoreContext,
  tenantId: string | null,
  id: string,
): Promise<{ state: Alert; entries: Entry[] }> {
  const rows = await allRows(context.store, id);
  const row = rows.find(({ sk }) => sk === "row");
  return { state: requireRecord(alertRecordType, row, "alert", tenantId).state, entries: entriesIn(rows) };
}

export interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly kind?: AlertType | undefined;
  readonly source?: AlertSourceName | undefined;
  readonly paymentId?: string | undefined;
  readonly escrowId?: string | undefined;
}

/** A tenant's alerts, newest first; those about a payment or an escrow by their pointers. Else an index covers the status, or the kind where no status is asked for; the rest is filtered. */
export async function listAlerts(
  context: Context,
  asker: Asker,
  query: ListRequest & AlertFilter,
): Promise<ListPage<Alert>> {
  const { status, kind, source } = query;
  const { tenantId } = asker;
  const about = query.paymentId ?? query.escrowId;
  if (about !== undefined) {
    const wanted = (state: Alert) => matches(state, { tenantId, status }) && isWanted(state, query);
    return listByPointer(context, alertRecordType, pointersAt(about, "alr"), query, wanted);
  }
  const list =
    status === undefined && kind !== undefined
      ? tenantRecords(context, asker, alertsByType, kind, { ...createdIn(query), index: "group" })
      : tenantRecords(context, asker, "alert", status, createdIn(query));
  const name = `${list.name}#${kind ?? ""}#${source ?? ""}`;
  return listAggregates(context, alertRecordType, { ...list, name }, query, (state) => isWanted(state, query));
}

function isWanted(state: Alert, query: AlertFilter & CreatedRange): boolean {
  const { kind, source, paymentId, escrowId } = query;
  const isNamed = matches(state.said, { kind }) && matches(state, { source, paymentId, escrowId });
  return isNamed && isCreatedIn(state.createdAt, query);
}

export interface AlertQuery extends ListRequest, AlertFilter {
  readonly tenantId?: string | undefined;
}

/** Alerts of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllAlerts(context: Context, { tenantId, ...input }: AlertQuery): Promise<ListPage<Alert>> {
  if (tenantId !== undefined) return listAlerts(context, await askerFor(context, tenantId), input);
  const isFiltered = input.kind !== undefined || input.source !== undefined;
  return listAll(context, alertRecordType, input, isFiltered ? (state) => isWanted(state, input) : undefined);
}

/** The alerts that wait for people, the longest waiting first; `more` where there are others. */
export function waitingAlerts(context: StoreContext, most: number): Promise<QueuedRecords<Alert>> {
  return queuedRecords(context, alertRecordType, "alert", most, (state) => alertReviewReason(state) !== null);
}
