import { beforeEach, describe, expect, it } from "vitest";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { completeOutbox } from "../../sim/core/rest.ts";
import { type Scene, simpleScene, stage } from "../../sim/settlement/scene.ts";
import { see } from "../../sim/settlement/seen.ts";
import { turnCredit } from "../../support/world/settlement/operators.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { check } from "../core/check-swept.ts";

const minute = 60_000;
const hour = 60 * minute;

let world: World;

function told() {
  const [found] = see(world).settlements;
  if (!found) throw new Error("there is no settlement");
  return found;
}

const state = () => told().state;
const reasons = () => told().entries.map(({ reason }) => reason);
const paths = () => [...world.machines.executions.values()].map(({ path }) => path.join(" "));
const secondScreens = () => state().screens.filter(({ stage: at }) => at === "disbursement").length;

async function play(change: Partial<Scene> = {}): Promise<void> {
  world = stage(simpleScene({ ...change, credit: [{ tenant: 0, atMs: 0, suspended: true }] }), 1);
  await world.scheduler.settle(5 * minute);
}

/** Time passes, and the sweeper runs at its end. */
async function sweepAfter(ms: number): Promise<void> {
  world.jump(ms);
  world.sweep();
  await world.scheduler.settle(5 * minute);
}

function windowMs(): number {
  return Date.parse(state().creditHold?.until ?? "") - world.scheduler.nowMs;
}

describe("a payment of a tenant whose credit is suspended", () => {
  beforeEach(() => play());

  it("waits at the gate before its second screen, with a tenth in reserve at least", () => {
    expect(paths()).toEqual(["Collect Screen Gate AwaitScreen"]);
    expect(state()).toMatchObject({ status: "screening", creditHold: { program: "vamp", endedAt: null } });
    expect(secondScreens()).toBe(0);
    expect(world.vendors.conversions.size).toBe(0);
  });

  it("goes on waiting, by its row alone, each time the sweeper looks", async () => {
    await completeOutbox(world);
    const lines = reasons().length;
    const [before] = world.store.readNow([{ pk: state().id, sk: "row" }]);
    for (let look = 1; look <= 4; look++) await sweepAfter(6 * hour);
    expect(paths()).toEqual(["Collect Screen Gate AwaitScreen"]);
    expect([reasons().length, secondScreens()]).toEqual([lines, 0]);
    const [row] = world.store.readNow([{ pk: state().id, sk: "row" }]);
    expect((row?.v ?? 0) - (before?.v ?? 0)).toBe(4);
  });

  it("is screened, converted and delivered once its return window is over", async () => {
    await sweepAfter(windowMs());
    expect(paths()).toEqual(["Collect Screen Gate AwaitScreen Screen Gate Convert Disburse Completed"]);
    expect([state().status, secondScreens()]).toEqual(["completed", 1]);
    expect(reasons()).toContain("goes on to its screen: its return window has ended");
    expect(await check(world)).toEqual([]);
  });

  it("goes on within six hours of the credit's reinstatement", async () => {
    turnCredit(world, state().tenantId, false);
    await sweepAfter(6 * hour);
    expect(state().status).toBe("completed");
    expect(reasons()).toContain("goes on to its screen: the tenant's credit is reinstated");
    expect(await check(world)).toEqual([]);
  });

  it("is held again where the credit is suspended again before it was screened", async () => {
    const { tenantId } = state();
    turnCredit(world, tenantId, false);
    world.jump(6 * hour);
    world.sweep();
    turnCredit(world, tenantId, true);
    await world.scheduler.settle(5 * minute);
    expect(state()).toMatchObject({ status: "screening", creditHold: { endedAt: null } });
    expect([paths().length, secondScreens()]).toEqual([1, 0]);
  });

  it("is given up by operators, and its machine ends", async () => {
    const asking = { ...world.furnishing(), subjects: reviewSubjects, actor: "operator:one" };
    const itemId = siblingId(state().id, "rev");
    const input = await takeReviewAction(asking, itemId, { action: "fail", note: null });
    if (!("approvalId" in input)) throw new Error("nobody else has to agree");
    await approve({ ...asking, actor: "operator:two" }, input.approvalId, null);
    await sweepAfter(minute);
    expect(state()).toMatchObject({ status: "failed", failureCode: "given_up", usdtOut: null });
    expect(paths()).toEqual(["Collect Screen Gate AwaitScreen Screen Gate Declined Ended"]);
    expect(world.vendors.conversions.size).toBe(0);
    expect(await check(world)).toEqual([]);
  });

  it("is answered alike when the client asks again", async () => {
    const [first] = world.clients.all;
    const second = world.clients.submit(first?.call ?? (undefined as never));
    await world.scheduler.settle(minute);
    expect(second.response).toBeDefined();
    expect(see(world).settlements.length).toBe(1);
  });

  it("is moved once by two sweepers at the end of its window", async () => {
    world.jump(windowMs());
    world.sweep();
    world.sweep();
    await world.scheduler.settle(5 * minute);
    expect([state().status, secondScreens()]).toEqual(["completed", 1]);
    expect(world.vendors.conversions.size).toBe(1);
    expect(await check(world)).toEqual([]);
  });
});

describe("a payment that is taken back while it is on hold", () => {
  it("fails with nothing converted and nothing paid out", async () => {
    const back = { event: { kind: "returned", code: "R10" }, delayMs: 10 * minute } as const;
    await play({ rail: () => ({ refuses: false, afterCollection: [back], afterPayout: [] }) });
    await sweepAfter(10 * minute);
    expect(state()).toMatchObject({ status: "failed", payment: { returnCode: "R10" }, usdtOut: null });
    expect([world.vendors.conversions.size, world.vendors.payouts.size]).toEqual([0, 0]);
    expect(paths()[0]).toBe("Collect Screen Gate AwaitScreen Screen Gate Declined Ended");
    expect(await check(world)).toEqual([]);
  });
});

describe("a payment whose screen is silent while credit is suspended", () => {
  it("is held before it is asked again, and has its whole day after the hold", async () => {
    world = stage(simpleScene({ silentScreens: 2 }), 1);
    await world.scheduler.settle(5 * minute);
    expect([state().status, secondScreens()]).toEqual(["screening", 1]);
    turnCredit(world, state().tenantId, true);
    await sweepAfter(2 * minute);
    expect([state().creditHold?.program, secondScreens()]).toEqual(["vamp", 1]);
    await sweepAfter(windowMs());
    expect([state().status, secondScreens()]).toEqual(["screening", 2]);
    await sweepAfter(2 * minute);
    expect([state().status, secondScreens()]).toEqual(["completed", 3]);
    expect(await check(world)).toEqual([]);
  });
});
