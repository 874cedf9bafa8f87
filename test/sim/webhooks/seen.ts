import type { EndpointHealth } from "../../../functions/domain/webhooks/endpoint-health.ts";
import type { Delivery, WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import type { ReceivedWebhook } from "../../support/world/core/receivers.ts";
import type { EmittedEvent, WebhookWorld } from "../../support/world/webhooks/world.ts";

/** One event on its way to one endpoint: what was asked for, what is on record, what came. */
export interface Way {
  readonly event: EmittedEvent;
  readonly endpoint: WebhookEndpoint;
  readonly delivery: Delivery | undefined;
  readonly arrivals: readonly ReceivedWebhook[];
}

/** A world of webhooks that has come to rest, read without the product's own readers. */
export interface WebhookObservations {
  readonly ways: readonly Way[];
  readonly endpoints: readonly WebhookEndpoint[];
  /** Arrivals of deliveries that nobody asked for. */
  readonly unmatched: readonly ReceivedWebhook[];
  /** Rows of either book that are still listed as due. */
  readonly due: readonly string[];
  /** Deliveries of tenants whose retries are off. */
  readonly once: ReadonlySet<string>;
  /** Where a 410 was answered. */
  readonly gone: ReadonlySet<string>;
  /** What the senders hold against an endpoint, by its id. */
  readonly condemned: ReadonlyMap<string, string | null>;
}

function wants({ events, tenantId }: WebhookEndpoint, event: EmittedEvent): boolean {
  return tenantId === event.tenantId && (events === null || events.includes(event.name));
}

/** Reads a world. */
export function seeWebhooks(world: WebhookWorld): WebhookObservations {
  const store = world.store.rows();
  const rows = world.deliveries.rows();
  const deliveries = rows.flatMap((row) => (row.type === "delivery" ? [row.body as Delivery] : []));
  const byWay = new Map(deliveries.map((each) => [`${each.eventId} ${each.endpointId}`, each]));
  const arrivals = new Map<string, ReceivedWebhook[]>();
  for (const each of world.receivers.arrivals) {
    const before = arrivals.get(each.deliveryId);
    if (before) before.push(each);
    else arrivals.set(each.deliveryId, [each]);
  }
  const endpoints = store.flatMap((row) =>
    row.type === "webhook_endpoint" ? [(row.body as { state: WebhookEndpoint }).state] : [],
  );
  const ways = world.emitted.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event))
      .map((endpoint) => {
        const delivery = byWay.get(`${event.id} ${endpoint.id}`);
        return { event, endpoint, delivery, arrivals: (delivery && arrivals.get(delivery.id)) ?? [] };
      }),
  );
  const known = new Set(ways.flatMap(({ delivery }) => delivery?.id ?? []));
  const off = new Set(
    store.flatMap((row) =>
      row.type === "flags" ? ((row.body as { state: { tenantId: string } }).state.tenantId ?? []) : [],
    ),
  );
  return {
    ways,
    endpoints,
    unmatched: world.receivers.arrivals.filter(({ deliveryId }) => !known.has(deliveryId)),
    due: [...store, ...rows].flatMap((row) => (row.index?.due ? [`${row.type} ${row.pk}`] : [])),
    gone: new Set(world.receivers.arrivals.flatMap(({ status, url }) => (status === 410 ? [url] : []))),
    condemned: new Map(
      rows.flatMap((row) => {
        if (row.type !== "endpoint_health") return [];
        const { endpointId, condemned } = row.body as EndpointHealth;
        return [[endpointId, condemned] as const];
      }),
    ),
    once: new Set(deliveries.flatMap(({ id, tenantId }) => (off.has(tenantId) ? [id] : []))),
  };
}
