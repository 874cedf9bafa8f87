import type { EventName } from "../../domain/core/event.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import { type Delivery, type DeliveryStatus, delivery, isOpen, newDelivery } from "../../domain/webhooks/webhook.ts";
import type { Context } from "../core/context.ts";
import { type ListPage, type ListRequest, listRows, monthlyPartitions } from "../core/list-page.ts";
import type { IndexName, Row, Store } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import { getTenant } from "../tenants/tenants.ts";
import { everybodysDeliveries } from "./delivery-lists.ts";
import { deliveryId, loadedDelivery, wholeDeliveryList } from "./delivery-rows.ts";
import { noteOnEndpoint } from "./endpoint-changes.ts";
import { type EnqueueContext, enqueue } from "./enqueue.ts";
import { eventDays } from "./events.ts";
import { webhookRecordType } from "./record.ts";

export interface DeliveryFilter extends ListRequest {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventName | undefined;
  readonly tenantId?: string | undefined;
}

/** The list that serves a filter best; what it does not cover is filtered from its rows. What is delivered, which is nearly everything, stands in no list by status. */
function listFor(input: DeliveryFilter): { index: IndexName; partition: (month: string) => string } {
  const { tenantId, status } = input;
  if (tenantId !== undefined)
    return { index: "list", partition: (month) => listPartition(tenantId, "delivery", month) };
  if (status !== undefined && status !== "delivered")
    return { index: "status", partition: (month) => wholeDeliveryList(month, status) };
  return { index: "group", partition: (month) => wholeDeliveryList(month) };
}

export async function listDeliveries(
  context: Context & { readonly deliveries: Store },
  input: DeliveryFilter,
): Promise<ListPage<Delivery>> {
  const { status, event, tenantId } = input;
  if (tenantId !== undefined) await getTenant(context, tenantId);
  const now = context.clock.now();
  const { index, partition } = listFor(input);
  const since: Instant = addDays(now, -eventDays);
  const name = `deliveries#${tenantId ?? ""}#${status ?? ""}#${event ?? ""}`;
  const source = { index, name, partitions: monthlyPartitions(partition, since, now, input) };
  const wanted = (row: Row) => {
    const state = delivery.parse(row.body);
    return (status === undefined || state.status === status) && (event === undefined || state.event === event);
  };
  const store = tenantId === undefined ? everybodysDeliveries(context.deliveries) : context.deliveries;
  const { rows, nextCursor } = await listRows(store, source, input, wanted);
  return { data: rows.map((row) => delivery.parse(row.body)), nextCursor };
}

export async function getDelivery(context: { readonly deliveries: Store }, id: string): Promise<Delivery> {
  const [row] = await context.deliveries.read([rowKey(id)]);
  const found = loadedDelivery(row);
  if (!found) throw new Refusal("not_found", "no such delivery");
  return found.state;
}

/** Sends a delivery's event again to its endpoint, as a new delivery with six attempts of its own. */
export async function redeliver(context: Context & EnqueueContext, id: string): Promise<Delivery> {
  const old = await getDelivery(context, id);
  const endpoint = (await findRecord(context, webhookRecordType, old.endpointId))?.state;
  if (!isOpen(endpoint)) throw new Refusal("endpoint_disabled", "this delivery's endpoint is off or deleted");
  const { tenantId, endpointId, eventId, event, body } = old;
  const fresh = { id: deliveryId(eventId, endpointId, context.requestId), tenantId, endpointId, eventId, event, body };
  const made = newDelivery({ ...fresh, url: endpoint.url }, context.clock.now());
  await noteOnEndpoint(context, tenantId, endpointId, `${id} sent again as ${made.id}`);
  await enqueue(context, [made]);
  return made;
}
