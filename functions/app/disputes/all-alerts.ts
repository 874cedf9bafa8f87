import type { Alert } from "../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../domain/disputes/alert-review.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { allPartitions, rowKey } from "../core/row-keys.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { type AlertFilter, listAlerts } from "./alert-reads.ts";
import { alertRecordType } from "./alert-record.ts";

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
