import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert, AlertStatus, AlertType } from "../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../domain/disputes/alert-review.ts";
import type { AlertSourceName } from "../../domain/disputes/alert-source.ts";
import { type Aggregate, type Entry, entry, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listRows, monthlyPartitions } from "../core/list-page.ts";
import type { Row } from "../core/ports.ts";
import { allPartitions, rowKey } from "../core/row-keys.ts";
import type { Asker } from "../invoicing/invoices.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { allRows } from "../tenants/walk-store.ts";
import { alertPartition, alertRecordType } from "./alert-record.ts";

/** A stranger's id and an unknown one are the same refusal. */
function noSuchAlert(): Refusal {
  return new Refusal("not_found", "no such alert");
}

function alertIn(row: Row | undefined, tenantId: string | null): Aggregate<Alert> {
  const found = row?.type === alertRecordType.type ? loadAggregate(alertRecordType, row) : undefined;
  if (!found || (tenantId !== null && found.state.tenantId !== tenantId)) throw noSuchAlert();
  return found;
}

/** An alert; `tenantId` null is an operator, who may see any. */
export async function loadAlert(context: StoreContext, tenantId: string | null, id: string): Promise<Aggregate<Alert>> {
  const [row] = await context.store.read([rowKey(id)]);
  return alertIn(row, tenantId);
}

/** An alert with its audit trail, oldest first; `tenantId` null is an operator, who may see any. */
export async function readAlert(
  context: StoreContext,
  tenantId: string | null,
  id: string,
): Promise<{ state: Alert; entries: Entry[] }> {
  const rows = await allRows(context.store, id);
  const { state } = alertIn(
    rows.find((each) => each.sk === "row"),
    tenantId,
  );
  const trail = rows.filter(({ type }) => type === "entry");
  return { state, entries: trail.map((each) => entry.parse(each.body)) };
}

/** Alerts by their status, their kind and where they came from. */
export interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly kind?: AlertType | undefined;
  readonly source?: AlertSourceName | undefined;
}

/** A tenant's alerts, newest first. An index covers the status, or the kind where no status is asked for; the rest is filtered. */
export async function listAlerts(
  context: Context,
  asker: Asker,
  query: ListRequest & AlertFilter,
): Promise<ListPage<Alert>> {
  const { status, kind, source } = query;
  const by = { status, kind };
  const partitions = monthlyPartitions(
    (month) => alertPartition(asker.tenantId, month, by),
    asker.tenantCreatedAt,
    context.clock.now(),
  );
  const index = status ? "status" : kind ? "group" : "list";
  const name = `${asker.tenantId}#alert#${status ?? ""}#${kind ?? ""}#${source ?? ""}`;
  const wanted = (row: Row) => {
    const { state } = alertIn(row, asker.tenantId);
    return (!kind || state.said.kind === kind) && (!source || state.source === source);
  };
  const { rows, nextCursor } = await listRows(context.store, { index, name, partitions }, query, wanted);
  return { data: rows.map((row) => alertIn(row, asker.tenantId).state), nextCursor };
}

const everyAlert: AllOf<Alert> = {
  noun: "alerts",
  kind: alertRecordType,
  partitions: (month) => allPartitions("alert", month),
};

/** What an operator looks for among the alerts. */
export interface AlertQuery extends ListRequest, AlertFilter {
  readonly tenantId?: string | undefined;
}

/** Alerts of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllAlerts(context: Context, { tenantId, ...input }: AlertQuery): Promise<ListPage<Alert>> {
  if (tenantId !== undefined) {
    const { state } = await getTenant(context, tenantId);
    return listAlerts(context, { tenantId, tenantCreatedAt: state.createdAt }, input);
  }
  const { kind, source, ...page } = input;
  if (!kind && !source) return listAll(context, everyAlert, page);
  return listAll(
    context,
    everyAlert,
    page,
    (state) => (!kind || state.said.kind === kind) && (!source || state.source === source),
  );
}

/** The alerts that wait for people, the longest waiting first; `more` where there are others. */
export async function waitingAlerts(
  { store }: StoreContext,
  most: number,
): Promise<{ readonly data: readonly Alert[]; readonly more: boolean }> {
  const keys = await store.page({ index: "review", pk: reviewPartition("alert"), limit: most + 1 });
  const rows = await store.read(keys.slice(0, most).map(({ pk }) => rowKey(pk)));
  const states = rows.flatMap((row) => loadAggregate(alertRecordType, row)?.state ?? []);
  // The index lags: what was dealt with meanwhile waits no more.
  return { data: states.filter((state) => alertReviewReason(state) !== null), more: keys.length > most };
}
