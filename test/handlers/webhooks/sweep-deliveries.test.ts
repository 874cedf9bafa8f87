import { describe, expect, test } from "vitest";
import { redeliver } from "../../../functions/app/webhooks/deliveries.ts";
import { getWebhook } from "../../../functions/app/webhooks/endpoint-changes.ts";
import { askReplay, getReplay } from "../../../functions/app/webhooks/replay.ts";
import { sweepDeliveries } from "../../../functions/app/webhooks/sweep-deliveries.ts";
import { deleteWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";

const usual = { limit: 1000, force: false };
const longAgo = "2026-11-01T00:00:00.000Z";

const brokenBook = {
  read: async () => {
    throw new Error("the table is broken");
  },
  page: async () => [],
  write: async () => ({ ok: false as const, rows: [] }),
};

function replayed(context: TestWebhooks, id: string) {
  return getReplay(context, context.tenant.id, context.endpoint.id, id);
}

describe("a replay of more events than one piece", () => {
  test("sends the first hundred at once and the rest with the next sweeps, each event once", async () => {
    const context = new TestWebhooks();
    for (let n = 0; n < 5; n++) {
      await context.happens(50);
      context.pass(1);
    }
    const { id, status, replayed: first } = await askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    expect({ status, first, queued: context.queued.length }).toEqual({
      ...{ status: "queued", first: 100, queued: 100 },
    });
    await sweepDeliveries(context, usual);
    expect(await replayed(context, id)).toMatchObject({ status: "done", replayed: 250 });
    const made = new Set(context.queued.map(({ deliveryId }) => deliveryId));
    const events = await Promise.all([...made].map(async (each) => (await context.delivery(each))?.eventId));
    expect({ made: made.size, events: new Set(events).size }).toEqual({ made: 250, events: 250 });
    await sweepDeliveries(context, usual);
    expect(await replayed(context, id)).toMatchObject({ status: "done", replayed: 250 });
  });

  test("leaves out what happened after it was asked for", async () => {
    const context = new TestWebhooks();
    await context.happens(60);
    await context.happens(60);
    context.pass(1);
    const { id } = await askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    await context.happens(30);
    context.pass(1);
    await sweepDeliveries(context, usual);
    expect(await replayed(context, id)).toMatchObject({ status: "done", replayed: 120 });
  });

  test("ends where its endpoint was deleted meanwhile, and sends nothing more", async () => {
    const context = new TestWebhooks();
    for (let n = 0; n < 4; n++) await context.happens(50);
    context.pass(1);
    const { id } = await askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    await deleteWebhook(context, context.tenant.id, context.endpoint.id);
    await sweepDeliveries(context, usual);
    expect(new Set(context.queued.map(({ deliveryId }) => deliveryId)).size).toBe(100);
    const [row] = await context.deliveries.read([{ pk: id, sk: "row" }]);
    expect(row?.body).toMatchObject({ status: "done", replayed: 100 });
    expect(row?.index?.due).toBeUndefined();
    await expect(replayed(context, id)).rejects.toMatchObject({ code: "not_found" });
    const input = askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    await expect(input).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a sweep", () => {
  test("puts what is due into the queue before it does pieces of replays", async () => {
    const context = new TestWebhooks();
    for (let n = 0; n < 5; n++) await context.happens(50);
    context.pass(1);
    await askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    const { id } = await context.waiting(1);
    const before = context.queued.length;
    const swept = await sweepDeliveries(context, usual);
    expect(context.queued[before]?.deliveryId).toBe(id);
    expect(swept.queued).toBeGreaterThan(0);
  });

  test("sends what is due even when a replay of an endpoint cannot go on", async () => {
    const context = new TestWebhooks();
    for (let n = 0; n < 5; n++) await context.happens(50);
    context.pass(1);
    await askReplay(context, context.tenant.id, context.endpoint.id, longAgo);
    const { id } = await context.waiting(1);
    const queued = context.queued.length;
    await expect(sweepDeliveries({ ...context, store: brokenBook }, usual)).rejects.toThrow("broken");
    expect(context.queued.slice(queued).map(({ deliveryId }) => deliveryId)).toContain(id);
  });

  test("does twenty pieces of replays in all, and of each in its turn", async () => {
    const context = new TestWebhooks();
    for (let n = 0; n < 44; n++) {
      await context.happens(50);
      context.pass(1);
    }
    const replays: string[] = [];
    for (let n = 0; n < 4; n++)
      replays.push((await askReplay(context.request(), context.tenant.id, context.endpoint.id, longAgo)).id);
    const pieces = async () =>
      (await Promise.all(replays.map((id) => replayed(context, id)))).map((each) => each.replayed / 100);
    expect(await pieces()).toEqual([1, 1, 1, 1]);
    // Nobody sends here, so that what waits piles up.
    const all = { ...usual, limit: 100_000 };
    await sweepDeliveries(context, all);
    expect(await pieces()).toEqual([6, 6, 6, 6]);
    for (let n = 0; n < 4; n++) await sweepDeliveries(context, all);
    expect(await pieces()).toEqual([22, 22, 22, 22]);
  });

  test.each(["failing_for_five_days", "answered_410"])(
    "switches an endpoint off that the sender condemned as %s, and ends what waits for it",
    async (why) => {
      const context = new TestWebhooks();
      const { id } = await context.waiting(1);
      await context.condemn(why);
      expect(await sweepDeliveries(context, usual)).toMatchObject({ endpointsDisabled: 1 });
      expect((await getWebhook(context, context.tenant.id, context.endpoint.id)).state).toMatchObject({
        ...{ enabled: false, disabledReason: why },
      });
      expect(await context.delivery(id)).toMatchObject({ status: "exhausted", endedReason: why });
      expect(await context.health()).toMatchObject({ condemned: why, switchedOff: true });
      expect(await sweepDeliveries(context, usual)).toMatchObject({ endpointsDisabled: 0 });
    },
  );
});

describe("redeliveries at once", () => {
  test("of one endpoint's deliveries are all made, whoever else is at it", async () => {
    const context = new TestWebhooks();
    const made = await Promise.all(Array.from({ length: 20 }, (_, nth) => context.waiting(nth)));
    const input = made.map(({ id }) => redeliver(context.request(), id));
    const outcomes = await Promise.allSettled(input);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(new Set(context.queued.map(({ deliveryId }) => deliveryId)).size).toBe(20);
    const entries = context.store.rows().filter(({ type }) => type === "entry");
    const reply = entries.map(({ body }) => (body as { reason: string }).reason);
    for (const { id } of made) expect(reply.filter((reason) => reason.startsWith(`${id} sent again`))).toHaveLength(1);
  });
});
