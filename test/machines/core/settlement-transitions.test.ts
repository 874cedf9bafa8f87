import { describe, expect, it } from "vitest";
import { plainRail, railReporting, type Scene, simpleScene, stage } from "../../sim/settlement/scene.ts";
import { see } from "../../sim/settlement/seen.ts";
import { fine } from "../../support/world/core/step.ts";
import type { Alteration, World } from "../../support/world/settlement/world.ts";
import { check } from "./check-swept.ts";

const minute = 60_000;

function settlementOf(world: World) {
  const [response] = see(world).settlements;
  if (!response) throw new Error("there is no settlement");
  return response.state;
}

function paths(world: World): string[] {
  return [...world.machines.executions.values()].map(({ path }) => path.join(" "));
}

/** Runs a task's Lambda, and then has AWS say once that it did not run. */
function disowned(task: string): Alteration {
  let left = 1;
  return {
    app: ({ transition }) => ({
      transition: async (...input) => {
        const reply = await transition(...input);
        if (input[0] !== task || left === 0) return reply;
        left -= 1;
        throw Object.assign(new Error("the service failed"), { name: "Lambda.ServiceException" });
      },
    }),
  };
}

/** Plays a scene for a while; `silent` names an outside call that gives no answer so many times. */
async function play(scene: Scene, silent?: { op: string; times: number }, alteration?: Alteration): Promise<World> {
  const world = stage(scene, 1, alteration);
  let left = silent?.times ?? 0;
  world.scheduler.plan = (op) => {
    if (op.name !== silent?.op || left === 0) return fine;
    left -= 1;
    return { fault: "error", effect: true };
  };
  await world.scheduler.settle(5 * minute);
  return world;
}

async function sweepAfter(world: World, ms: number): Promise<void> {
  world.jump(ms);
  world.sweep();
  await world.scheduler.settle(5 * minute);
}

const happyPath = "Collect Screen Gate Convert Disburse Completed";
const push = { tenant: 0, invoice: 0, key: "k1", source: "ach_push", delayMs: 0 } as const;

describe("the machine with its real hops", () => {
  it("walks a pulled payment to completed", async () => {
    const world = await play(simpleScene());
    expect(paths(world)).toEqual([happyPath]);
    expect(settlementOf(world).status).toBe("completed");
    expect(await check(world)).toEqual([]);
  });

  it("waits at Collect for a pushed payment until the rail's callback", async () => {
    const funds = railReporting({ kind: "funds_received" }, 2 * minute);
    const world = await play(simpleScene({ asks: [push], rail: () => funds }));
    expect(paths(world)).toEqual([happyPath]);
    expect(await check(world)).toEqual([]);
  });

  it("ends a pushed payment that is returned while it is collected", async () => {
    const back = railReporting({ kind: "returned", code: "R03" }, 2 * minute);
    const world = await play(simpleScene({ asks: [push], rail: () => back }));
    expect(paths(world)).toEqual(["Collect Screen Gate Declined Ended"]);
    expect(settlementOf(world)).toMatchObject({ status: "failed", failureCode: "payment_returned" });
    expect(await check(world)).toEqual([]);
  });

  it("waits for a silent screen, is woken when it is due, and goes on with a pass", async () => {
    const world = await play(simpleScene({ silentScreens: 1 }));
    expect(settlementOf(world)).toMatchObject({ status: "screening", waiting: { state: "screen" } });
    await sweepAfter(world, 2 * minute);
    expect(paths(world)).toEqual(["Collect Screen Gate AwaitScreen Screen Gate Convert Disburse Completed"]);
    expect(await check(world)).toEqual([]);
  });

  it("declines what the second gate blocks, with the money held", async () => {
    const world = await play(simpleScene({}, "0xLATEBLOCK"));
    expect(paths(world)).toEqual(["Collect Screen Gate Declined Ended"]);
    expect(settlementOf(world)).toMatchObject({ status: "declined", declineReason: "kyt_declined" });
    expect(await check(world)).toEqual([]);
  });

  it("fails a conversion that is refused, and never pays out", async () => {
    const world = await play(simpleScene({}, "0xFAILCONVERT"));
    expect(settlementOf(world)).toMatchObject({ status: "failed", failureCode: "conversion_failed" });
    expect(world.vendors.payouts.size).toBe(0);
    expect(await check(world)).toEqual([]);
  });

  it("parks a silent conversion and asks again by the same key", async () => {
    const world = await play(simpleScene(), { op: "conversion.convert", times: 3 });
    expect(paths(world)).toEqual(["Collect Screen Gate Convert Parked Ended"]);
    expect(settlementOf(world)).toMatchObject({ status: "converting", parked: { reason: "Error" } });
    await sweepAfter(world, 10 * minute);
    expect(paths(world)[1]).toBe(happyPath);
    expect(world.vendors.conversions.size).toBe(1);
    expect(await check(world)).toEqual([]);
  });

  it("parks a silent payout and asks again by the same key", async () => {
    const world = await play(simpleScene(), { op: "rail.disburse", times: 1 });
    expect(paths(world)).toEqual(["Collect Screen Gate Convert Disburse Parked Ended"]);
    expect(settlementOf(world).status).toBe("settling");
    await sweepAfter(world, 10 * minute);
    expect(settlementOf(world).status).toBe("completed");
    expect(world.vendors.payouts.size).toBe(1);
    expect(await check(world)).toEqual([]);
  });

  it("waits for a proof that comes by callback", async () => {
    const proof = { event: { kind: "payment_processed", txHash: "" }, delayMs: 2 * minute } as const;
    const rail = { ...plainRail, afterPayout: [proof] };
    const world = await play(simpleScene({ rail: () => rail }, "0xNOPROOF"));
    expect(paths(world)).toEqual([happyPath]);
    expect(settlementOf(world).status).toBe("completed");
    expect(await check(world)).toEqual([]);
  });

  const proofLater = {
    ...plainRail,
    afterPayout: [{ event: { kind: "payment_processed", txHash: "" }, delayMs: 2 * minute }],
  } as const;
  const waits: readonly (readonly [string, Scene, string])[] = [
    [
      "Collect",
      simpleScene({ asks: [push], rail: () => railReporting({ kind: "funds_received" }, 2 * minute) }),
      happyPath,
    ],
    ["Disburse", simpleScene({ rail: () => proofLater }, "0xNOPROOF"), happyPath],
  ];

  it.each(waits)("goes on under its second token where AWS disowned the %s that ran", async (task, scene, path) => {
    const world = await play(scene, undefined, disowned(task));
    expect(paths(world)).toEqual([path]);
    expect(settlementOf(world).status).toBe("completed");
    // Four tasks, one of them twice.
    expect([...world.machines.executions.values()].map(({ attempts }) => attempts)).toEqual([5]);
    expect(world.vendors.payouts.size).toBe(1);
    expect(await check(world)).toEqual([]);
  });
});
