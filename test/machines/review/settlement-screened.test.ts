import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { reviewOf } from "../../../functions/domain/settlement/review-item.ts";
import { installVirtualTimers, workIn } from "../../sim/core/virtual-timers.ts";
import { simpleScene, stage } from "../../sim/settlement/scene.ts";
import { see } from "../../sim/settlement/seen.ts";
import { KytControl, unsaid } from "../../support/kyt-sim/control.ts";
import { fine } from "../../support/world/core/step.ts";
import { KytNetwork } from "../../support/world/settlement/kyt-network.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { check } from "../core/check-swept.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const allowed = { status: "complete", action: "allow", risk_score: 0, risk_level: "low" } as const;
const wallet = "0xde709f2102306220921060314715629080e2fb77";

let network: KytNetwork;
let world: World;

beforeAll(installVirtualTimers);

beforeEach(() => {
  network = new KytNetwork(new KytControl());
  world = stage(simpleScene({}, wallet), 1, network.screens);
  workIn(world.scheduler);
});

afterEach(() => workIn(undefined));

const state = () => {
  const [response] = see(world).settlements;
  if (!response) throw new Error("there is no settlement");
  return response.state;
};
const keys = () => [...network.context.bought.keys()].map((key) => key.split(":").slice(1).join(":"));
const path = () => [...world.machines.executions.values()].map((each) => each.path.join(" ")).join(" | ");

/** Lets the wallet pass the first gate; from then on the network is troubled so. */
async function payThen(trouble: () => void): Promise<void> {
  world.scheduler.plan = (op) => {
    if (op.name === "rail.collect") trouble();
    return fine;
  };
  await world.scheduler.settle(5 * minute);
}

async function sweepAfter(ms: number): Promise<void> {
  world.jump(ms);
  world.sweep();
  await world.scheduler.settle(5 * minute);
}

describe("a settlement screened over the interface", () => {
  it("is completed after two screens, each bought once", async () => {
    await world.scheduler.settle(5 * minute);
    expect(path()).toBe("Collect Screen Gate Convert Disburse Completed");
    expect(keys()).toEqual(["collection:1", "disbursement:1"]);
    expect(state().screens.map(({ ref }) => ref)).toEqual([...network.context.bought.values()].map(({ id }) => id));
    expect(await check(world)).toEqual([]);
  });

  it("buys no screen again whose answer was lost on the way", async () => {
    let lost = 0;
    world.scheduler.plan = (op) => {
      if (!op.name.startsWith("kyt ") || lost === 3) return fine;
      lost += 1;
      return { fault: "error", effect: true };
    };
    await world.scheduler.settle(5 * minute);
    expect(state().status).toBe("completed");
    expect([lost, network.context.asked.length, keys()]).toEqual([3, 5, ["collection:1", "disbursement:1"]]);
    expect(await check(world)).toEqual([]);
  });

  it("buys no screen again after a crash before its answer was written", async () => {
    let crashes = 0;
    world.scheduler.plan = (op) => {
      const isSecond = op.name.startsWith("kyt ") && network.context.bought.size === 1 && crashes === 0;
      if (!isSecond) return fine;
      crashes += 1;
      return { fault: "crash", effect: true };
    };
    await world.scheduler.settle(5 * minute);
    expect(state().status).toBe("completed");
    expect([crashes, keys()]).toEqual([1, ["collection:1", "disbursement:1"]]);
  });

  it("never reaches the rail where the first screen blocks, and where nobody answers", async () => {
    network.context.list(wallet);
    await world.scheduler.settle(5 * minute);
    expect(see(world).settlements).toEqual([]);
    expect(world.vendors.collections.size).toBe(0);
  });

  it("is declined at the second screen where its wallet was listed between the two, and its money is to be reported", async () => {
    await payThen(() => network.context.list(wallet));
    expect(path()).toBe("Collect Screen Gate Declined Ended");
    expect(state()).toMatchObject({ status: "declined", declineReason: "kyt_declined" });
    expect(world.vendors.conversions.size).toBe(0);
    const seen = reviewOf(state());
    expect(seen).toMatchObject({ kind: "held", actions: ["note", "assign", "reported"] });
    expect(Date.parse(seen?.deadline ?? "") - world.scheduler.nowMs).toBeGreaterThan(13 * 24 * hour);
    expect(await check(world)).toEqual([]);
  });
});

