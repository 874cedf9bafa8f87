import type { Instant } from "../../domain/core/time.ts";
import { type Delivery, newDelivery, type WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import type { CommitContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import { deliveryId, deliveryRow, firstOrderOf, orderOf } from "./delivery-rows.ts";
import type { EventFrame } from "./event-data.ts";
import type { DeliveryQueue } from "./ports.ts";

/** What making deliveries works with. `deliveries` is a book of its own, away from the money. */
export interface EnqueueContext extends CommitContext, EventFrame {
  readonly deliveries: Store;
  readonly queue: DeliveryQueue;
}

/** Most endpoints a tenant can have; one page of them is all of them. */
export const maxEndpoints = 100;

/** Writes deliveries that are not there yet and puts them into the queue. */
export async function enqueue(context: EnqueueContext, made: readonly Delivery[]): Promise<void> {
  await storeDeliveries(context, made);
  if (made.length > 0) await context.queue.send(made.map((each) => ({ ...orderOf(each), delaySeconds: 0 })));
}

/** Writes deliveries that are not there yet, due at once: whoever sends them, the sweeper at the latest. */
export async function storeDeliveries(
  context: Omit<EnqueueContext, "queue" | "store" | keyof EventFrame>,
  made: readonly Delivery[],
): Promise<void> {
  const now = context.clock.now();
  for (const each of made) {
    const put = { put: deliveryRow(each, 1), expect: "absent" as const };
    const written = await context.deliveries.write([put], context.newId("req", now));
    // Lost to contention and not to the same delivery: handed on again, or the event would be lost.
    if (!written.ok && !written.rows[0]) throw new Error(`delivery ${each.id} was not written`);
  }
}

/** What a message may hold of a delivery: ten of them are one call, which takes 256 KB. */
const mostBytes = 20_000;

/** Whether a delivery goes whole into a message. */
export function fitsMessage(state: Delivery): boolean {
  return Buffer.byteLength(JSON.stringify(firstOrderOf(state))) <= mostBytes;
}

/** One event for one endpoint; `occasion` tells a replay from the first time. */
export function deliveryOf(
  tenantId: string,
  event: { readonly id: string; readonly name: string; readonly data: unknown },
  endpoint: WebhookEndpoint,
  now: Instant,
  occasion = "",
): Delivery {
  return newDelivery(
    {
      id: deliveryId(event.id, endpoint.id, occasion),
      tenantId,
      endpointId: endpoint.id,
      eventId: event.id,
      event: event.name,
      url: endpoint.url,
      body: JSON.stringify({ event: event.name, data: event.data }),
    },
    now,
  );
}
