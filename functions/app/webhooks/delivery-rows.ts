import { looksLikeId, madeAtMs } from "../../domain/core/id.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { type Instant, monthOf } from "../../domain/core/time.ts";
import { type EndpointHealth, endpointHealth, healthy } from "../../domain/webhooks/endpoint-health.ts";
import { type Delivery, type DeliveryStatus, delivery, newDelivery } from "../../domain/webhooks/webhook.ts";
import { derivedTail } from "../core/deterministic-id.ts";
import { dueIndex, upkeepIndex } from "../core/due-index.ts";
import type { Key, Row } from "../core/ports.ts";
import { spreadOf } from "../core/ports-lanes.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import type { DeliveryOrder } from "./ports.ts";

/** The end of the times that an instant of four-digit years tells. */
const latestMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Deliveries are kept for 90 days, like the event log's promise. */
const keptSeconds = 90 * 86_400;

/** Partitions that one month's deliveries of all tenants are spread over: 5,000 settlements a second have three each. */
export const deliveryShards = 16;

/** The partition that listed everybody's deliveries of a month, or those of one status, before they were spread. */
export function wholeDeliveryList(month: string, status?: DeliveryStatus): string {
  return listPartition("all", "delivery", month, status);
}

/** The partitions of such a list: the whole one and those that it is spread over since. */
export function spreadDeliveryList(whole: string): string[] {
  return [whole, ...Array.from({ length: deliveryShards }, (_, shard) => `${whole}#${shard}`)];
}

/** A delivery as a row: due while another attempt is to come, listed by tenant and among all, by status while it is not delivered, and by event where its own place does not tell that. */
export function deliveryRow(state: Delivery, v: number): Row {
  const row = unlistedRow(state, v);
  const month = monthOf(state.createdAt);
  const place = `${state.createdAt}#${state.id}`;
  const shard = spreadOf(state.id) % deliveryShards;
  const among = (status?: DeliveryStatus) => [`${wholeDeliveryList(month, status)}#${shard}`, place] as const;
  return {
    ...row,
    index: {
      list: [listPartition(state.tenantId, "delivery", month), place],
      group: among(),
      ...(state.status !== "delivered" && { status: among(state.status) }),
      ...(state.createdAt !== madeAt(state.eventId) && { ref: [eventList(state.eventId), place] as const }),
      ...(state.nextAttemptAt !== null && { due: dueIndex(row, state.nextAttemptAt) }),
    },
  };
}

/** The claim of a first attempt: a row that no index has, since what comes of the attempt is to follow, and its message comes again where nothing does. */
export function unlistedRow(state: Delivery, v: number): Row {
  const ttl = Math.floor(Date.parse(state.createdAt) / 1000) + keptSeconds;
  return { ...rowKey(state.id), v, type: "delivery", body: state, ttl };
}

/** When an event was made, as its id tells. */
export function madeAt(eventId: string): Instant | undefined {
  const ms = madeAtMs(eventId);
  return looksLikeId(eventId) && ms <= latestMs ? new Date(ms).toISOString() : undefined;
}

/** The partition that lists the deliveries of an event which their own places do not tell. */
export function eventList(eventId: string): string {
  return `event#${eventId}`;
}

export interface LoadedDelivery {
  readonly v: number;
  readonly state: Delivery;
  /** Whether it waits for an attempt that the sweeper knows nothing of. */
  readonly isUnlisted: boolean;
}

export function loadedDelivery(row: Row | undefined): LoadedDelivery | undefined {
  if (row?.type !== "delivery") return undefined;
  const state = readBody(delivery, row.body);
  return { v: row.v, state, isUnlisted: state.nextAttemptAt !== null && row.index?.due === undefined };
}

/** A delivery's id follows from event, endpoint and occasion, so that making it twice makes one. It sorts by the event's time. */
export function deliveryId(eventId: string, endpointId: string, occasion = ""): string {
  return `dlv_${eventId.slice(4, 14)}${derivedTail(`${eventId}${endpointId}${occasion}`)}`;
}

export function healthKey(endpointId: string): Key {
  return rowKey(`health#${endpointId}`);
}

/** Health as read, with its version; 0 where there is no row, which means healthy. */
export interface LoadedHealth {
  readonly v: number;
  readonly state: EndpointHealth;
}

export function loadedHealth(row: Row | undefined, endpointId: string, tenantId: string): LoadedHealth {
  if (!row) return { v: 0, state: healthy(endpointId, tenantId) };
  return { v: row.v, state: readBody(endpointHealth, row.body) };
}

/** Health as a row; a condemned endpoint is due at once, so that the sweeper switches it off. */
export function healthRow(state: EndpointHealth, v: number, now: Instant): Row {
  const key = healthKey(state.endpointId);
  const waits = state.condemned !== null && !state.switchedOff;
  const due = waits ? { index: { due: upkeepIndex(key, now) } } : {};
  return { ...key, v, type: "endpoint_health", body: state, ...due };
}

export function orderOf(state: Delivery): DeliveryOrder {
  return { deliveryId: state.id, endpointId: state.endpointId, tenantId: state.tenantId };
}

/** The order of a delivery that has no row yet, and the delivery again. */
export function firstOrderOf(state: Delivery): DeliveryOrder {
  const { eventId, event, url, body, createdAt } = state;
  return { ...orderOf(state), made: { eventId, event, url, body, createdAt } };
}

export function madeByOrder({ deliveryId: id, endpointId, tenantId, made }: DeliveryOrder): Delivery | undefined {
  return made && newDelivery({ id, endpointId, tenantId, ...made }, made.createdAt);
}
