import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Monitor } from "../../domain/screening/monitor.ts";
import type { RiskLevel, ScreenAction } from "../../domain/screening/risk.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { ReadContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { isCreatedIn, listByPointer, matches, pointersAt } from "../core/list-pointers.ts";
import { findRecord, rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { listOfAll } from "../tenants/list-all.ts";
import { type EndpointContext, inEffect } from "../webhooks/endpoint-changes.ts";
import { webhookRecordType } from "../webhooks/record.ts";
import { accountList, accountRecordType } from "./account-record.ts";
import { getAccount } from "./accounts.ts";
import { monthly } from "./list-screens.ts";
import {
  alertsOf,
  endpointKey,
  isLeftAlone,
  type MonitorAlertDetails,
  type MonitorDetails,
  monitorPartition,
  monitorRecordType,
  offReason,
  watchedPointer,
} from "./monitors.ts";

/** What monitors are narrowed by; `value` is an address in any way of writing it. */
export interface MonitorFilter extends ListRequest {
  readonly accountId?: string | undefined;
  readonly value?: string | undefined;
  readonly action?: ScreenAction | undefined;
  readonly risk_level?: RiskLevel | undefined;
  readonly deleted?: boolean | undefined;
}

type MonitorReads = ReadContext & Pick<EndpointContext, "deliveries">;

/** Monitors of all accounts, newest first, those that were deleted among them. Refuses an account that is not there. */
export async function listAllMonitors(context: MonitorReads, query: MonitorFilter): Promise<ListPage<MonitorDetails>> {
  const { data, nextCursor } = await foundMonitors(context, query);
  return { data: await detailsOf(context, data), nextCursor };
}

async function foundMonitors(context: ReadContext, query: MonitorFilter): Promise<ListPage<Monitor>> {
  const { accountId, value, action, risk_level, deleted } = query;
  const owner = accountId === undefined ? undefined : (await getAccount(context, accountId)).state;
  const isWanted = (state: Monitor) =>
    matches(state, { accountId }) &&
    matches(state.risk, { action, risk_level }) &&
    (deleted === undefined || (state.deletedAt !== null) === deleted) &&
    isCreatedIn(state.createdAt, query);
  if (value !== undefined)
    return listByPointer(context, monitorRecordType, pointersAt(watchedPointer(value), "mon"), query, isWanted);
  if (owner) {
    const since = owner.createdAt;
    const source = monthly(context, "group", (month) => monitorPartition(owner.id, month), { since, query });
    return listByPointer(context, monitorRecordType, source, query, isWanted);
  }
  const isFiltered = action !== undefined || risk_level !== undefined || deleted !== undefined;
  return listOfAll(context, monitorRecordType, query, {
    owners: accountList.name,
    wanted: isFiltered ? isWanted : undefined,
  });
}

/** How monitors are in effect: one read for their accounts and endpoints, and one for how those endpoints do. */
async function detailsOf(context: MonitorReads, monitors: readonly Monitor[]): Promise<MonitorDetails[]> {
  if (monitors.length === 0) return [];
  const accountIds = [...new Set(monitors.map(({ accountId }) => accountId))];
  const keys = [...accountIds.map(rowKey), ...monitors.map(({ id }) => endpointKey(id))];
  const rows = await rowsAt(context, keys);
  const paused = new Map(
    accountIds.map((id, at) => {
      const account = loadAggregate(accountRecordType, rows[at])?.state;
      return [id, account !== undefined && isLeftAlone(account)];
    }),
  );
  const endpoints = rows.slice(accountIds.length).flatMap((row) => loadAggregate(webhookRecordType, row)?.state ?? []);
  const reasons = new Map((await inEffect(context, endpoints)).map((each) => [each.id, offReason(each)]));
  return monitors.map((monitor) => ({
    monitor,
    paused: paused.get(monitor.accountId) ?? false,
    disabledReason: reasons.get(siblingId(monitor.id, "whe")) ?? null,
  }));
}

/** A monitor of any account with its last alerts, a deleted one too. Refuses one that is not there. */
export async function monitorById(
  context: MonitorReads,
  id: string,
): Promise<MonitorDetails & { readonly alerts: readonly MonitorAlertDetails[] }> {
  const found = await findRecord(context, monitorRecordType, id);
  const [details] = found ? await detailsOf(context, [found.state]) : [];
  if (details === undefined) throw new Refusal("not_found", "no such monitor");
  return { ...details, alerts: await alertsOf(context, details.monitor) };
}
