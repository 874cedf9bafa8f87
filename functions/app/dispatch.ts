import { createHash } from "node:crypto";
import type { Instant } from "../domain/time.ts";
import { type Delivery, delivery, type WebhookEndpoint, wants } from "../domain/webhook.ts";
import { type Entry, entry } from "./aggregate.ts";
import { webhookKind, webhookList } from "./catalogue-kinds.ts";
import { deliveryRow } from "./deliver.ts";
import { listAggregates } from "./list.ts";
import type { Book, Clock, DeliveryQueue, NewId, Row, Workflows } from "./ports.ts";

/** What handing on works with. `deliveries` is a book of its own, away from the money. */
export interface DispatchDesk {
  readonly book: Book;
  readonly deliveries: Book;
  readonly queue: DeliveryQueue;
  readonly workflows: Workflows;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Most endpoints a tenant can have; one page of them is all of them. */
export const maxEndpoints = 100;

/** Hands on what follows from a committed entry: machines to start and wake, events to deliver. Safe to do twice. */
export async function dispatchEntry(desk: DispatchDesk, row: Row): Promise<void> {
  const body = entry.parse(row.body);
  for (const follow of body.follows) {
    switch (follow.kind) {
      case "start_settlement":
        await desk.workflows.startSettlement(follow);
        break;
      case "answer_token":
        await desk.workflows.answer(follow.token);
        break;
      default:
        throw new Error(`unknown follow ${JSON.stringify(follow satisfies never)}`);
    }
  }
  if (body.events.length > 0) await fanOut(desk, body);
  await desk.book.write([{ handedOn: { pk: row.pk, sk: row.sk } }], desk.newId("req", desk.clock.now()));
}

async function fanOut(desk: DispatchDesk, body: Entry): Promise<void> {
  const list = webhookList(body.tenantId);
  const endpoints = (await listAggregates(desk, webhookKind, list, { limit: maxEndpoints })).data;
  const now = desk.clock.now();
  const made = body.events.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.name))
      .map((each) => newDelivery(body, event, each, now)),
  );
  for (const each of made) {
    await desk.deliveries.write([{ put: deliveryRow(each, 1), expect: "absent" }], desk.newId("req", now));
  }
  if (made.length > 0) await desk.queue.send(made.map((each) => ({ deliveryId: each.id, delaySeconds: 0 })));
}

/** A delivery's id follows from event and endpoint, so that handing on twice makes one delivery. It sorts by the event's time. */
export function deliveryId(eventId: string, endpointId: string): string {
  const digest = createHash("sha256").update(`${eventId}${endpointId}`).digest();
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const tail = Array.from(digest.subarray(0, 16), (byte) => alphabet[byte % 32]).join("");
  return `dlv_${eventId.slice(4, 14)}${tail}`;
}

function newDelivery(
  body: Entry,
  event: Entry["events"][number],
  endpoint: WebhookEndpoint,
  now: Instant,
): Delivery {
  return delivery.parse({
    id: deliveryId(event.id, endpoint.id),
    tenantId: body.tenantId,
    endpointId: endpoint.id,
    eventId: event.id,
    event: event.name,
    url: endpoint.url,
    body: JSON.stringify({ event: event.name, data: event.data }),
    status: "pending",
    attemptsMade: 0,
    attempts: [],
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  });
}
