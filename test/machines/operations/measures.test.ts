import { describe, expect, it } from "vitest";
import { countWaiting } from "../../../functions/app/operations/count-waiting.ts";
import { type Scene, simpleScene, stage } from "../../sim/settlement/scene.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";
import { fine } from "../../support/world/core/step.ts";
import type { World } from "../../support/world/settlement/world.ts";

const minute = 60_000;

/** Plays a scene for a while; an outside call named by `silent` gives no answer so many times. */
async function play(scene: Scene, silent?: { op: string; times: number }): Promise<World> {
  const world = stage(scene, 1);
  let left = silent?.times ?? 0;
  world.scheduler.plan = (op) => {
    if (op.name !== silent?.op || left === 0) return fine;
    left -= 1;
    return { fault: "error", effect: true };
  };
  await world.scheduler.settle(5 * minute);
  return world;
}

/** What the sweeper's Lambda counts of what waits. */
async function waiting(world: World): Promise<MemoryMeter["values"]> {
  const meter = new MemoryMeter();
  await countWaiting({ store: world.store, meter });
  return meter.values;
}

describe("a settlement that completes", () => {
  it("is counted once, with its cents, the time it took, and its webhooks", async () => {
    const { values } = (await play(simpleScene())).meter;
    expect(values).toMatchObject({ SettlementCompleted: [1], SettledCents: [33_333] });
    const [settledMs = -1] = values.TimeToSettle ?? [];
    expect(settledMs).toBeGreaterThan(0);
    expect(settledMs).toBeLessThan(minute);
    expect(Math.max(...(values.OutboxLag ?? [Infinity]))).toBeLessThan(1000);
    expect(values.WebhookDelivered?.length).toBeGreaterThan(0);
    expect(values.DeliveryLag?.length).toBe(values.WebhookDelivered?.length);
    expect(values.WebhookFailed).toBeUndefined();
  });

  it("waits for nobody", async () => {
    const world = await play(simpleScene());
    expect(await waiting(world)).toEqual({ ParkedSettlements: [0], StalledSettlements: [0] });
  });
});

describe("a settlement that ends otherwise", () => {
  it.each([
    ["0xLATEBLOCK", "SettlementDeclined"],
    ["0xFAILCONVERT", "SettlementFailed"],
  ] as const)("with %s is counted as %s and settles no cent", async (wallet, name) => {
    const { values } = (await play(simpleScene({}, wallet))).meter;
    expect(values[name]).toEqual([1]);
    expect([values.SettlementCompleted, values.SettledCents, values.TimeToSettle]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a screen without an answer", () => {
  it("is counted each time it is asked in vain", async () => {
    const { values } = (await play(simpleScene({ silentScreens: 1 }))).meter;
    expect(values.ScreeningUnavailable).toEqual([1]);
  });
});

describe("a settlement whose vendor is silent", () => {
  it("counts as parked until it is tried again", async () => {
    const world = await play(simpleScene(), { op: "conversion.convert", times: 3 });
    expect(await waiting(world)).toMatchObject({ ParkedSettlements: [1] });
    world.jump(10 * minute);
    world.sweep();
    await world.scheduler.settle(5 * minute);
    expect(await waiting(world)).toMatchObject({ ParkedSettlements: [0] });
  });
});

describe("a webhook that nobody takes", () => {
  it("is counted at each attempt, and once when there are no more", async () => {
    const world = stage(simpleScene(), 1);
    world.receiverAnswer = () => 500;
    await world.scheduler.settle(5 * minute);
    const deliveries = new Set(world.receivers.arrivals.map(({ deliveryId }) => deliveryId)).size;
    for (let round = 0; round < 8; round++) {
      world.jump(6 * 60 * minute + minute);
      world.sweep();
      await world.scheduler.settle(5 * minute);
    }
    const { WebhookFailed = [], WebhookExhausted = [], WebhookDelivered } = world.meter.values;
    expect([WebhookFailed.length, WebhookExhausted.length]).toEqual([6 * deliveries, deliveries]);
    expect(WebhookDelivered).toBeUndefined();
  });
});

describe("a payout without a proof", () => {
  it("counts as stalled after half an hour, and not before", async () => {
    const world = await play(simpleScene({}, "0xNOPROOF"));
    world.jump(20 * minute);
    world.sweep();
    await world.scheduler.settle(minute);
    expect(await waiting(world)).toMatchObject({ StalledSettlements: [0] });
    world.jump(10 * minute);
    world.sweep();
    await world.scheduler.settle(minute);
    expect(await waiting(world)).toMatchObject({ ParkedSettlements: [0], StalledSettlements: [1] });
  });
});
