import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installVirtualTimers, workIn } from "../../sim/core/virtual-timers.ts";
import { DueFlood } from "../../support/operations/due-flood.ts";

beforeAll(installVirtualTimers);
afterAll(() => workIn(undefined));

const minute = 60_000;
/** No shard may be further behind. */
const mostSeconds = 120;
const ownKinds = ["entries", "deadlines"] as const;

/** 100,000 rows due at once. */
function flood(): DueFlood {
  const town = new DueFlood(1);
  workIn(town.scheduler);
  town.addLookUps(45_000);
  town.addEntries(20_000);
  town.addDeadlines(5_000);
  town.addDeliveries(30_000);
  town.scheduler.nowMs += 20_000;
  return town;
}

/** Plays so many minutes with a sweep at the beginning of each and more work coming in; the greatest age that was ever seen before the next sweep, of what no worker had been handed and of our own work that was not done. */
async function playedFor(
  town: DueFlood,
  minutes: number,
  sweep: () => void,
): Promise<{ unhanded: number; undone: number }> {
  let [unhanded, undone] = [0, 0];
  for (let passed = 0; passed < minutes; passed++) {
    sweep();
    await town.scheduler.settle(30_000);
    town.addEntries(500);
    town.addDeadlines(200);
    town.addLookUps(200);
    await town.scheduler.settle(minute - 30_000);
    town.scheduler.nowMs = Math.ceil(town.scheduler.nowMs / minute) * minute;
    unhanded = Math.max(unhanded, ...Object.values(town.ages()));
    undone = Math.max(undone, ...Object.values(town.unfinished(ownKinds)));
  }
  return { unhanded, undone };
}

describe("100,000 due rows and a rail that takes up to 10 s, or never answers", () => {
  it("leave no shard more than two minutes behind", async () => {
    const town = flood();
    const { unhanded, undone } = await playedFor(town, 5, () => town.sweep());
    expect(unhanded).toBeLessThan(mostSeconds);
    expect(undone).toBeLessThan(mostSeconds);
    // The rail is asked by bounded workers, and hardly anything twice.
    expect(town.asked).toBeGreaterThan(3_000);
    expect(town.asked).toBeLessThan(45_000);
  }, 240_000);

  it("would leave them far behind in one loop over what is due", async () => {
    const town = flood();
    const { unhanded, undone } = await playedFor(town, 4, () => town.sweepAsOneLoop());
    expect(unhanded).toBeGreaterThan(mostSeconds);
    expect(undone).toBeGreaterThan(mostSeconds);
  }, 240_000);
});