describe("an interface between the two screens", () => {
  it.each(["500_before", "reset_before", "hang_before", "garbage", "401", "429"] as const)(
    "that answers with %s lets nothing be converted, and once it is well again the settlement goes on",
    async (kind) => {
      await payThen(() => {
        network.trouble = kind;
      });
      expect(path()).toBe("Collect Screen Gate AwaitScreen");
      expect(state().screens.at(-1)).toMatchObject({ outcome: "unavailable" });
      expect(world.vendors.conversions.size).toBe(0);
      network.trouble = undefined;
      await sweepAfter(2 * minute);
      expect(state().status).toBe("completed");
      expect(keys().at(-1)).toBe("disbursement:2");
      expect(await check(world)).toEqual([]);
    },
  );

  it("that is slow is given up within eight seconds", async () => {
    let sinceMs = 0;
    await payThen(() => {
      network.trouble = "hang_before";
      sinceMs = world.scheduler.nowMs;
    });
    const tookMs = Date.parse(state().screens.at(-1)?.at ?? "") - sinceMs;
    expect(tookMs).toBeGreaterThan(7 * second);
    expect(tookMs).toBeLessThan(9 * second);
  });

  it.each(["pending", "review"] as const)("whose verdict is %s waits for a person", async (reply) => {
    await payThen(() => network.context.says.set(wallet, unsaid[reply]));
    expect(path()).toBe("Collect Screen Gate AwaitScreen");
    expect(reviewOf(state())).toMatchObject({ kind: "screening", actions: expect.arrayContaining(["verdict"]) });
    expect(world.vendors.conversions.size).toBe(0);
  });

  it("that is at work for hours is asked by the screen's id, and its allow is the pass", async () => {
    await payThen(() => network.context.says.set(wallet, unsaid.pending));
    network.context.says.clear();
    for (let hours = 0; hours < 10; hours += 1) await sweepAfter(hour);
    expect([keys(), network.context.reads.length]).toEqual([["collection:1", "disbursement:1"], 10]);
    expect(
      new Set(
        state()
          .screens.slice(1)
          .map(({ outcome }) => outcome),
      ),
    ).toEqual(new Set(["pending"]));
    network.context.became.set(wallet, allowed);
    await sweepAfter(hour);
    expect(state().status).toBe("completed");
    expect(keys()).toEqual(["collection:1", "disbursement:1"]);
    expect(
      new Set(
        state()
          .screens.slice(1)
          .map(({ ref }) => ref),
      ).size,
    ).toBe(1);
    expect(await check(world)).toEqual([]);
  });

  it("that is at work for a day has it declined, after one screen", async () => {
    await payThen(() => network.context.says.set(wallet, unsaid.pending));
    for (let hours = 0; hours < 26; hours += 1) await sweepAfter(hour);
    expect(state()).toMatchObject({ status: "declined", declineReason: "screening_unavailable" });
    expect(keys()).toEqual(["collection:1", "disbursement:1"]);
    expect(world.vendors.conversions.size).toBe(0);
    expect(await check(world)).toEqual([]);
  });

  it("that blocks what was pending has it declined", async () => {
    await payThen(() => network.context.says.set(wallet, unsaid.pending));
    network.context.became.set(wallet, {
      ...{ status: "complete", action: "block" },
      ...{ risk_score: 100, risk_level: "critical" },
    });
    await sweepAfter(2 * minute);
    expect(state()).toMatchObject({ status: "declined", declineReason: "kyt_declined" });
    expect(keys()).toEqual(["collection:1", "disbursement:1"]);
  });

  it.each(["500_before", "hang_before", "garbage", "401"] as const)(
    "whose pending screen cannot be read (%s) buys none, and once it can the settlement goes on",
    async (kind) => {
      await payThen(() => network.context.says.set(wallet, unsaid.pending));
      network.context.became.set(wallet, allowed);
      network.trouble = kind;
      await sweepAfter(2 * minute);
      expect(state().screens.at(-1)).toMatchObject({ outcome: "unavailable" });
      network.trouble = undefined;
      await sweepAfter(6 * minute);
      expect(state().status).toBe("completed");
      expect(keys()).toEqual(["collection:1", "disbursement:1"]);
      expect(await check(world)).toEqual([]);
    },
  );

  it("whose allow came long before it was read is asked for another, whose pass counts", async () => {
    await payThen(() => network.context.says.set(wallet, unsaid.pending));
    network.context.says.clear();
    network.context.became.set(wallet, allowed);
    network.context.keptSeconds = 1_000;
    await sweepAfter(hour);
    expect(state().status).toBe("completed");
    expect(keys()).toEqual(["collection:1", "disbursement:1", "disbursement:2"]);
  });

  it("is asked anew where operators retry, pending or not", async () => {
    await payThen(() => network.context.says.set(wallet, unsaid.review));
    network.context.says.clear();
    world.scheduler.spawn(
      "operator",
      async () => {
        const input = { action: "retry_screen", note: null } as const;
        const context = { ...world.context("operator:one"), subjects: reviewSubjects };
        await takeReviewAction(context, siblingId(state().id, "rev"), input);
      },
      () => undefined,
    );
    await world.scheduler.settle(5 * minute);
    expect(state().status).toBe("completed");
    expect(keys()).toEqual(["collection:1", "disbursement:1", "disbursement:2"]);
  });

  it("that stays down for a day has it declined, with nothing converted", async () => {
    await payThen(() => {
      network.trouble = "500_before";
    });
    for (let hours = 0; hours < 26; hours += 1) await sweepAfter(hour);
    expect(state()).toMatchObject({ status: "declined", declineReason: "screening_unavailable" });
    expect(world.vendors.conversions.size).toBe(0);
    expect(await check(world)).toEqual([]);
  });
});
