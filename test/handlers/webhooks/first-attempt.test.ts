import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import type { Row, Store, WriteResult } from "../../../functions/app/core/ports.ts";
import { type SenderContext, sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import { firstOrderOf, healthRow, orderOf } from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf } from "../../../functions/app/webhooks/enqueue.ts";
import type { CourierAnswer } from "../../../functions/app/webhooks/ports.ts";
import { changeWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import { healthy } from "../../../functions/domain/webhooks/endpoint-health.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { noMeter } from "../../support/core/memory-log.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";

const ok: CourierAnswer = { status: 200, durationMs: 7, excerpt: "" };
let world: TestWebhooks;
let made: Delivery;
let posts: string[];
let reply: () => Promise<CourierAnswer>;

beforeEach(() => {
  world = new TestWebhooks();
  const event = { id: world.newId("evt", noon), name: "settlement.completed", data: { n: 1 } };
  made = deliveryOf(world.tenant.id, event, world.endpoint, noon);
  posts = [];
  reply = async () => ok;
});

function sender(change: Partial<SenderContext> = {}): SenderContext {
  return {
    ...world,
    courier: {
      post: ({ headers }) => {
        posts.push(headers["x-service-attempt"] ?? "");
        return reply();
      },
    },
    secrets: { open: async (sealed) => sealed },
    ...{ wall: world.clock, slots: new ConcurrencyLimit(5), meter: noMeter },
    ...change,
  };
}

const send = (change?: Partial<SenderContext>) => sendDelivery(sender(change), firstOrderOf(made));
const row = (): Row | undefined => world.deliveries.rows().find(({ type }) => type === "delivery");
const indexes = () => Object.keys(row()?.index ?? {}).sort();

/** The table, whose writes are lost to contention from the nth on. */
function contended(nth: number): Store {
  let writes = 0;
  const { deliveries } = world;
  return {
    read: (keys) => deliveries.read(keys),
    page: (query) => deliveries.page(query),
    write: async (input, nonce): Promise<WriteResult> => {
      writes += 1;
      return writes >= nth ? { ok: false, rows: [] } : deliveries.write(input, nonce);
    },
  };
}

describe("a delivery that a message alone holds", () => {
  test("is claimed without a list, and has two once it is delivered", async () => {
    reply = async () => {
      expect(row()).toMatchObject({ v: 1, body: { attemptsMade: 1, attempts: [] } });
      expect(indexes()).toEqual([]);
      return ok;
    };
    await send();
    expect(row()).toMatchObject({ v: 2, body: { status: "delivered", createdAt: noon, eventId: made.eventId } });
    expect([indexes(), world.deliveries.commits, world.queued]).toEqual([["group", "list"], 2, []]);
  });

  test("that fails is due and listed as failed, and ordered again by its id", async () => {
    reply = async () => ({ ...ok, status: 500 });
    await send();
    expect(row()?.body).toMatchObject({ status: "failed", nextAttemptAt: later(60) });
    expect(indexes()).toEqual(["due", "group", "list", "status"]);
    expect(world.queued).toEqual([{ ...orderOf(made), delaySeconds: 60 }]);
  });

  test("is made by its maker's clock and due by its sender's, which may be behind", async () => {
    made = { ...made, createdAt: later(1) };
    await send();
    expect(posts).toEqual(["1"]);
  });

  test("is posted once where its message comes twice at once, and not at all once it is delivered", async () => {
    await Promise.all([send(), send()]);
    await send();
    expect(posts).toEqual(["1"]);
    expect(row()?.body).toMatchObject({ status: "delivered", attemptsMade: 1 });
  });

  test("ends on record where its endpoint is off", async () => {
    const urls = { writtenProblem: () => undefined, problem: async () => undefined };
    await changeWebhook({ ...world, urls }, world.tenant.id, world.endpoint.id, { enabled: false });
    await send();
    expect(row()).toMatchObject({ v: 1, body: { status: "exhausted", endedReason: "endpoint_disabled" } });
    expect(posts).toEqual([]);
  });

  test("waits on record where its endpoint rests", async () => {
    const health = { ...healthy(world.endpoint.id, world.tenant.id), failures: 20, openUntil: later(60) };
    await world.deliveries.write([{ put: healthRow(health, 1, noon), expect: "absent" }], "rests");
    await send();
    expect(row()).toMatchObject({ v: 1, body: { status: "pending", attemptsMade: 0, nextAttemptAt: later(60) } });
    expect([indexes(), world.queued]).toEqual([
      ["due", "group", "list", "status"],
      [{ ...orderOf(made), delaySeconds: 60 }],
    ]);
  });
});

describe("a delivery whose first sender died at its post", () => {
  beforeEach(() => {
    reply = () => new Promise(() => undefined);
    void send();
    return new Promise<void>((resolve) => setImmediate(resolve));
  });

  test("is left to that sender while it may be at it, and looked at again when its time is over", async () => {
    world.pass(30);
    await send();
    expect(posts).toEqual(["1"]);
    expect(world.queued).toEqual([{ ...orderOf(made), delaySeconds: 90 }]);
  });

  test("is sent a second time, by the schedule, by whoever gets its message then", async () => {
    world.pass(360);
    reply = async () => ok;
    await send();
    expect(posts).toEqual(["1", "2"]);
    expect(row()).toMatchObject({ v: 3, body: { status: "delivered", attemptsMade: 2 } });
  });

  test("waits for the sweeper where the second dies as well, since messages come again a few times only", async () => {
    world.pass(360);
    void send();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(row()).toMatchObject({ v: 2, body: { attemptsMade: 2 } });
    expect(indexes()).toContain("due");
  });
});

describe("a delivery of which nothing could be written or read", () => {
  test("waits on record where it fails before its claim, and its message comes again", async () => {
    const secrets = { open: () => Promise.reject(new Error("no key")) };
    await expect(send({ secrets })).rejects.toThrow("no key");
    expect(row()).toMatchObject({ v: 1, body: { status: "pending", attemptsMade: 0, nextAttemptAt: noon } });
    expect(indexes()).toContain("due");
    await send();
    expect(posts).toEqual(["1"]);
  });

  test.each([
    ["claim", 1, []],
    ["answer", 2, ["1"]],
  ])("comes again where its %s is lost to nobody", async (_, nth, before) => {
    await expect(send({ deliveries: contended(nth) })).rejects.toThrow(`delivery ${made.id} was not written`);
    expect(posts).toEqual(before);
  });

  test("comes again where somebody wrote its claim anew before the answer was recorded", async () => {
    reply = async () => {
      const claim = row();
      if (claim) await world.deliveries.write([{ put: { ...claim, v: 2 }, expect: 1 }], "anew");
      return ok;
    };
    await expect(send()).rejects.toThrow(`delivery ${made.id} was not written`);
    expect(row()).toMatchObject({ v: 2, body: { attemptsMade: 1, attempts: [] } });
  });

  test("comes again where not even that it waits can be written", async () => {
    const { deliveries } = world;
    const away: Store = {
      read: (keys) => deliveries.read(keys),
      page: (query) => deliveries.page(query),
      write: () => Promise.reject(new Error("no table")),
    };
    await expect(send({ deliveries: away })).rejects.toThrow("no table");
    expect(row()).toBeUndefined();
  });
});
