import { describe, expect, it } from "vitest";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import { settlement as settlementSchema } from "../../../functions/domain/settlement/settlement.ts";
import { plainRail, type Scene, simpleScene, stage } from "../../sim/settlement/scene.ts";
import { fine } from "../../support/world/core/step.ts";
import type { World } from "../../support/world/settlement/world.ts";

const minute = 60_000;

async function played(scene: Scene): Promise<World> {
  const world = stage(scene, 1);
  world.scheduler.plan = () => fine;
  await world.scheduler.settle(5 * minute);
  return world;
}

function settlementOf(world: World) {
  const row = world.store.rows().find(({ type }) => type === "settlement");
  const { state } = (row?.body ?? {}) as { state: unknown };
  return settlementSchema.parse(state);
}

async function sweepAfter(world: World, ms: number): Promise<void> {
  world.jump(ms);
  world.sweep();
  await world.scheduler.settle(minute);
}

/** The rail's own answer when it is asked. */
function tells(world: World, reply: Pick<ReportedTransfer, "events">): void {
  world.vendors.lookUp = async (ref) => ({
    ...{ railRef: ref, transferRef: ref, reference: null, leg: "collection", ...reply },
    ...{ returned: null, receivedCents: null, paid: null, state: "asked" },
  });
}

const base = simpleScene();
const pushed: Scene = {
  ...base,
  asks: base.asks.map((ask) => ({ ...ask, source: "ach_push" as const })),
  rail: () => plainRail,
};

describe("a callback that never came", () => {
  it("about the payer's money is made up for by asking, once the rail has been silent for an hour", async () => {
    const world = await played(pushed);
    const { fiatInCents, status } = settlementOf(world);
    expect(status).toBe("collecting");
    tells(world, { events: [{ kind: "funds_received", totalCents: fiatInCents }] });
    await sweepAfter(world, 50 * minute);
    expect(settlementOf(world).status).toBe("collecting");
    await sweepAfter(world, 10 * minute);
    await world.scheduler.settle(5 * minute);
    expect(settlementOf(world)).toMatchObject({ status: "completed", unappliedCents: 0 });
  });

  it("about the proof is made up for after ten minutes", async () => {
    const world = await played(simpleScene({}, "0xNOPROOF"));
    tells(world, { events: [{ kind: "payment_processed", txHash: "0xasked" }] });
    await sweepAfter(world, 11 * minute);
    await world.scheduler.settle(minute);
    expect(settlementOf(world)).toMatchObject({ status: "completed", txHash: "0xasked" });
  });

  it("is asked for again later, where the rail does not know either", async () => {
    const world = await played(pushed);
    await sweepAfter(world, 61 * minute);
    const { askedAt, status } = settlementOf(world);
    expect([status, askedAt === null]).toEqual(["collecting", false]);
    await sweepAfter(world, minute);
    expect(settlementOf(world).askedAt).toBe(askedAt);
  });
});

describe("a payout whose answer was lost", () => {
  it("is found by asking once the screen's pass has expired, and nobody is screened for it again", async () => {
    const world = stage(simpleScene(), 1);
    let lost = 0;
    world.scheduler.plan = (op) => {
      if (op.name !== "rail.disburse" || lost === 3) return fine;
      lost += 1;
      return { fault: "error", effect: true };
    };
    await world.scheduler.settle(2 * minute);
    const screens = world.vendors.screens.size;
    expect(settlementOf(world)).toMatchObject({ status: "settling", txHash: null });
    await sweepAfter(world, 20 * minute);
    await world.scheduler.settle(5 * minute);
    expect(settlementOf(world)).toMatchObject({ status: "completed" });
    expect([world.vendors.screens.size, world.vendors.payouts.size]).toEqual([screens, 1]);
  });
});
