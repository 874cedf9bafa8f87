import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { refuseSuspended } from "../../domain/screening/account.ts";
import { type Monitor, type MonitorAlert, refuseMonitors } from "../../domain/screening/monitor.ts";
import type { Delivery, WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { loadedDelivery } from "../webhooks/delivery-rows.ts";
import { type EndpointDesk, exhaustWaiting, inEffect } from "../webhooks/endpoint-changes.ts";
import { webhookKind } from "../webhooks/record.ts";
import { getAccount } from "./accounts.ts";
import { commitCounted } from "./commit-counted.ts";
import { monitorKind, monitorList } from "./monitor-record.ts";
import type { Pause } from "./ports.ts";
import { monitorsKey, usageKeys, usageOf } from "./usage.ts";

/** A monitor with how it is in effect: whether its account's plan leaves it alone, and why its webhook endpoint is off, where it is. */
export interface MonitorSeen {
  readonly monitor: Monitor;
  readonly paused: boolean;
  readonly disabledReason: string | null;
}

/** An alert and what became of it; undefined where that is forgotten. */
export interface AlertSeen {
  readonly alert: MonitorAlert;
  readonly delivery: Delivery | undefined;
}

/** Where a monitor's webhook endpoint is. */
export function endpointKey(monitorId: string) {
  return rowKey(siblingId(monitorId, "whe"));
}

async function find(
  { book }: Pick<Desk, "book">,
  accountId: string,
  id: string,
): Promise<{ monitor: Loaded<Monitor>; endpoint: Loaded<WebhookEndpoint> }> {
  const [row, endpointRow] = await book.read([rowKey(id), endpointKey(id)]);
  const monitor = row?.type === monitorKind.type ? loaded(monitorKind, row) : undefined;
  const endpoint = loaded(webhookKind, endpointRow);
  if (!endpoint || monitor?.state.accountId !== accountId || monitor.state.deletedAt !== null)
    throw new Refusal("not_found", "no such monitor");
  return { monitor, endpoint };
}

/** An account's monitor with what became of its last alerts, the newest first; a deleted one is not found. */
export async function getMonitor(
  desk: EndpointDesk,
  accountId: string,
  id: string,
): Promise<MonitorSeen & { readonly alerts: readonly AlertSeen[] }> {
  const { monitor, endpoint } = await find(desk, accountId, id);
  const [effective] = await inEffect(desk, [endpoint.state]);
  const alerts = monitor.state.alerts.toReversed();
  const rows = await desk.deliveries.read(alerts.map(({ deliveryId }) => rowKey(deliveryId)));
  return {
    monitor: monitor.state,
    paused: await isPaused(desk, accountId),
    disabledReason: offReason(effective),
    alerts: alerts.map((alert, at) => ({ alert, delivery: loadedDelivery(rows[at])?.state })),
  };
}

function offReason(endpoint: WebhookEndpoint | undefined): string | null {
  return endpoint?.enabled === true ? null : (endpoint?.disabledReason ?? "disabled");
}

/** Whether an account's monitors are left alone: its plan has none any more, or it is suspended. */
export async function isPaused(desk: Pick<Desk, "book">, accountId: string): Promise<boolean> {
  const { state } = await getAccount(desk, accountId);
  return (refuseSuspended(state) ?? refuseMonitors(state)) !== undefined;
}

/** An account's monitors, newest first. */
export async function listMonitors(
  desk: EndpointDesk,
  accountId: string,
  asked: ListRequest,
): Promise<Listed<MonitorSeen>> {
  const { data, nextCursor } = await listAggregates(desk, monitorKind, monitorList(accountId), asked);
  const paused = await isPaused(desk, accountId);
  const rows = await desk.book.read(data.map(({ id }) => endpointKey(id)));
  const effective = await inEffect(
    desk,
    rows.flatMap((row) => loaded(webhookKind, row)?.state ?? []),
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
  desk: EndpointDesk & { readonly pause: Pause },
  accountId: string,
  id: string,
): Promise<Monitor> {
  const { result } = await commitCounted(desk, async () => {
    const { monitor, endpoint } = await find(desk, accountId, id);
    const now = desk.clock.now();
    const usage = usageOf(await desk.book.read(usageKeys(accountId, now)), accountId, now);
    const next: Monitor = { ...monitor.state, deletedAt: now, updatedAt: now };
    const off: WebhookEndpoint = { ...endpoint.state, enabled: false, deletedAt: now, updatedAt: now };
    const deleted = { to: "deleted", reason: "deleted" };
    const writes: Write[] = [
      ...hopWrites(monitor, [{ ...deleted, next, from: next.risk.action }], desk).writes,
      ...hopWrites(endpoint, [{ ...deleted, next: off, from: "enabled" }], desk).writes,
      { count: monitorsKey(accountId), by: -1, most: null },
    ];
    return { writes, usage, by: 0, result: { next, off } };
  });
  await exhaustWaiting(desk, result.off, "endpoint_deleted");
  return result.next;
}
