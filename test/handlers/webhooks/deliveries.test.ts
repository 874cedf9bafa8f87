import { beforeEach, describe, expect, test } from "vitest";
import { getDelivery, listDeliveries, redeliver } from "../../../functions/app/webhooks/deliveries.ts";
import { deliveryId, deliveryRow } from "../../../functions/app/webhooks/delivery-rows.ts";
import { enqueue } from "../../../functions/app/webhooks/enqueue.ts";
import { changeWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { later } from "../../support/core/samples.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";

const day = 86_400;
const urls = { writtenProblem: () => undefined, problem: async () => undefined };
let world: TestWebhooks;
let tenantId: string;
let endpointId: string;

beforeEach(() => {
  world = new TestWebhooks();
  tenantId = world.tenant.id;
  endpointId = world.endpoint.id;
});

describe("the list of deliveries", () => {
  const put = async (nth: number, change: Partial<Delivery>) => {
    const made = await world.waiting(nth);
    const row = deliveryRow({ ...made, ...change }, 2);
    await world.deliveries.write([{ put: row, expect: 1 }], `changed-${nth}`);
    world.pass(1);
    return made.id;
  };
  const ids = async (filter: object = {}) =>
    (await listDeliveries(world, { limit: 9, ...filter })).data.map(({ id }) => id);

  test("is newest first, of one tenant, status or event where that is asked", async () => {
    const waiting = await put(1, {});
    const sent = await put(2, { status: "delivered", nextAttemptAt: null });
    const other = await put(3, { event: "escrow.created" });
    expect(await ids()).toEqual([other, sent, waiting]);
    expect(await ids({ status: "delivered" })).toEqual([sent]);
    expect(await ids({ event: "escrow.created" })).toEqual([other]);
    expect(await ids({ tenantId })).toEqual([other, sent, waiting]);
    expect(await ids({ tenantId, status: "pending", event: "invoice.sent" })).toEqual([waiting]);
    await expect(ids({ tenantId: "ten_0" })).rejects.toMatchObject({ code: "not_found" });
    world.now = later(130 * day);
    expect(await ids()).toEqual([]);
  });

  test("goes on with a cursor of the same question, and of no other", async () => {
    for (let nth = 1; nth < 4; nth += 1) await put(nth, {});
    const asked = [{}, { status: "pending" }, { event: "invoice.sent" }, { tenantId }] as const;
    for (const [at, filter] of asked.entries()) {
      const { nextCursor: cursor } = await listDeliveries(world, { ...filter, limit: 1 });
      expect(await ids({ ...filter, cursor })).toHaveLength(2);
      for (const other of asked.filter((_, index) => index !== at))
        await expect(ids({ ...other, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test("knows each by its id for 90 days, and none that was never made", async () => {
    const id = await put(1, {});
    expect(await getDelivery(world, id)).toMatchObject({ id, status: "pending" });
    const [{ ttl } = { ttl: 0 }] = world.deliveries.rows();
    expect(ttl).toBe(Date.parse(later(90 * day)) / 1000);
    await expect(getDelivery(world, "dlv_0")).rejects.toMatchObject({ code: "not_found", message: "no such delivery" });
  });
});

describe("a delivery that is sent again", () => {
  test("is a new one of the same event, on the trail before it is made", async () => {
    const old = await world.waiting(1);
    world.pass(5);
    const made = await redeliver(world.request(), old.id);
    const { createdAt: _, updatedAt: __, nextAttemptAt: ___, id: ____, ...same } = old;
    expect(made).toEqual({
      ...{ ...same, id: deliveryId(old.eventId, endpointId, "req_2") },
      ...{ createdAt: later(5), updatedAt: later(5), nextAttemptAt: later(5) },
    });
    expect(world.queued).toEqual([{ deliveryId: made.id, endpointId, tenantId, delaySeconds: 0 }]);
    const [reason] = world.store
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? [(body as { reason: string }).reason] : []))
      .slice(-1);
    expect(reason).toBe(`${old.id} sent again as ${made.id}`);
  });

  test("is refused where its endpoint is off, or there is none", async () => {
    const { id, ...made } = await world.waiting(1);
    const lost = { ...made, id: "dlv_9", endpointId: "whe_0" };
    await world.deliveries.write([{ put: deliveryRow(lost, 1), expect: "absent" }], "lost");
    await expect(redeliver(world, "dlv_9")).rejects.toMatchObject({ code: "endpoint_disabled" });
    await changeWebhook({ ...world, urls }, tenantId, endpointId, { enabled: false });
    await expect(redeliver(world, id)).rejects.toMatchObject({
      ...{ code: "endpoint_disabled", message: "this delivery's endpoint is off or deleted" },
    });
  });
});

describe("deliveries that could not be written", () => {
  test("are a fault where nobody else wrote them, and fine where somebody did", async () => {
    const made = await world.waiting(1);
    await enqueue(world, [made]);
    expect(world.queued).toHaveLength(1);
    const lost = { ...world.deliveries, write: async () => ({ ok: false as const, rows: [] }) };
    const deliveries = Object.assign(Object.create(world.deliveries), lost);
    await expect(enqueue({ ...world, deliveries }, [made])).rejects.toThrow(`delivery ${made.id} was not written`);
    await enqueue(world, []);
    expect(world.queued).toHaveLength(1);
  });
});
