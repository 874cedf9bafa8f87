import { describe, expect, test } from "vitest";
import { redeliver } from "../../../functions/app/webhooks/deliveries.ts";
import { getWebhook } from "../../../functions/app/webhooks/endpoint-changes.ts";
import { askReplay, getReplay } from "../../../functions/app/webhooks/replay.ts";
import { sweepDeliveries } from "../../../functions/app/webhooks/sweep-deliveries.ts";
import { deleteWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import { WebhookDesk } from "../../support/webhooks/webhook-desk.ts";

const usual = { limit: 1000, force: false };
const longAgo = "2026-11-01T00:00:00.000Z";

const brokenBook = {
  read: async () => {
    throw new Error("the table is broken");
  },
  page: async () => [],
  write: async () => ({ ok: false as const, rows: [] }),
};

function replayed(desk: WebhookDesk, id: string) {
  return getReplay(desk, desk.tenant.id, desk.endpoint.id, id);
}

describe("a replay of more events than one piece", () => {
  test("sends the first hundred at once and the rest with the next sweeps, each event once", async () => {
    const desk = new WebhookDesk();
    for (let n = 0; n < 5; n++) {
      await desk.happens(50);
      desk.pass(1);
    }
    const { id, status, replayed: first } = await askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    expect({ status, first, queued: desk.queued.length }).toEqual({
      ...{ status: "queued", first: 100, queued: 100 },
    });
    await sweepDeliveries(desk, usual);
    expect(await replayed(desk, id)).toMatchObject({ status: "done", replayed: 250 });
    const made = new Set(desk.queued.map(({ deliveryId }) => deliveryId));
    const events = await Promise.all([...made].map(async (each) => (await desk.delivery(each))?.eventId));
    expect({ made: made.size, events: new Set(events).size }).toEqual({ made: 250, events: 250 });
    await sweepDeliveries(desk, usual);
    expect(await replayed(desk, id)).toMatchObject({ status: "done", replayed: 250 });
  });

  test("leaves out what happened after it was asked for", async () => {
    const desk = new WebhookDesk();
    await desk.happens(60);
    await desk.happens(60);
    desk.pass(1);
    const { id } = await askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    await desk.happens(30);
    desk.pass(1);
    await sweepDeliveries(desk, usual);
    expect(await replayed(desk, id)).toMatchObject({ status: "done", replayed: 120 });
  });

  test("ends where its endpoint was deleted meanwhile, and sends nothing more", async () => {
    const desk = new WebhookDesk();
    for (let n = 0; n < 4; n++) await desk.happens(50);
    desk.pass(1);
    const { id } = await askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    await deleteWebhook(desk, desk.tenant.id, desk.endpoint.id);
    await sweepDeliveries(desk, usual);
    expect(new Set(desk.queued.map(({ deliveryId }) => deliveryId)).size).toBe(100);
    const [row] = await desk.deliveries.read([{ pk: id, sk: "row" }]);
    expect(row?.body).toMatchObject({ status: "done", replayed: 100 });
    expect(row?.index?.due).toBeUndefined();
    await expect(replayed(desk, id)).rejects.toMatchObject({ code: "not_found" });
    const asked = askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a sweep", () => {
  test("puts what is due into the queue before it does pieces of replays", async () => {
    const desk = new WebhookDesk();
    for (let n = 0; n < 5; n++) await desk.happens(50);
    desk.pass(1);
    await askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    const { id } = await desk.waiting(1);
    const before = desk.queued.length;
    const swept = await sweepDeliveries(desk, usual);
    expect(desk.queued[before]?.deliveryId).toBe(id);
    expect(swept.queued).toBeGreaterThan(0);
  });

  test("sends what is due even when a replay of an endpoint cannot go on", async () => {
    const desk = new WebhookDesk();
    for (let n = 0; n < 5; n++) await desk.happens(50);
    desk.pass(1);
    await askReplay(desk, desk.tenant.id, desk.endpoint.id, longAgo);
    const { id } = await desk.waiting(1);
    const queued = desk.queued.length;
    await expect(sweepDeliveries({ ...desk, book: brokenBook }, usual)).rejects.toThrow("broken");
    expect(desk.queued.slice(queued).map(({ deliveryId }) => deliveryId)).toContain(id);
  });

  test("does twenty pieces of replays in all, and of each in its turn", async () => {
    const desk = new WebhookDesk();
    for (let n = 0; n < 44; n++) {
      await desk.happens(50);
      desk.pass(1);
    }
    const replays: string[] = [];
    for (let n = 0; n < 4; n++)
      replays.push((await askReplay(desk.request(), desk.tenant.id, desk.endpoint.id, longAgo)).id);
    const pieces = async () =>
      (await Promise.all(replays.map((id) => replayed(desk, id)))).map((each) => each.replayed / 100);
    expect(await pieces()).toEqual([1, 1, 1, 1]);
    // Nobody sends here, so that what waits piles up.
    const all = { ...usual, limit: 100_000 };
    await sweepDeliveries(desk, all);
    expect(await pieces()).toEqual([6, 6, 6, 6]);
    for (let n = 0; n < 4; n++) await sweepDeliveries(desk, all);
    expect(await pieces()).toEqual([22, 22, 22, 22]);
  });

  test.each(["failing_for_five_days", "answered_410"])(
    "switches an endpoint off that the sender condemned as %s, and ends what waits for it",
    async (why) => {
      const desk = new WebhookDesk();
      const { id } = await desk.waiting(1);
      await desk.condemn(why);
      expect(await sweepDeliveries(desk, usual)).toMatchObject({ endpointsDisabled: 1 });
      expect((await getWebhook(desk, desk.tenant.id, desk.endpoint.id)).state).toMatchObject({
        ...{ enabled: false, disabledReason: why },
      });
      expect(await desk.delivery(id)).toMatchObject({ status: "exhausted", endedReason: why });
      expect(await desk.health()).toMatchObject({ condemned: why, switchedOff: true });
      expect(await sweepDeliveries(desk, usual)).toMatchObject({ endpointsDisabled: 0 });
    },
  );
});

describe("redeliveries at once", () => {
  test("of one endpoint's deliveries are all made, whoever else is at it", async () => {
    const desk = new WebhookDesk();
    const made = await Promise.all(Array.from({ length: 20 }, (_, nth) => desk.waiting(nth)));
    const asked = made.map(({ id }) => redeliver(desk.request(), id));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(new Set(desk.queued.map(({ deliveryId }) => deliveryId)).size).toBe(20);
    const entries = desk.book.rows().filter(({ type }) => type === "entry");
    const said = entries.map(({ body }) => (body as { reason: string }).reason);
    for (const { id } of made)
      expect(said.filter((reason) => reason.startsWith(`${id} sent again`))).toHaveLength(1);
  });
});
