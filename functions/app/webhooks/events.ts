import type { EventName } from "../../domain/core/event.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays, earlierOf, type Instant, laterOf } from "../../domain/core/time.ts";
import { type Delivery, wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import {
  type Asker,
  type ListPage,
  type ListRequest,
  listAggregates,
  listRows,
  monthlyPartitions,
} from "../core/list-page.ts";
import type { Row, Store } from "../core/ports.ts";
import { listPartition } from "../core/row-keys.ts";
import { deliveriesOfEvent } from "./delivery-lists.ts";
import { deliveryOf, type EnqueueContext, enqueue, maxEndpoints } from "./enqueue.ts";
import { type EventFrame, framedEvents } from "./event-data.ts";
import { webhookList, webhookRecordType } from "./record.ts";

/** Events can be found and replayed for 90 days. */
export const eventDays = 90;

export interface LoggedEvent {
  readonly id: string;
  readonly event: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Instant;
}

/** What a tenant asks of its event log; `from` inclusive, `to` exclusive. */
export interface EventFilter extends ListRequest {
  readonly type?: EventName | undefined;
  readonly subject?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

function eventsOf(frame: EventFrame, row: Row): LoggedEvent[] {
  const body = entry.parse(row.body);
  return framedEvents(frame, body).map(({ id, name, data }) => ({
    id,
    event: name,
    subject: body.aggregateId,
    data,
    createdAt: body.at,
  }));
}

export async function listEvents(
  context: Context & EventFrame,
  asker: Asker,
  input: EventFilter,
): Promise<ListPage<LoggedEvent>> {
  const now = context.clock.now();
  const oldest = addDays(now, -eventDays);
  const createdAfter = [input.from, input.createdAfter, asker.tenantCreatedAt].reduce(laterOf, oldest) ?? oldest;
  const createdBefore = earlierOf(input.to, input.createdBefore);
  const noun = input.subject === undefined ? (input.type ?? "") : `${input.subject}#${input.type ?? ""}`;
  const partition = (month: string) => eventPartition(asker.tenantId, month, input.type);
  const source = {
    index: input.type ? ("status" as const) : ("list" as const),
    name: `${asker.tenantId}#event#${noun}#${input.from ?? ""}#${input.to ?? ""}`,
    partitions: monthlyPartitions(partition, createdAfter, now, { createdBefore }),
  };
  const wanted = (row: Row) => {
    const body = entry.parse(row.body);
    return input.subject === undefined || isAbout(body, input.subject);
  };
  const { rows, nextCursor } = await listRows(context.store, source, { ...input, createdAfter, createdBefore }, wanted);
  return { data: rows.flatMap((row) => eventsOf(context, row)), nextCursor };
}

/** An event is about the record it is on, and about every record its data names. */
function isAbout(body: Entry, subject: string): boolean {
  return body.aggregateId === subject || body.events.some(({ data }) => Object.values(data).includes(subject));
}

/** The partition of a tenant's events of one month, of one type where it is given. */
export function eventPartition(tenantId: string, month: string, type?: string): string {
  return listPartition(tenantId, "event", month, type);
}

async function findEvent(context: StoreContext & EventFrame, tenantId: string, id: string): Promise<LoggedEvent> {
  const [row] = await context.store.page({ index: "ref", pk: `event#${id}`, limit: 1 });
  const body = row && entry.parse(row.body);
  const found = row && eventsOf(context, row).find((each) => each.id === id);
  if (!found || body?.tenantId !== tenantId) throw new Refusal("not_found", "no such event");
  return found;
}

export async function getEvent(
  context: StoreContext & EventFrame & { readonly deliveries: Store },
  tenantId: string,
  id: string,
): Promise<LoggedEvent & { deliveries: Delivery[] }> {
  const found = await findEvent(context, tenantId, id);
  return { ...found, deliveries: await deliveriesOfEvent(context.deliveries, tenantId, id, true) };
}

/** Sends an event again to every endpoint that wants it, under the same event id. */
export async function replayEvent(
  context: Context & EnqueueContext,
  tenantId: string,
  id: string,
): Promise<Delivery[]> {
  const found = await findEvent(context, tenantId, id);
  const now = context.clock.now();
  if (found.createdAt < addDays(now, -eventDays)) throw new Refusal("not_found", "no such event");
  const endpoints = await listAggregates(context, webhookRecordType, webhookList(tenantId), { limit: maxEndpoints });
  const event = { id, name: found.event, data: found.data };
  const made = endpoints.data
    .filter((endpoint) => wants(endpoint, found.event))
    .map((endpoint) => deliveryOf(tenantId, event, endpoint, now, context.requestId));
  await enqueue(context, made);
  return made;
}
