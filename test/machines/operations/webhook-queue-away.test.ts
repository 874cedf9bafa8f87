import { describe, expect, it } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { dispatchEntries, dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { startEach } from "../../../functions/app/operations/start-workflows.ts";
import type { Delivery } from "../../../functions/domain/webhooks/webhook.ts";
import { overviewFaults } from "../../sim/settlement/overview-faults.ts";
import { type Scene, simpleScene, stage } from "../../sim/settlement/scene.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import { LambdaStream } from "../../support/world/core/lambda-stream.ts";
import { fine } from "../../support/world/core/step.ts";
import type { World } from "../../support/world/settlement/world.ts";

const minute = 60_000;
/** From the first call to the last completion, with the queue there. */
const promptMs = 5_000;
const base = simpleScene();
/** One that is declined, whose event comes first in the stream, and three that are paid out. */
const four: Scene = {
  ...base,
  tenants: [0, 1].flatMap((at) =>
    base.tenants.map((tenant) => ({
      ...tenant,
      wallet: at === 0 ? tenant.wallet : "0xLATEBLOCK",
      invoices: [33_333, 44_444, 55_555].map((totalCents) => ({ totalCents, sent: true })),
    })),
  ),
  asks: [
    { tenant: 1, invoice: 0, key: "k", source: "ach", delayMs: 0 },
    ...[0, 1, 2].map((invoice) => ({
      ...{ tenant: 0, invoice, key: `k${invoice}`, source: "ach" as const, delayMs: 1_000 + invoice * 500 },
    })),
  ],
};

interface Entry {
  readonly to: string;
  readonly at: string;
  readonly aggregateType: string;
}

/** The stream's two consumers, as they are deployed. */
function asDeployed(world: World): NonNullable<World["streams"]> {
  const { scheduler, workflows } = world;
  return {
    workflows: new LambdaStream(scheduler, "workflows", (rows) => startEach(workflows, rows)),
    outbox: new LambdaStream(scheduler, "outbox", (rows) => dispatchEntries(world.dispatchContext(), rows)),
  };
}

/** How it was: one consumer for everything, whose batch fails with its first entry, and whose entries wait for the queue of deliveries. */
function asOne(world: World): NonNullable<World["streams"]> {
  const dispatchAll = async (rows: readonly Row[]) => {
    const context = world.dispatchContext();
    for (const row of rows) {
      if ((row.body as { events: unknown[] }).events.length > 0) await context.queue.send([]);
      await dispatchEntry(context, row);
    }
    return [];
  };
  return { outbox: new LambdaStream(world.scheduler, "outbox", dispatchAll) };
}

/** Plays a minute at a time, with a sweep at the end of each, while the queue of deliveries takes nothing. */
async function playedAway(minutes: number, streams = asDeployed): Promise<World> {
  const world = stage(four, 1);
  world.streams = streams(world);
  world.scheduler.plan = ({ name }) => (name === "queue.send" ? { fault: "error", effect: false } : fine);
  for (let passed = 0; passed < minutes; passed++) {
    await world.scheduler.settle(minute - 5_000);
    world.jump(5_000);
    world.sweep();
  }
  return world;
}

function completedMs(world: World): number[] {
  return world.store.rows().flatMap(({ type, body }) => {
    const { to, at, aggregateType } = body as Entry;
    const isEnd = type === "entry" && aggregateType === "settlement" && to === "completed";
    return isEnd ? [Date.parse(at) - world.startMs] : [];
  });
}

describe("a queue of webhooks that takes nothing for an hour", () => {
  it("delays no settlement", async () => {
    const times = completedMs(await playedAway(1));
    expect(times).toHaveLength(3);
    for (const ms of times) expect(ms).toBeLessThan(promptMs);
  });

  it("would delay them where one consumer did everything, batch by batch", async () => {
    const times = completedMs(await playedAway(4, asOne));
    expect(times.filter((ms) => ms < promptMs).length).toBeLessThan(3);
  });

  it("loses no event and counts nothing twice: all are sent, in their order, when it is back", async () => {
    const world = await playedAway(60);
    expect(world.receivers.arrivals).toEqual([]);
    world.scheduler.plan = () => fine;
    for (let passed = 0; passed < 3; passed++) {
      world.sweep();
      await world.scheduler.settle(minute);
    }
    const deliveries = world.deliveries.rows().filter(({ type }) => type === "delivery");
    expect(deliveries.length).toBeGreaterThanOrEqual(4);
    for (const { body } of deliveries) expect(body).toMatchObject({ status: "delivered" } satisfies Partial<Delivery>);
    const arrived = world.receivers.arrivals.map(({ deliveryId }) => deliveryId);
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(arrived.toSorted()).toEqual(deliveries.map(({ pk }) => pk).toSorted());
    expect(pendingEntries(world.store.rows())).toEqual([]);
    expect(overviewFaults(world.store.rows())).toEqual([]);
  });
});
