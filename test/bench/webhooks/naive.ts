import { Webhook } from "standardwebhooks";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { deliveryRow } from "../../../functions/app/webhooks/delivery-rows.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { type Delivery, newDelivery } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { body, type Order, Pump, type StartSide, secret, type Terms, tenantId } from "./side.ts";

/** What the usual worker does with one delivery: sign, fetch, say how it went. No guard, one signature. */
export async function deliverByFetch(state: Delivery, terms: Terms): Promise<Delivery> {
  const at = new Date();
  const started = performance.now();
  let status: number | null = null;
  let excerpt = "";
  try {
    const reply = await fetch(state.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "webhook-id": state.eventId,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(state.eventId, at, state.body),
      },
      body: state.body,
      signal: AbortSignal.timeout(terms.deadlineSeconds * 1000),
    });
    status = reply.status;
    excerpt = (await reply.text()).slice(0, 1024);
  } catch (error) {
    excerpt = String(error);
  }
  const durationMs = Math.round(performance.now() - started);
  const attempt = { number: state.attemptsMade + 1, at: at.toISOString(), status, durationMs, excerpt };
  return {
    ...state,
    status: status !== null && status >= 200 && status < 300 ? "delivered" : "failed",
    attempts: [...state.attempts, attempt],
    attemptsMade: attempt.number,
    nextAttemptAt: null,
    updatedAt: new Date().toISOString(),
  };
}

function endpointId(endpoint: number): string {
  return `whe_${endpoint}`;
}

/** A delivery that waits. */
export function pending(order: Order, terms: Terms): Delivery {
  const place = String(order.nth).padStart(26, "0");
  const url = order.endpoint < 0 ? terms.blackHoleUrl : (terms.healthyUrls[order.endpoint] ?? "");
  const ids = { id: `dlv_${place}`, eventId: `evt_${place}`, endpointId: endpointId(order.endpoint), tenantId };
  return newDelivery({ ...ids, event: "settlement.completed", url, body }, new Date().toISOString());
}

/** How long the usual worker holds a job before another may take it, as BullMQ's lock does. */
const lockSeconds = 30;

/** The usual worker over the store that ours uses, with the same record and BullMQ's steps: lock the job, look up its endpoint, sign, fetch, record. */
export const startNaive: StartSide = async (terms, recorded) => {
  const store = new MemoryStore();
  for (const [nth, url] of [...terms.healthyUrls, terms.blackHoleUrl].entries()) {
    const body = { url, secret, enabled: true };
    const key = rowKey(endpointId(nth === terms.healthyUrls.length ? -1 : nth));
    await store.write([{ put: { ...key, v: 1, type: "endpoint", body }, expect: "absent" }], "setup");
  }
  const pump = new Pump<{ id: string; order: Order }>(terms.atOnce, async ({ id, order }) => {
    const [row] = await store.read([rowKey(id)]);
    if (!row) throw new Error("a delivery is gone");
    const state = row.body as Delivery;
    const locked = { ...state, nextAttemptAt: addSeconds(new Date().toISOString(), lockSeconds) };
    await store.write([{ put: deliveryRow(locked, row.v + 1), expect: row.v }], `lock_${order.nth}`);
    const [endpoint] = await store.read([rowKey(state.endpointId)]);
    if (!endpoint) throw new Error("an endpoint is gone");
    const { url } = endpoint.body as { url: string };
    const done = await deliverByFetch({ ...locked, url }, terms);
    await store.write([{ put: deliveryRow(done, row.v + 2), expect: row.v + 1 }], `done_${order.nth}`);
    recorded(order);
  });
  return {
    async enqueue(order) {
      const made = pending(order, terms);
      await store.write([{ put: deliveryRow(made, 1), expect: "absent" }], `new_${order.nth}`);
      pump.push({ id: made.id, order });
    },
    pause: () => pump.pause(),
    resume: () => pump.resume(),
    stop: () => pump.stop(),
  };
};
