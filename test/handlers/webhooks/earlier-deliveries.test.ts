import { beforeEach, describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";
import { duePartitions } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { sendDelivery } from "../../../functions/app/webhooks/deliver.ts";
import { listDeliveries } from "../../../functions/app/webhooks/deliveries.ts";
import { deliveriesOfEvent } from "../../../functions/app/webhooks/delivery-lists.ts";
import { deliveryId, deliveryRow } from "../../../functions/app/webhooks/delivery-rows.ts";
import { deliveryOf } from "../../../functions/app/webhooks/enqueue.ts";
import { sweepDeliveries } from "../../../functions/app/webhooks/sweep-deliveries.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { noMeter } from "../../support/core/memory-log.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";

let world: TestWebhooks;
const month = noon.slice(0, 7);

beforeEach(() => {
  world = new TestWebhooks();
});

/** A row as the release before wrote it: in five indexes, everybody's in one partition each. */
function earlierRow(state: Delivery): Row {
  const place = `${state.createdAt}#${state.id}`;
  const due = [`${duePartitions[0]}`, `${state.nextAttemptAt}#${state.id}#row`] as const;
  return {
    ...{ pk: state.id, sk: "row", v: 1, type: "delivery", body: state },
    index: {
      list: [`${state.tenantId}#delivery#${month}`, place],
      status: [`all#delivery#${state.status}#${month}`, place],
      group: [`all#delivery#${month}`, place],
      ref: [`event#${state.eventId}`, place],
      ...(state.nextAttemptAt !== null && { due }),
    },
  };
}

/** A delivery that was made so many seconds after noon, of an event a second before. */
function madeAt(seconds: number, change: Partial<Delivery> = {}): Delivery {
  const event = { id: world.newId("evt", later(seconds - 1)), name: "invoice.sent", data: {} };
  return { ...deliveryOf(world.tenant.id, event, world.endpoint, later(seconds)), ...change };
}

async function put(row: Row): Promise<string> {
  await world.deliveries.write([{ put: row, expect: "absent" }], `put-${row.pk}`);
  return row.pk;
}

const ended = { status: "delivered", nextAttemptAt: null } as const;
const ids = async (filter: object) => (await listDeliveries(world, { limit: 9, ...filter })).data.map(({ id }) => id);

describe("deliveries that the release before has written", () => {
  test("are in one list with those since, of everybody, of a status and of a tenant", async () => {
    const old = await put(earlierRow(madeAt(1)));
    const newer = await put(deliveryRow(madeAt(2), 1));
    const oldSent = await put(earlierRow(madeAt(3, ended)));
    const sent = await put(deliveryRow(madeAt(4, ended), 1));
    expect(await ids({})).toEqual([sent, oldSent, newer, old]);
    expect(await ids({ status: "pending" })).toEqual([newer, old]);
    expect(await ids({ status: "delivered" })).toEqual([sent, oldSent]);
    expect(await ids({ tenantId: world.tenant.id })).toEqual([sent, oldSent, newer, old]);
    const { nextCursor: cursor } = await listDeliveries(world, { limit: 2 });
    expect(await ids({ cursor })).toEqual([newer, old]);
  });

  test("are found by their event, before and after they are sent, with what was sent again since", async () => {
    const old = madeAt(1);
    await put(earlierRow(old));
    const again = { ...old, id: deliveryId(old.eventId, old.endpointId, "req_9"), createdAt: later(50) };
    await put(deliveryRow(again, 1));
    const found = async () =>
      (await deliveriesOfEvent(world.deliveries, world.tenant.id, old.eventId)).map(({ id }) => id);
    expect(await found()).toEqual([old.id, again.id]);
    await world.deliveries.write([{ put: deliveryRow({ ...old, ...ended }, 2), expect: 1 }], "sent");
    expect(await found()).toEqual([old.id, again.id]);
  });

  test("are swept, sent and listed where those since are", async () => {
    const old = madeAt(1);
    await put(earlierRow(old));
    world.pass(60);
    expect(await sweepDeliveries(world, { limit: 10, force: false })).toMatchObject({ due: 1, queued: 1 });
    const courier = { post: async () => ({ status: 200, durationMs: 1, excerpt: "" }) };
    const secrets = { open: async (sealed: string) => sealed };
    const sender = { ...world, courier, secrets, meter: noMeter, wall: world.clock, slots: new ConcurrencyLimit(1) };
    for (const order of world.queued) await sendDelivery(sender, order);
    expect(world.deliveries.rows().map(({ v, index }) => [v, Object.keys(index ?? {}).sort()])).toEqual([
      [3, ["group", "list", "ref"]],
    ]);
    expect(await ids({})).toEqual([old.id]);
    expect(await ids({ status: "pending" })).toEqual([]);
  });
});

describe("a delivery that is made with its event", () => {
  test("is found by it in its tenant's list, among all that was made in that millisecond", async () => {
    const event = (at: string) => ({ id: world.newId("evt", at), name: "invoice.sent", data: {} });
    const events = Array.from({ length: 120 }, () => event(later(5)));
    const all = events.map((each) => deliveryOf(world.tenant.id, each, world.endpoint, later(5)));
    for (const each of all) await put(deliveryRow(each, 1));
    const wanted = all[77];
    const found = await deliveriesOfEvent(world.deliveries, world.tenant.id, wanted?.eventId ?? "");
    expect(found).toEqual([wanted]);
    expect(world.deliveries.rows().filter(({ index }) => index?.ref)).toEqual([]);
  });
});
