import { describe, expect, test } from "vitest";
import { newAggregate } from "../../../functions/app/core/aggregate.ts";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { type SenderContext, sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import {
  deliveryRow,
  healthKey,
  healthRow,
  loadedDelivery,
  loadedHealth,
  orderOf,
} from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf } from "../../../functions/app/webhooks/enqueue.ts";
import type { CourierAnswer, DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { webhookRecordType } from "../../../functions/app/webhooks/record.ts";
import { healthy } from "../../../functions/domain/webhooks/endpoint-health.ts";
import type { Delivery, WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { noMeter } from "../../support/core/memory-log.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { later, noon } from "../../support/core/samples.ts";

const tenantId = "ten_1";
const endpoint: WebhookEndpoint = {
  id: "whe_1",
  tenantId,
  url: "https://receiver.test/",
  description: null,
  events: null,
  enabled: true,
  disabledReason: null,
  deletedAt: null,
  sealedSecret: "whsec_c2x1aWNl",
  previousSecret: null,
  createdAt: noon,
  updatedAt: noon,
};
const answer: CourierAnswer = { status: 200, durationMs: 1, excerpt: "" };

/** Senders in processes of their own over one store, a receiver that answers when told, and deliveries that wait. */
class Scene {
  readonly store = new MemoryStore();
  readonly deliveries = new MemoryStore();
  readonly queued: (DeliveryOrder & { delaySeconds: number })[] = [];
  readonly posts: ((reply: CourierAnswer) => void)[] = [];
  now = noon;
  #made = 0;

  /** With an endpoint that rests until so many seconds from noon; null is a healthy one. */
  static async create(openUntil: number | null): Promise<Scene> {
    const scene = new Scene();
    const put = {
      ...rowKey(endpoint.id),
      v: 1,
      type: webhookRecordType.type,
      body: { state: endpoint, head: newAggregate(webhookRecordType, endpoint).head },
    };
    await scene.store.write([{ put, expect: "absent" }], "setup");
    if (openUntil === null) return scene;
    const well = healthy(endpoint.id, tenantId);
    const state = { ...well, failures: 20, failingSince: noon, openUntil: later(openUntil) };
    await scene.deliveries.write([{ put: healthRow(state, 1, noon), expect: "absent" }], "health");
    return scene;
  }

  async waiting(count: number): Promise<Delivery[]> {
    const made = Array.from({ length: count }, () => {
      const event = { id: `evt_${String(++this.#made).padStart(26, "0")}`, name: "invoice.sent", data: {} };
      return deliveryOf(tenantId, event, endpoint, noon);
    });
    for (const each of made)
      await this.deliveries.write([{ put: deliveryRow(each, 1), expect: "absent" }], `new_${each.id}`);
    return made;
  }

  /** One process that sends. */
  sender(): SenderContext {
    const clock = { now: () => this.now };
    return {
      store: this.store,
      deliveries: this.deliveries,
      queue: { send: async (orders) => void this.queued.push(...orders) },
      courier: { post: () => new Promise((resolve) => this.posts.push(resolve)) },
      secrets: { open: async (sealed) => sealed },
      clock,
      wall: clock,
      newId: (prefix) => `${prefix}_${++this.#made}`,
      slots: new ConcurrencyLimit(5),
      meter: noMeter,
    };
  }

  async state({ id }: Delivery): Promise<Delivery | undefined> {
    const [row] = await this.deliveries.read([rowKey(id)]);
    return loadedDelivery(row)?.state;
  }

  async health() {
    const [row] = await this.deliveries.read([healthKey(endpoint.id)]);
    return loadedHealth(row, endpoint.id, tenantId).state;
  }
}

/** Lets everything go on that waits for no answer. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("an endpoint whose rest is over", () => {
  test.each([
    ["a process each", () => new Array(8).fill(0).map((_, nth) => nth)],
    ["one process", () => new Array(8).fill(0)],
  ] as const)("is probed by exactly one of eight deliveries at once, from %s", async (_, places) => {
    const scene = await Scene.create(60);
    const made = await scene.waiting(8);
    scene.now = later(60);
    const senders = made.map(() => scene.sender());
    const sends = made.map((each, nth) => sendDelivery(senders[places()[nth] ?? 0] as SenderContext, orderOf(each)));
    await settled();
    expect(scene.posts).toHaveLength(1);
    scene.posts[0]?.(answer);
    await Promise.all(sends);
    expect(scene.posts).toHaveLength(1);
    const states = await Promise.all(made.map((each) => scene.state(each)));
    expect(states.filter((state) => state?.status === "delivered")).toHaveLength(1);
    const waiting = states.filter((state) => state?.status === "pending");
    expect(waiting.map((state) => state?.attemptsMade)).toEqual(new Array(7).fill(0));
    expect(scene.queued).toHaveLength(7);
    expect(await scene.health()).toEqual(healthy(endpoint.id, tenantId));
  });

  test("has the others wait for the probe's lease, and then sends them all when it was answered", async () => {
    const scene = await Scene.create(60);
    const [first, ...others] = await scene.waiting(4);
    scene.now = later(60);
    const probe = sendDelivery(scene.sender(), orderOf(first as Delivery));
    await settled();
    await Promise.all(others.map((each) => sendDelivery(scene.sender(), orderOf(each))));
    expect(scene.queued.map(({ delaySeconds }) => delaySeconds)).toEqual([30, 30, 30]);
    scene.posts[0]?.(answer);
    await probe;
    scene.now = later(90);
    const sends = others.map((each) => sendDelivery(scene.sender(), orderOf(each)));
    await settled();
    expect(scene.posts).toHaveLength(4);
    for (const post of scene.posts.slice(1)) post(answer);
    await Promise.all(sends);
  });

  test("rests again when the probe fails", async () => {
    const scene = await Scene.create(60);
    const [first, second] = (await scene.waiting(2)) as [Delivery, Delivery];
    scene.now = later(60);
    const probe = sendDelivery(scene.sender(), orderOf(first));
    await settled();
    scene.posts[0]?.({ ...answer, status: 503 });
    await probe;
    expect(await scene.health()).toMatchObject({ failures: 21, openUntil: later(120) });
    expect(await scene.state(first)).toMatchObject({ status: "failed", nextAttemptAt: later(120) });
    await sendDelivery(scene.sender(), orderOf(second));
    expect(await scene.state(second)).toMatchObject({ attemptsMade: 0, nextAttemptAt: later(120) });
    expect(scene.posts).toHaveLength(1);
  });

  test("is probed by another when the prober died", async () => {
    const scene = await Scene.create(60);
    const [first, second] = (await scene.waiting(2)) as [Delivery, Delivery];
    scene.now = later(60);
    void sendDelivery(scene.sender(), orderOf(first));
    await settled();
    scene.now = later(89);
    await sendDelivery(scene.sender(), orderOf(second));
    expect(scene.posts).toHaveLength(1);
    scene.now = later(90);
    const probe = sendDelivery(scene.sender(), orderOf(second));
    await settled();
    expect(scene.posts).toHaveLength(2);
    scene.posts[1]?.(answer);
    await probe;
    expect(await scene.state(second)).toMatchObject({ status: "delivered", attemptsMade: 1 });
  });
});

describe("an endpoint that rests", () => {
  test("is sent a forced delivery, which closes the breaker when it is answered", async () => {
    const scene = await Scene.create(60);
    const [first] = (await scene.waiting(1)) as [Delivery];
    const forced = sendDelivery(scene.sender(), { ...orderOf(first), force: true });
    await settled();
    scene.posts[0]?.(answer);
    await forced;
    expect(await scene.state(first)).toMatchObject({ status: "delivered" });
    expect(await scene.health()).toEqual(healthy(endpoint.id, tenantId));
  });
});

describe("a healthy endpoint", () => {
  test("costs a delivery two reads and two writes, and has no row of its own", async () => {
    const scene = await Scene.create(null);
    const [first] = (await scene.waiting(1)) as [Delivery];
    const before = { calls: scene.deliveries.calls, commits: scene.deliveries.commits };
    const reads = scene.store.calls;
    const sent = sendDelivery(scene.sender(), orderOf(first));
    await settled();
    scene.posts[0]?.(answer);
    await sent;
    expect(scene.store.calls - reads).toBe(1);
    expect(scene.deliveries.calls - before.calls).toBe(3);
    expect(scene.deliveries.commits - before.commits).toBe(2);
    expect(scene.deliveries.rows().map(({ type }) => type)).toEqual(["delivery"]);
  });
});
