import { addressKeys, sharedKey } from "../../domain/addresses/address-keys.ts";
import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Account, refuseSuspendedAccount } from "../../domain/screening/account.ts";
import {
  type Monitor,
  type MonitorAlert,
  type MonitorStatus,
  monitor,
  refuseMonitors,
} from "../../domain/screening/monitor.ts";
import type { Delivery, WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import {
  type Aggregate,
  loadAggregate,
  pointerPartition,
  type RecordType,
  transitionWrites,
} from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { monitorIndex } from "../core/due-index.ts";
import { type ListPage, type ListRequest, type ListSource, listAggregates } from "../core/list-page.ts";
import type { Pause, Write } from "../core/ports.ts";
import { allPlace, listPartition, rowKey, tenantPlace } from "../core/row-keys.ts";
import { loadedDelivery } from "../webhooks/delivery-rows.ts";
import { type EndpointContext, exhaustWaiting, inEffect } from "../webhooks/endpoint-changes.ts";
import { webhookRecordType } from "../webhooks/record.ts";
import { getAccount } from "./accounts.ts";
import { commitWithUsage, monitorsKey, usageKeys, usageOf } from "./usage.ts";

/** A monitor with how it is in effect: whether its account's plan leaves it alone, and why its webhook endpoint is off, where it is. */
export interface MonitorDetails {
  readonly monitor: Monitor;
  readonly paused: boolean;
  readonly disabledReason: string | null;
}

/** How a monitor is in effect, in one word. */
export function monitorStatus({ monitor, paused, disabledReason }: MonitorDetails): MonitorStatus {
  if (monitor.deletedAt !== null) return "deleted";
  return paused ? "paused" : disabledReason === null ? "active" : "endpoint_disabled";
}

/** An alert and what became of it; undefined where that is forgotten. */
export interface MonitorAlertDetails {
  readonly alert: MonitorAlert;
  readonly delivery: Delivery | undefined;
}

export function endpointKey(monitorId: string) {
  return rowKey(siblingId(monitorId, "whe"));
}

async function find(
  { store }: StoreContext,
  accountId: string,
  id: string,
): Promise<{ monitor: Aggregate<Monitor>; endpoint: Aggregate<WebhookEndpoint> }> {
  const [row, endpointRow] = await store.read([rowKey(id), endpointKey(id)]);
  const monitor = loadAggregate(monitorRecordType, row);
  const endpoint = loadAggregate(webhookRecordType, endpointRow);
  if (!endpoint || monitor?.state.accountId !== accountId || monitor.state.deletedAt !== null)
    throw new Refusal("not_found", "no such monitor");
  return { monitor, endpoint };
}

/** An account's monitor with what became of its last alerts, the newest first; a deleted one is not found. */
export async function getMonitor(
  context: EndpointContext,
  accountId: string,
  id: string,
): Promise<MonitorDetails & { readonly alerts: readonly MonitorAlertDetails[] }> {
  const { monitor, endpoint } = await find(context, accountId, id);
  const [effective] = await inEffect(context, [endpoint.state]);
  return {
    monitor: monitor.state,
    paused: await isPaused(context, accountId),
    disabledReason: offReason(effective),
    alerts: await alertsOf(context, monitor.state),
  };
}

/** The last alerts of a monitor with what became of them, the newest first. */
export async function alertsOf(
  { deliveries }: Pick<EndpointContext, "deliveries">,
  { alerts }: Monitor,
): Promise<MonitorAlertDetails[]> {
  const newest = alerts.toReversed();
  const rows = await deliveries.read(newest.map(({ deliveryId }) => rowKey(deliveryId)));
  return newest.map((alert, at) => ({ alert, delivery: loadedDelivery(rows[at])?.state }));
}

/** Why a monitor's webhook endpoint is off; null where it is on. */
export function offReason(endpoint: WebhookEndpoint | undefined): string | null {
  return endpoint?.enabled === true ? null : (endpoint?.disabledReason ?? "disabled");
}

/** Whether an account's monitors are left alone: its plan has none any more, or it is suspended. */
export async function isPaused(context: StoreContext, accountId: string): Promise<boolean> {
  return isLeftAlone((await getAccount(context, accountId)).state);
}

/** Whether nothing is done for an account's monitors: its plan has none, or it is suspended. */
export function isLeftAlone(state: Account): boolean {
  return (refuseSuspendedAccount(state) ?? refuseMonitors(state)) !== undefined;
}

export async function listMonitors(
  context: EndpointContext,
  accountId: string,
  query: ListRequest,
): Promise<ListPage<MonitorDetails>> {
  const { data, nextCursor } = await listAggregates(context, monitorRecordType, monitorList(accountId), query);
  const paused = await isPaused(context, accountId);
  const rows = await context.store.read(data.map(({ id }) => endpointKey(id)));
  const effective = await inEffect(
    context,
    rows.flatMap((row) => loadAggregate(webhookRecordType, row)?.state ?? []),
  );
  const reasons = new Map(effective.map((each) => [each.id, offReason(each)]));
  const seen = data.map((monitor) => {
    const disabledReason = reasons.get(siblingId(monitor.id, "whe")) ?? null;
    return { monitor, paused, disabledReason };
  });
  return { data: seen, nextCursor };
}

/** Watches an address no longer, makes room for another one, and ends what waits to be sent about it. */
export async function deleteMonitor(
  context: EndpointContext & { readonly pause: Pause },
  accountId: string,
  id: string,
): Promise<Monitor> {
  const { result } = await commitWithUsage(context, async () => {
    const { monitor, endpoint } = await find(context, accountId, id);
    const now = context.clock.now();
    const usage = usageOf(await context.store.read(usageKeys(accountId, now)), accountId, now);
    const next: Monitor = { ...monitor.state, deletedAt: now, updatedAt: now };
    const off: WebhookEndpoint = { ...endpoint.state, enabled: false, deletedAt: now, updatedAt: now };
    const deleted = { to: "deleted", reason: "deleted" };
    const writes: Write[] = [
      ...transitionWrites(monitor, [{ ...deleted, next, from: next.risk.action }], context).writes,
      ...transitionWrites(endpoint, [{ ...deleted, next: off, from: "enabled" }], context).writes,
      { count: monitorsKey(accountId), by: -1, most: null },
    ];
    return { writes, usage, by: 0, result: { next, off } };
  });
  await exhaustWaiting(context, result.off, "endpoint_deleted");
  return result.next;
}

function monitorList(accountId: string): ListSource {
  const name = `${accountId}#monitor`;
  return { index: "list", name, partitions: [name] };
}

const noun = "monitor";

function watched(addressKey: string): string {
  return `watch#${addressKey}`;
}

/** What finds the monitors of an address, in whatever way it is written. */
export function watchedPointer(value: string): string {
  return watched(sharedKey(value));
}

/** Where an account's monitors of a month are listed, those that were deleted among them. */
export function monitorPartition(accountId: string, month: string): string {
  return listPartition(accountId, noun, month);
}

/** The partition that names every monitor of an address, by one of the address's keys. */
export function watchPartition(addressKey: string): string {
  return pointerPartition(watched(addressKey));
}

export const monitorRecordType: RecordType<Monitor> = {
  type: noun,
  schema: monitor,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: (state) =>
    state.deletedAt === null
      ? {
          list: [monitorList(state.accountId).name, `${state.createdAt}#${state.id}`],
          due: monitorIndex(rowKey(state.id), state.lookAt),
        }
      : {},
  // One of its pointers also lists it among its account's and among all.
  pointers: ({ id, accountId: tenantId, createdAt, value }) => {
    const index = { list: allPlace(noun, { id, createdAt }), group: tenantPlace(noun, { id, tenantId, createdAt }) };
    return addressKeys(value).map((key) => ({ value: watched(key), ...(key === sharedKey(value) && { index }) }));
  },
};
