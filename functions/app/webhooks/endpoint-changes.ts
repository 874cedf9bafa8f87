import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { endpointHealth } from "../../domain/webhooks/endpoint-health.ts";
import { exhaust, type WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { monthlyPartitions } from "../core/list-page.ts";
import type { Row, Store } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { recordAction } from "../core/record-action.ts";
import { listPartition } from "../core/row-keys.ts";
import { pagesOf } from "../tenants/walk-store.ts";
import { deliveryRow, healthKey, healthRow, loadedDelivery, loadedHealth } from "./delivery-rows.ts";
import { webhookRecordType } from "./record.ts";

export type EndpointContext = Context & { readonly deliveries: Store };

/** A tenant's endpoint; a deleted one is not found. */
export async function getWebhook(
  context: StoreContext,
  tenantId: string,
  id: string,
): Promise<Aggregate<WebhookEndpoint>> {
  const found = await findRecord(context, webhookRecordType, id);
  if (found?.state.tenantId !== tenantId || found.state.deletedAt !== null)
    throw new Refusal("not_found", "no such webhook endpoint");
  return found;
}

/** Endpoints as they are in effect: one that the sender condemned is off already, before the sweeper has put that on its trail. */
export async function inEffect(
  context: { readonly deliveries: Store },
  endpoints: readonly WebhookEndpoint[],
): Promise<WebhookEndpoint[]> {
  const rows = await context.deliveries.read(endpoints.map(({ id }) => healthKey(id)));
  return endpoints.map((endpoint, index) => {
    const { condemned } = loadedHealth(rows[index], endpoint.id, endpoint.tenantId).state;
    if (condemned === null || !endpoint.enabled) return endpoint;
    return { ...endpoint, enabled: false, disabledReason: condemned };
  });
}

function settingsOf(state: WebhookEndpoint): string {
  if (state.deletedAt !== null) return "deleted";
  return state.enabled ? "enabled" : "disabled";
}

/** Changes an endpoint with an entry on its trail. */
export async function changeEndpoint(
  context: Context,
  tenantId: string,
  id: string,
  reason: string,
  to: (state: WebhookEndpoint) => WebhookEndpoint,
): Promise<WebhookEndpoint> {
  return change(context, async () => {
    const found = await getWebhook(context, tenantId, id);
    const next = { ...to(found.state), updatedAt: context.clock.now() };
    const transition = { next, from: settingsOf(found.state), to: settingsOf(next), reason };
    return { writes: transitionWrites(found, [transition], context).writes, result: next };
  });
}

/** Puts on the trail, as about an endpoint, what an operator did with it that changes nothing of it, before it is done. Its row is left alone, so that many at once do not stand in each other's way. */
export async function noteOnEndpoint(
  context: Context,
  tenantId: string,
  id: string,
  reason: string,
): Promise<WebhookEndpoint> {
  const { state } = await getWebhook(context, tenantId, id);
  await recordAction(context, { tenantId, subject: id, reason });
  return state;
}

/** Most deliveries that are ended when their endpoint closes; the sender ends any further one when it is due. */
const exhaustLimit = 1000;
const pageSize = 100;

/** Ends what still waits for an endpoint that is closed. */
export async function exhaustWaiting(
  context: EndpointContext,
  endpoint: WebhookEndpoint,
  reason: string,
): Promise<void> {
  const now = context.clock.now();
  const month = (each: string) => listPartition(endpoint.tenantId, "delivery", each);
  let seen = 0;
  for (const pk of monthlyPartitions(month, endpoint.createdAt, now)) {
    for await (const rows of pagesOf(context.deliveries, { index: "list", pk, newestFirst: true }, pageSize)) {
      for (const row of rows) await exhaustOne(context, row, endpoint.id, reason);
      seen += rows.length;
      if (seen >= exhaustLimit) return;
    }
  }
}

async function exhaustOne(context: EndpointContext, row: Row, endpointId: string, reason: string): Promise<void> {
  const found = loadedDelivery(row);
  if (found?.state.endpointId !== endpointId) return;
  if (found.state.status === "delivered" || found.state.status === "exhausted") return;
  const now = context.clock.now();
  const put = deliveryRow(exhaust(found.state, reason, now), found.v + 1);
  await context.deliveries.write([{ put, expect: found.v }], context.newId("req", now));
}

/** Switches off an endpoint that the sender condemned; the sender itself may write deliveries only. */
export async function disableEndpoint(context: EndpointContext, row: Row): Promise<void> {
  const health = readBody(endpointHealth, row.body);
  const { endpointId, tenantId, condemned } = health;
  const now = context.clock.now();
  const state = (await findRecord(context, webhookRecordType, endpointId))?.state;
  if (state?.enabled && state.deletedAt === null) {
    const reason = condemned ?? "condemned";
    const off = await changeEndpoint(context, tenantId, endpointId, `switched off: ${reason}`, (endpoint) => ({
      ...endpoint,
      enabled: false,
      disabledReason: reason,
    }));
    await exhaustWaiting(context, off, reason);
  }
  const put = healthRow({ ...health, switchedOff: true }, row.v + 1, now);
  await context.deliveries.write([{ put, expect: row.v }], context.newId("req", now));
}

/** Forgets what is known against an endpoint, when an operator switches it on again. */
export async function forgiveEndpoint(context: EndpointContext, endpointId: string): Promise<void> {
  const key = healthKey(endpointId);
  const [row] = await context.deliveries.read([key]);
  if (row) await context.deliveries.write([{ remove: key, expect: row.v }], context.newId("req", context.clock.now()));
}
