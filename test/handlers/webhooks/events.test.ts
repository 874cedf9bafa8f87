import { beforeEach, describe, expect, test } from "vitest";
import { loadAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { deliveryId } from "../../../functions/app/webhooks/delivery-rows.ts";
import { type EventFilter, getEvent, listEvents, replayEvent } from "../../../functions/app/webhooks/events.ts";
import { askReplay, getReplay, replayPiece } from "../../../functions/app/webhooks/replay.ts";
import { askSweep, sweepDeliveries } from "../../../functions/app/webhooks/sweep-deliveries.ts";
import { changeWebhook } from "../../../functions/app/webhooks/webhooks.ts";
import { later, noon } from "../../support/core/samples.ts";
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

/** Something happens to the tenant now, with one event. */
async function happens(name: string, data: object = {}, ...more: readonly object[]): Promise<void> {
  const found = loadAggregate(tenantRecordType, (await world.store.read([rowKey(tenantId)]))[0]);
  if (!found) throw new Error("no tenant");
  const events = [{ name, data: { tenantId, ...data } }, ...more] as never;
  const transition = { next: world.tenant, from: "active", to: "active", reason: "told", events };
  const { writes } = transitionWrites(found, [transition], world);
  await world.store.write(writes, world.newId("req", world.now));
}

/** The first event of an entry. */
const told = (body: unknown) => (body as { events: { name: string }[] }).events[0]?.name;

const asker = () => ({ tenantId, tenantCreatedAt: world.tenant.createdAt });
const list = async (filter: Partial<EventFilter> = {}) =>
  (await listEvents(world, asker(), { limit: 9, ...filter })).data;
const names = async (filter: Partial<EventFilter> = {}) => (await list(filter)).map(({ event }) => event);

describe("a tenant's event log", () => {
  beforeEach(async () => {
    await happens("invoice.sent", { invoiceId: "inv_1" });
    world.pass(60);
    await happens("escrow.created", { escrowId: "esc_1" });
    world.pass(60);
    await happens("invoice.sent", { invoiceId: "inv_2" });
  });

  test("has what happened, the newest first", async () => {
    const data = await list();
    expect(data).toHaveLength(3);
    expect(data[1]).toEqual({
      ...{ id: expect.stringMatching(/^evt_/), event: "escrow.created", subject: tenantId, createdAt: later(60) },
      data: { tenantId, escrowId: "esc_1", livemode: false, apiVersion: "2026-11-01", sequence: 1, object: null },
    });
    expect(await names()).toEqual(["invoice.sent", "escrow.created", "invoice.sent"]);
  });

  test("numbers the events about each thing in the order of one change, and shows none for those of before there were numbers", async () => {
    const before = world.store.rows().find(({ type, body }) => type === "entry" && "escrow.created" === told(body));
    if (!before) throw new Error("no entry");
    const { events, ...body } = before.body as { events: { sequence?: number; apiVersion?: string }[] };
    const older = events.map(({ sequence: _, apiVersion: __, ...event }) => event);
    const put = { ...before, v: before.v + 1, body: { ...body, events: older } };
    await world.store.write([{ put, expect: before.v }], "older");
    await happens("escrow.funded", {}, { name: "invoice.sent", data: {} }, { name: "escrow.released", data: {} });
    const numbers = (await list()).map(({ event, data }) => [event, data.sequence, data.apiVersion]);
    const version = "2026-11-01";
    expect(numbers).toEqual([
      ...[
        ["escrow.funded", 2, version],
        ["invoice.sent", 3, version],
        ["escrow.released", 3, version],
      ],
      ...[
        ["invoice.sent", 2, version],
        ["escrow.created", undefined, version],
        ["invoice.sent", 1, version],
      ],
    ]);
  });

  test("of production says that it is live", async () => {
    const { data } = await listEvents({ ...world, live: true }, asker(), { limit: 1 });
    expect(data.map((each) => each.data.livemode)).toEqual([true]);
  });

  test("is of one type, about one record, and from one moment to before another where that is asked", async () => {
    expect(await names({ type: "escrow.created" })).toEqual(["escrow.created"]);
    expect((await list({ subject: "inv_2" })).map(({ createdAt }) => createdAt)).toEqual([later(120)]);
    expect(await list({ subject: tenantId })).toHaveLength(3);
    expect(await list({ subject: "inv_2", type: "escrow.created" })).toEqual([]);
    expect(await names({ from: later(60) })).toEqual(["invoice.sent", "escrow.created"]);
    expect(await names({ to: later(60) })).toEqual(["invoice.sent"]);
    expect(await names({ from: later(60), to: later(120) })).toEqual(["escrow.created"]);
    world.pass(1);
    await happens("invoice.sent", { invoiceId: "inv_3" }, { name: "escrow.created", data: { escrowId: "esc_3" } });
    expect(await list({ subject: "esc_3" })).toHaveLength(2);
  });

  test("reaches 90 days back, and no further than the tenant", async () => {
    world.now = later(90 * day + 60);
    expect(await names()).toEqual(["invoice.sent", "escrow.created"]);
    expect(await names({ from: noon })).toEqual(["invoice.sent", "escrow.created"]);
    expect((await listEvents(world, { tenantId, tenantCreatedAt: later(61) }, { limit: 9 })).data).toHaveLength(1);
  });

  test("goes on with a cursor of the same question, and of no other", async () => {
    const cursorOf = async (filter: Partial<EventFilter>) =>
      (await listEvents(world, asker(), { ...filter, limit: 1 })).nextCursor ?? "";
    const asked = [{}, { type: "invoice.sent" }, { subject: tenantId }, { from: noon }, { to: later(999) }] as const;
    for (const [at, filter] of asked.entries()) {
      const cursor = await cursorOf(filter);
      expect((await list({ ...filter, cursor })).length).toBeGreaterThan(0);
      for (const other of asked.filter((_, index) => index !== at))
        await expect(list({ ...other, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });
});

describe("one event", () => {
  let eventId: string;

  beforeEach(async () => {
    await happens("invoice.sent", { invoiceId: "inv_1" });
    eventId = (await list())[0]?.id ?? "";
  });

  test("is shown with its deliveries, and to nobody else's key", async () => {
    const [made] = await replayEvent(world, tenantId, eventId);
    expect(await getEvent(world, tenantId, eventId)).toEqual({ ...(await list())[0], deliveries: [made] });
    for (const ask of [getEvent(world, "ten_0", eventId), getEvent(world, tenantId, "evt_0")])
      await expect(ask).rejects.toMatchObject({ code: "not_found", message: "no such event" });
  });

  test("is sent again under its own id, once for each request, to whoever wants it", async () => {
    const [made] = await replayEvent(world, tenantId, eventId);
    expect(made).toEqual({
      ...{ id: deliveryId(eventId, endpointId, "req_1"), tenantId, endpointId, eventId, event: "invoice.sent" },
      ...{ url: world.endpoint.url, status: "pending", attemptsMade: 0, attempts: [], nextAttemptAt: noon },
      ...{ endedReason: null, createdAt: noon, updatedAt: noon },
      body: JSON.stringify({
        event: "invoice.sent",
        data: { tenantId, invoiceId: "inv_1", livemode: false, apiVersion: "2026-11-01", sequence: 1, object: null },
      }),
    });
    expect(made?.id).toMatch(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/);
    await replayEvent(world, tenantId, eventId);
    expect(world.deliveries.rows()).toHaveLength(1);
    expect((await replayEvent(world.request(), tenantId, eventId))[0]?.id).not.toBe(made?.id);
    await changeWebhook({ ...world, urls }, tenantId, endpointId, { events: ["escrow.created"] });
    expect(await replayEvent(world.request(), tenantId, eventId)).toEqual([]);
  });

  test("can be sent again for 90 days", async () => {
    world.now = later(90 * day);
    expect(await replayEvent(world, tenantId, eventId)).toHaveLength(1);
    world.now = later(90 * day + 0.001);
    await expect(replayEvent(world, tenantId, eventId)).rejects.toMatchObject({
      ...{ code: "not_found", message: "no such event" },
    });
  });
});

describe("a replay", () => {
  test("says what it is, and sends what happened since, from 90 days ago at the earliest", async () => {
    await happens("invoice.sent");
    world.pass(60);
    await happens("escrow.created");
    world.pass(60);
    const asked = await askReplay(world, tenantId, endpointId, later(60));
    expect(asked).toEqual({
      ...{ id: expect.stringMatching(/^rpl_/), tenantId, endpointId, since: later(60), until: later(120) },
      ...{ status: "done", replayed: 1, cursor: null, createdAt: later(120), updatedAt: later(120) },
    });
    const [made] = world.queued;
    expect(await world.delivery(made?.deliveryId ?? "")).toMatchObject({
      event: "escrow.created",
      createdAt: later(120),
    });
    const reasons = world.store.rows().map(({ body }) => (body as { reason?: string }).reason);
    expect(reasons).toContain(`${asked.id} sends events since ${later(60)} again`);
    expect(await replayPiece(world, asked.id)).toBe(false);
    expect(await askReplay(world, tenantId, endpointId, "2026-01-01T00:00:00.000Z")).toMatchObject({
      ...{ since: later(120 - 90 * day), replayed: 2 },
    });
    expect(await askReplay(world, tenantId, endpointId, later(120))).toMatchObject({ replayed: 0, status: "done" });
  });

  test("has no piece of what is none, and is found under its own endpoint alone", async () => {
    expect(await replayPiece(world, "rpl_0")).toBe(false);
    expect(await replayPiece(world, (await world.waiting(1)).id)).toBe(false);
    const { id } = await askReplay(world, tenantId, endpointId, noon);
    expect(await getReplay(world, tenantId, endpointId, id)).toMatchObject({ id });
    for (const [endpoint, each] of [
      [endpointId, "rpl_0"],
      ["whe_0", id],
    ] as const)
      await expect(getReplay(world, tenantId, endpoint, each)).rejects.toMatchObject({ code: "not_found" });
    await expect(getReplay(world, tenantId, endpointId, "rpl_0")).rejects.toThrow("no such replay");
  });

  test("leaves out events that its endpoint does not want", async () => {
    await happens("invoice.sent");
    world.pass(1);
    await changeWebhook({ ...world, urls }, tenantId, endpointId, { events: ["escrow.created"] });
    expect(await askReplay(world, tenantId, endpointId, noon)).toMatchObject({ replayed: 0, status: "done" });
  });

  test("has one piece done by one of two at a time, and by another after a minute", async () => {
    for (let n = 0; n < 5; n += 1) await world.happens(50);
    world.pass(1);
    const { id } = await askReplay(world, tenantId, endpointId, noon);
    const never = { send: () => new Promise<void>(() => undefined) };
    void replayPiece({ ...world, queue: never }, id);
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    world.pass(59);
    expect(await replayPiece(world, id)).toBe(false);
    world.pass(1);
    expect(await replayPiece(world, id)).toBe(true);
    expect(await getReplay(world, tenantId, endpointId, id)).toMatchObject({ replayed: 200, status: "queued" });
    expect(await replayPiece(world, id)).toBe(false);
    expect(await getReplay(world, tenantId, endpointId, id)).toMatchObject({ replayed: 250, status: "done" });
  });
});

describe("a sweep that an operator asks for", () => {
  test("takes what is not due yet where it is forced, says how much, and is on the trail", async () => {
    const { id } = await world.waiting(1);
    world.now = later(-1);
    expect(await sweepDeliveries(world, { limit: 9, force: false })).toEqual({
      due: 0,
      queued: 0,
      endpointsDisabled: 0,
    });
    expect(await askSweep(world, { limit: 9, force: true })).toEqual({ due: 1, queued: 1, endpointsDisabled: 0 });
    expect(world.queued).toEqual([{ deliveryId: id, endpointId, tenantId, force: true, delaySeconds: 0 }]);
    world.now = noon;
    await sweepDeliveries(world, { limit: 9, force: false });
    expect(world.queued.at(-1)).toEqual({ deliveryId: id, endpointId, tenantId, delaySeconds: 0 });
    const said = world.store.rows().filter(({ body }) => (body as { reason?: string }).reason === "deliveries swept");
    expect(said).toMatchObject([{ body: { after: { detail: { limit: 9, force: true } } } }]);
  });
});
