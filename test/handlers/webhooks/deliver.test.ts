import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import type { Store, WriteResult } from "../../../functions/app/core/ports.ts";
import { type SenderContext, sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import { deliveryRow, healthRow, orderOf } from "../../../functions/app/webhooks/delivery-rows.ts";
import type { Courier, CourierAnswer } from "../../../functions/app/webhooks/ports.ts";
import {
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  type WebhookChange,
} from "../../../functions/app/webhooks/webhooks.ts";
import { healthy } from "../../../functions/domain/webhooks/endpoint-health.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";
import { furnishNoRetries } from "../../support/world/core/furnishing.ts";

const ok: CourierAnswer = { status: 200, durationMs: 7, excerpt: "thanks" };
const secrets = { seal: async (plain: string) => plain, open: async (sealed: string) => sealed };
const urls = { writtenProblem: () => undefined, problem: async () => undefined };
let world: TestWebhooks;
let meter: MemoryMeter;
let slots: ConcurrencyLimit;
let posts: Parameters<Courier["post"]>[0][];
let reply: CourierAnswer;
let made: Delivery;

beforeEach(async () => {
  world = new TestWebhooks();
  meter = new MemoryMeter();
  slots = new ConcurrencyLimit(1);
  posts = [];
  reply = ok;
  made = await world.waiting(1);
});

function sender(change: Partial<SenderContext> = {}): SenderContext {
  const courier = {
    post: async (input: (typeof posts)[number]) => {
      posts.push(input);
      world.pass(2);
      return reply;
    },
  };
  return { ...world, courier, secrets, meter, slots, wall: { now: () => later(1000) }, ...change };
}

function send(order: object = {}, change: Partial<SenderContext> = {}): Promise<void> {
  return sendDelivery(sender(change), { ...orderOf(made), ...order });
}

/** The delivery as it was left by those before. */
async function stands(change: Partial<Delivery>): Promise<void> {
  made = { ...made, ...change };
  await world.deliveries.write([{ put: deliveryRow(made, 2), expect: 1 }], "stands");
}

async function fails(failures: number, openUntil: string | null = null): Promise<void> {
  const state = { ...healthy(world.endpoint.id, world.tenant.id), failures, failingSince: noon, openUntil };
  await world.deliveries.write([{ put: healthRow(state, 1, noon), expect: "absent" }], "fails");
}

const change = (input: WebhookChange) => changeWebhook({ ...world, urls }, world.tenant.id, world.endpoint.id, input);
const now = () => world.delivery(made.id);
const order = () => orderOf(made);

describe("a delivery that is due", () => {
  test("is posted as it is stored, signed by the wall's clock, and its answer is on record without our secrets", async () => {
    reply = { ...ok, excerpt: "thanks for whsec_c2x1aWNl" };
    await send();
    const [post] = posts;
    expect(post).toMatchObject({ url: world.endpoint.url, body: made.body });
    expect(post?.headers).toMatchObject({
      ...{ "x-service-event-id": made.eventId, "x-service-delivery-id": made.id, "x-service-attempt": "1" },
      "webhook-timestamp": String(Date.parse(later(1000)) / 1000),
      "x-service-signature": expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    });
    const attempts = [{ ...ok, number: 1, at: noon, excerpt: "thanks for [removed]" }];
    expect(await now()).toEqual({
      ...{ ...made, status: "delivered", attemptsMade: 1, attempts, nextAttemptAt: null, updatedAt: later(2) },
    });
    expect(meter.values).toEqual({ WebhookDelivered: [1], DeliveryLag: [2000] });
    expect([world.queued, await world.health()]).toEqual([[], undefined]);
  });

  test("is signed by the secret before, too, while that one lasts", async () => {
    const { tenant, endpoint } = world;
    await rotateSecret({ ...world, secrets }, tenant.id, endpoint.id, { secret: "whsec_bmV3", graceSeconds: 60 });
    await send();
    expect(posts[0]?.headers["x-service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    made = await world.waiting(2);
    world.pass(60);
    await send();
    expect(posts[1]?.headers["x-service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  test("that fails is ordered again for its time, and its endpoint's failure is counted", async () => {
    reply = { status: 500, durationMs: 7, excerpt: "" };
    await send();
    expect(await now()).toMatchObject({ status: "failed", nextAttemptAt: later(62) });
    expect(world.queued).toEqual([{ ...order(), delaySeconds: 60 }]);
    expect(meter.values).toEqual({ WebhookFailed: [1] });
    expect(await world.health()).toMatchObject({ failures: 1, failingSince: later(2) });
  });

  test.each([
    ["a quarter of an hour", 2, [900]],
    ["an hour, which the sweeper wakes it for,", 3, []],
  ])("and waits %s is ordered as far ahead as the queue can", async (_, attemptsMade, delays) => {
    reply = { ...ok, status: 503 };
    await stands({ attemptsMade, status: "failed" });
    await send();
    expect(world.queued.map(({ delaySeconds }) => delaySeconds)).toEqual(delays);
  });

  test("is not tried again where the tenant's retries are off", async () => {
    furnishNoRetries(world, world.tenant.id);
    reply = { ...ok, status: null };
    await send();
    expect(await now()).toMatchObject({ status: "failed", nextAttemptAt: null });
    expect(world.queued).toEqual([]);
  });

  test("ends with its sixth failure, and is counted as exhausted", async () => {
    reply = { ...ok, status: 500 };
    await stands({ attemptsMade: 5, status: "failed" });
    await send();
    expect(await now()).toMatchObject({ status: "exhausted", endedReason: "attempts_used", attemptsMade: 6 });
    expect([meter.values, world.queued]).toEqual([{ WebhookFailed: [1], WebhookExhausted: [1] }, []]);
  });

  test("ends unsent where its sixth sender died", async () => {
    await stands({ attemptsMade: 6, status: "failed" });
    await send();
    expect(await now()).toMatchObject({ status: "exhausted", endedReason: "attempts_used", attemptsMade: 6 });
    expect([posts, meter.values]).toEqual([[], { WebhookExhausted: [1] }]);
  });

  test("is over for good where it is answered 410, which is its receiver's word", async () => {
    reply = { ...ok, status: 410 };
    await send();
    expect(await now()).toMatchObject({ status: "exhausted", endedReason: "answered_410", attemptsMade: 1 });
    expect(await world.health()).toMatchObject({ condemned: "answered_410" });
    expect([meter.values, world.queued]).toEqual([{ WebhookFailed: [1] }, []]);
  });

  test.each<[string, string, () => Promise<unknown>]>([
    ["off", "endpoint_disabled", () => change({ enabled: false })],
    ["deleted", "endpoint_disabled", () => deleteWebhook(world, world.tenant.id, world.endpoint.id)],
    ["condemned", "answered_410", () => world.condemn("answered_410")],
  ])("ends unsent where its endpoint is %s", async (_, endedReason, end) => {
    await end();
    made = await world.waiting(2);
    await send();
    expect(await now()).toMatchObject({ status: "exhausted", endedReason, attemptsMade: 0 });
    expect([posts, meter.values]).toEqual([[], {}]);
  });
});

describe("a delivery that cannot be sent now", () => {
  test("is left alone where it is not due, or not there", async () => {
    await stands({ nextAttemptAt: later(1) });
    const before = world.deliveries.commits;
    await send();
    await send({ deliveryId: "dlv_0" });
    expect([posts, world.queued, world.deliveries.commits]).toEqual([[], [], before]);
  });

  test("is put off by five seconds while its endpoint is busy, with an operator's wish", async () => {
    const taken = [slots.take(world.endpoint.id), slots.take(world.endpoint.id)];
    expect(taken).toHaveLength(2);
    await send({ force: true });
    expect(await now()).toEqual({ ...made, nextAttemptAt: later(5) });
    expect(world.queued).toEqual([{ ...order(), force: true, delaySeconds: 5 }]);
  });

  test("waits while its endpoint rests, and is sent by force all the same", async () => {
    await fails(20, later(60));
    await send();
    expect(await now()).toEqual({ ...made, nextAttemptAt: later(60) });
    expect(world.queued).toEqual([{ ...order(), delaySeconds: 60 }]);
    await send({ force: true });
    expect(await now()).toMatchObject({ status: "delivered" });
    expect(await world.health()).toEqual(healthy(world.endpoint.id, world.tenant.id));
  });
});

test("a delivery to an endpoint whose rest is over is the one that probes it", async () => {
  await fails(20, noon);
  reply = { ...ok, status: 500 };
  await send();
  const about = { endpointId: world.endpoint.id, tenantId: world.tenant.id, condemned: null, switchedOff: false };
  expect(await world.health()).toEqual({ ...about, failures: 21, failingSince: noon, openUntil: later(62) });
  expect(world.deliveries.rows().map(({ v }) => v)).toEqual([3, 3]);
});

describe("an answer", () => {
  /** The table, of which the nth write from now on and later ones answer `how`. */
  function table(nth: number, how: (real: () => Promise<WriteResult>) => Promise<WriteResult>): Store {
    let writes = 0;
    const { deliveries } = world;
    return {
      read: (keys) => deliveries.read(keys),
      page: (query) => deliveries.page(query),
      write: (input, nonce) => {
        writes += 1;
        const real = () => deliveries.write(input, nonce);
        return writes >= nth ? how(real) : real();
      },
    };
  }

  test("is recorded beside what another sender has said of the endpoint meanwhile", async () => {
    reply = { ...ok, status: 500 };
    let isFirst = true;
    const deliveries = table(2, async (real) => {
      if (isFirst) await fails(7);
      isFirst = false;
      return real();
    });
    await send({}, { deliveries });
    expect(await world.health()).toMatchObject({ failures: 8 });
    expect(await now()).toMatchObject({ status: "failed", attemptsMade: 1 });
  });

  test("is recorded by itself where the endpoint's health is lost five times", async () => {
    reply = { ...ok, status: 500 };
    let lost = 0;
    const deliveries = table(2, async (real) => {
      lost += 1;
      return lost <= 5 ? { ok: false, rows: [] } : real();
    });
    await send({}, { deliveries });
    expect([lost, await world.health()]).toEqual([6, undefined]);
    expect(await now()).toMatchObject({ status: "failed" });
  });

  test("of a delivery that has gone on meanwhile is nobody's to record or to count", async () => {
    const deliveries = table(2, async (real) => {
      await world.deliveries.write([{ put: deliveryRow(made, 9), expect: "any" }], "gone on");
      return real();
    });
    await send({}, { deliveries });
    expect([await now(), meter.values, world.queued]).toEqual([made, {}, []]);
  });

  test("that never comes frees its slot, and sends away who waits behind it", async () => {
    reply = { ...ok, status: null };
    const others = [await world.waiting(2), await world.waiting(3)];
    await Promise.all([send(), ...others.map((each) => sendDelivery(sender(), orderOf(each)))]);
    expect(posts).toHaveLength(1);
    expect(await slots.take(world.endpoint.id)).toBeDefined();
  });
});
