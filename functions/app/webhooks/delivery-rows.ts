import { readBody } from "../../domain/core/stored-body.ts";
import { type Instant, monthOf } from "../../domain/core/time.ts";
import { type EndpointHealth, endpointHealth, healthy } from "../../domain/webhooks/endpoint-health.ts";
import { type Delivery, delivery } from "../../domain/webhooks/webhook.ts";
import { derivedTail } from "../core/deterministic-id.ts";
import { dueIndex, upkeepIndex } from "../core/due-index.ts";
import type { Key, Row } from "../core/ports.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import type { DeliveryOrder } from "./ports.ts";

/** Deliveries are kept for 90 days, like the event log's promise. */
const keptSeconds = 90 * 86_400;

/** A delivery as a row: due while another attempt is to come, listed by tenant, by status, by event, and among all. */
export function deliveryRow(state: Delivery, v: number): Row {
  const key = rowKey(state.id);
  const month = monthOf(state.createdAt);
  const place = `${state.createdAt}#${state.id}`;
  return {
    ...key,
    v,
    type: "delivery",
    body: state,
    index: {
      list: [listPartition(state.tenantId, "delivery", month), place],
      status: [listPartition("all", "delivery", month, state.status), place],
      group: [listPartition("all", "delivery", month), place],
      ref: [`event#${state.eventId}`, place],
      ...(state.nextAttemptAt === null ? {} : { due: dueIndex(key, state.nextAttemptAt) }),
    },
    ttl: Math.floor(Date.parse(state.createdAt) / 1000) + keptSeconds,
  };
}

export interface LoadedDelivery {
  readonly v: number;
  readonly state: Delivery;
}

export function loadedDelivery(row: Row | undefined): LoadedDelivery | undefined {
  return row?.type === "delivery" ? { v: row.v, state: readBody(delivery, row.body) } : undefined;
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
