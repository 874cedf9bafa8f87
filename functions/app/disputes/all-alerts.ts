import type { Alert } from "../../domain/disputes/alert.ts";
import { alertReviewReason } from "../../domain/disputes/alert-review.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Listed, ListRequest } from "../core/list.ts";
import { allPartitions, rowKey } from "../core/rows.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { type AlertFilter, listAlerts } from "./alert-reads.ts";
import { alertKind } from "./alert-record.ts";

const everyAlert: AllOf<Alert> = {
  noun: "alerts",
  kind: alertKind,
  partitions: (month) => allPartitions("alert", month),
};

/** What an operator looks for among the alerts. */
export interface AlertsAsked extends ListRequest, AlertFilter {
  readonly tenantId?: string | undefined;
}

/** Alerts of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllAlerts(desk: Desk, { tenantId, ...asked }: AlertsAsked): Promise<Listed<Alert>> {
  if (tenantId !== undefined) {
    const { state } = await getTenant(desk, tenantId);
    return listAlerts(desk, { tenantId, tenantCreatedAt: state.createdAt }, asked);
  }
  const { kind, source, ...page } = asked;
  if (!kind && !source) return listAll(desk, everyAlert, page);
  return listAll(
    desk,
    everyAlert,
    page,
    (state) => (!kind || state.said.kind === kind) && (!source || state.source === source),
  );
}

/** The alerts that wait for people, the longest waiting first; `more` where there are others. */
export async function waitingAlerts(
  { book }: Pick<Desk, "book">,
  most: number,
): Promise<{ readonly data: readonly Alert[]; readonly more: boolean }> {
  const keys = await book.page({ index: "review", pk: reviewPartition("alert"), limit: most + 1 });
  const rows = await book.read(keys.slice(0, most).map(({ pk }) => rowKey(pk)));
  const states = rows.flatMap((row) => loaded(alertKind, row)?.state ?? []);
  // The index lags: what was dealt with meanwhile waits no more.
  return { data: states.filter((state) => alertReviewReason(state) !== null), more: keys.length > most };
}
