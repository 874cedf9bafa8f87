import { HttpCourier } from "../../../functions/adapters/http/courier-http.ts";
import { newId } from "../../../functions/adapters/local/id-maker.ts";
import { newAggregate } from "../../../functions/app/core/aggregate.ts";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { type SenderContext, sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import { firstOrderOf } from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf } from "../../../functions/app/webhooks/enqueue.ts";
import type { DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { webhookRecordType } from "../../../functions/app/webhooks/record.ts";
import type { Instant } from "../../../functions/domain/core/time.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { noMeter } from "../../support/core/memory-log.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { body, type Order, Pump, type StartSide, secret, tenantId } from "./side.ts";

const { data } = JSON.parse(body) as { data: unknown };

function endpointAt(url: string, nth: number): WebhookEndpoint {
  const now = new Date().toISOString();
  return {
    id: `whe_${String(nth).padStart(26, "0")}`,
    tenantId,
    url,
    description: null,
    events: null,
    enabled: true,
    disabledReason: null,
    deletedAt: null,
    sealedSecret: secret,
    previousSecret: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The service's own sender, as its Lambda runs it, on the memory book. */
export const startOurs: StartSide = async (terms, recorded) => {
  const store: Store = new MemoryStore();
  const orders = new Map<string, Order>();
  const again = new Set<string>();
  const deliveries: Store = new MemoryStore();
  const now = () => new Date().toISOString() as Instant;
  const endpoints = [...terms.healthyUrls, terms.blackHoleUrl].map(endpointAt);
  for (const endpoint of endpoints) {
    const { head } = newAggregate(webhookRecordType, endpoint);
    const row = {
      ...rowKey(endpoint.id),
      v: 1,
      type: webhookRecordType.type,
      body: { state: endpoint, head },
      index: webhookRecordType.index?.(endpoint) ?? {},
    };
    await store.write([{ put: row, expect: "absent" }], "setup");
  }
  const timers = new Set<NodeJS.Timeout>();
  const courier = new HttpCourier(true, { totalSeconds: terms.deadlineSeconds });
  const context: SenderContext = {
    store,
    deliveries,
    courier,
    secrets: { open: async (sealed) => sealed },
    clock: { now },
    wall: { now },
    newId,
    slots: new ConcurrencyLimit(5),
    meter: noMeter,
    queue: {
      send: async (sent) => {
        for (const { delaySeconds, ...order } of sent) {
          again.add(order.deliveryId);
          const timer = setTimeout(() => timers.delete(timer) && pump.push(order), delaySeconds * 1000);
          timers.add(timer);
        }
      },
    },
  };
  const pump = new Pump<DeliveryOrder>(terms.atOnce, async (order) => {
    await sendDelivery(context, order);
    const made = orders.get(order.deliveryId);
    if (again.delete(order.deliveryId) || !made) return;
    orders.delete(order.deliveryId);
    recorded(made);
  });
  return {
    pause: () => pump.pause(),
    resume: () => pump.resume(),
    async enqueue(order) {
      const endpoint = endpoints.at(order.endpoint) as WebhookEndpoint;
      const event = { id: `evt_${String(order.nth).padStart(26, "0")}`, name: "settlement.completed", data };
      const made = deliveryOf(tenantId, event, endpoint, now());
      orders.set(made.id, order);
      // As a message holds it, from which the row is made.
      pump.push(JSON.parse(JSON.stringify(firstOrderOf(made))));
    },
    async stop() {
      await pump.stop();
      for (const timer of timers) clearTimeout(timer);
      courier.close();
    },
  };
};
