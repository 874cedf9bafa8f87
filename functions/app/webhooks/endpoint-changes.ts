import { Refusal } from "../../domain/core/refusal.ts";
import { endpointHealth } from "../../domain/webhooks/endpoint-health.ts";
import { exhaust, type WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { monthlyPartitions } from "../core/list.ts";
import type { Book, Row } from "../core/ports.ts";
import { recordAction } from "../core/record-action.ts";
import { listPartition, rowKey } from "../core/rows.ts";
import { deliveryRow, healthKey, healthRow, loadedDelivery, loadedHealth } from "./delivery-rows.ts";
import { webhookKind } from "./record.ts";

/** A desk that also reaches deliveries. */
export type EndpointDesk = Desk & { readonly deliveries: Book };

/** A tenant's endpoint; a deleted one is not found. */
export async function getWebhook(
  desk: Pick<Desk, "book">,
  tenantId: string,
  id: string,
): Promise<Loaded<WebhookEndpoint>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === webhookKind.type ? loaded(webhookKind, row) : undefined;
  if (found?.state.tenantId !== tenantId || found.state.deletedAt !== null)
    throw new Refusal("not_found", "no such webhook endpoint");
  return found;
}

/** Endpoints as they are in effect: one that the sender condemned is off already, before the sweeper has put that on its trail. */
export async function inEffect(
  desk: { readonly deliveries: Book },
  endpoints: readonly WebhookEndpoint[],
): Promise<WebhookEndpoint[]> {
  const rows = await desk.deliveries.read(endpoints.map(({ id }) => healthKey(id)));
  return endpoints.map((endpoint, index) => {
    const { condemned } = loadedHealth(rows[index], endpoint.id, endpoint.tenantId).state;
    if (condemned === null || !endpoint.enabled) return endpoint;
    return { ...endpoint, enabled: false, disabledReason: condemned };
  });
}

function standingOf(state: WebhookEndpoint): string {
  if (state.deletedAt !== null) return "deleted";
  return state.enabled ? "enabled" : "disabled";
}

/** Changes an endpoint with an entry on its trail. */
export async function changeEndpoint(
  desk: Desk,
  tenantId: string,
  id: string,
  reason: string,
  to: (state: WebhookEndpoint) => WebhookEndpoint,
): Promise<WebhookEndpoint> {
  return change(desk, async () => {
    const found = await getWebhook(desk, tenantId, id);
    const next = { ...to(found.state), updatedAt: desk.clock.now() };
    const hop = { next, from: standingOf(found.state), to: standingOf(next), reason };
    return { writes: hopWrites(found, [hop], desk).writes, result: next };
  });
}

/** Puts on the trail, as about an endpoint, what an operator did with it that changes nothing of it, before it is done. Its row is left alone, so that many at once do not stand in each other's way. */
export async function noteOnEndpoint(
  desk: Desk,
  tenantId: string,
  id: string,
  reason: string,
): Promise<WebhookEndpoint> {
  const { state } = await getWebhook(desk, tenantId, id);
  await recordAction(desk, { tenantId, subject: id, reason });
  return state;
}

/** Most deliveries that are ended when their endpoint closes; the sender ends any further one when it is due. */
const exhaustLimit = 1000;
const pageSize = 100;

/** Ends what still waits for an endpoint that is closed. */
export async function exhaustWaiting(
  desk: EndpointDesk,
  endpoint: WebhookEndpoint,
  reason: string,
): Promise<void> {
  const now = desk.clock.now();
  const month = (each: string) => listPartition(endpoint.tenantId, "delivery", each);
  let seen = 0;
  for (const pk of monthlyPartitions(month, endpoint.createdAt, now)) {
    let after: { pk: string; sk: string; sort: string } | undefined;
    do {
      const rows = await desk.deliveries.page({
        index: "list",
        pk,
        limit: pageSize,
        newestFirst: true,
        after,
      });
      for (const row of rows) await exhaustOne(desk, row, endpoint.id, reason);
      const last = rows.length === pageSize ? rows.at(-1) : undefined;
      after = last && { pk: last.pk, sk: last.sk, sort: last.index?.list?.[1] ?? "" };
      seen += rows.length;
    } while (after && seen < exhaustLimit);
    if (seen >= exhaustLimit) return;
  }
}

async function exhaustOne(desk: EndpointDesk, row: Row, endpointId: string, reason: string): Promise<void> {
  const found = loadedDelivery(row);
  if (found?.state.endpointId !== endpointId) return;
  if (found.state.status === "delivered" || found.state.status === "exhausted") return;
  const now = desk.clock.now();
  const put = deliveryRow(exhaust(found.state, reason, now), found.v + 1);
  await desk.deliveries.write([{ put, expect: found.v }], desk.newId("req", now));
}

/** Switches off an endpoint that the sender condemned; the sender itself may write deliveries only. */
export async function switchOffCondemned(desk: EndpointDesk, row: Row): Promise<void> {
  const health = endpointHealth.parse(row.body);
  const { endpointId, tenantId, condemned } = health;
  const now = desk.clock.now();
  const [found] = await desk.book.read([rowKey(endpointId)]);
  const state = loaded(webhookKind, found)?.state;
  if (state?.enabled && state.deletedAt === null) {
    const reason = condemned ?? "condemned";
    const off = await changeEndpoint(desk, tenantId, endpointId, `switched off: ${reason}`, (endpoint) => ({
      ...endpoint,
      enabled: false,
      disabledReason: reason,
    }));
    await exhaustWaiting(desk, off, reason);
  }
  const put = healthRow({ ...health, switchedOff: true }, row.v + 1, now);
  await desk.deliveries.write([{ put, expect: row.v }], desk.newId("req", now));
}

/** Forgets what is known against an endpoint, when an operator switches it on again. */
export async function forgiveEndpoint(desk: EndpointDesk, endpointId: string): Promise<void> {
  const key = healthKey(endpointId);
  const [row] = await desk.deliveries.read([key]);
  if (row) await desk.deliveries.write([{ remove: key, expect: row.v }], desk.newId("req", desk.clock.now()));
}
