import { Random } from "../../support/world/core/random.ts";
import type { Op, Verdict } from "../../support/world/core/step.ts";
import { mostSkewMs, type WorldFault, worldFaults } from "../../support/world/core/table-faults.ts";
import type { VirtualWorld } from "../../support/world/core/virtual-world.ts";

/** How many schedules of a hundred have a kind of fault. */
const share = 15;

/** The kinds of faults that a schedule has beside those of its steps; of other dice than all the rest. */
export function kindsOf(seed: number): WorldFault[] {
  const random = new Random(seed ^ 0xfa017);
  return worldFaults.filter(() => random.chance(share / 100));
}

/** Calls by which money moves at a vendor. */
const movesMoney = /^(rail\.(collect|disburse|returnDeposit|cancelCollection)|conversion\.|bridge (POST|DELETE))/;

/** A vendor acts between these many milliseconds after its call was given up. */
const lateMs = [12_000, 900_000] as const;

/** Longer than the deadline of a call, now and then. */
const slowMs = [2_000, 14_000] as const;

/** Has vendors act late or answer slowly where nothing else is wrong with a call. */
function troubleVendors(world: VirtualWorld, kinds: readonly WorldFault[], random: Random): void {
  const { scheduler, happened } = world;
  const usual = scheduler.plan;
  const late = kinds.includes("late effects") ? random.pick([0.1, 0.3, 0.6]) : 0;
  const slow = kinds.includes("slow answers") ? random.pick([0.2, 0.5, 1]) : 0;
  const isLate = ({ name }: Op) => movesMoney.test(name) && random.chance(late);
  scheduler.plan = (op, step, process): Verdict => {
    const verdict = usual(op, step, process);
    if (verdict.fault !== "none" || op.kind !== "outside") return verdict;
    if (late > 0 && isLate(op)) {
      happened["late effects"] += 1;
      return { fault: random.chance(0.7) ? "hang" : "error", effect: false, afterMs: random.int(...lateMs) };
    }
    if (slow === 0 || !random.chance(slow)) return verdict;
    happened["slow answers"] += 1;
    return { fault: "slow", effect: true, afterMs: random.int(...slowMs) };
  };
}

/** Times at which a table splits, or a key is hot, and most calls there find no room. */
function throttle({ scheduler, tableFaults }: VirtualWorld, random: Random): void {
  const bursts = Array.from({ length: random.int(1, 3) }, () => {
    const fromMs = scheduler.nowMs + random.int(0, random.pick([100, 60_000]));
    return { fromMs, toMs: fromMs + random.int(200, 5_000), isHot: random.chance(0.5), hot: "" };
  });
  tableFaults.isThrottled = (partitions) => {
    const burst = bursts.find(({ fromMs, toMs }) => fromMs <= scheduler.nowMs && scheduler.nowMs < toMs);
    if (!burst) return false;
    if (burst.hot === "") burst.hot = random.pick(partitions);
    return (!burst.isHot || partitions.includes(burst.hot)) && random.chance(0.7);
  };
}

/** A step by which most schedules are still at work. */
const lateStep = 300;

/** Has all processes end at some steps, before or after what the step does. */
function restart(world: VirtualWorld, random: Random): void {
  const { scheduler } = world;
  const usual = scheduler.plan;
  const at = new Set(Array.from({ length: random.int(1, 3) }, () => random.int(0, lateStep)));
  scheduler.plan = (op, step, process): Verdict => {
    if (!at.has(step)) return usual(op, step, process);
    world.restart();
    return { fault: "crash", effect: random.chance(0.5) };
  };
}

const longestLagMs = 5_000;

/** Has these kinds of faults happen in a world until it is calm. */
export function injectTroubles(world: VirtualWorld, kinds: readonly WorldFault[], random: Random): void {
  const { scheduler, tableFaults, happened } = world;
  if (kinds.includes("late effects") || kinds.includes("slow answers")) troubleVendors(world, kinds, random);
  if (kinds.includes("restarts")) restart(world, random);
  if (kinds.includes("long lists"))
    for (let times = random.int(1, 3); times > 0; times -= 1)
      scheduler.later(random.int(1, 60_000), () => world.crowd(random.int(101, 250)));
  if (kinds.includes("throttles")) throttle(world, random);
  if (kinds.includes("stale reads")) tableFaults.lag(() => (random.chance(0.3) ? 0 : random.int(1, longestLagMs)));
  if (kinds.includes("newer writes")) tableFaults.isWrittenAnew = () => random.chance(0.3);
  if (kinds.includes("forgotten rows"))
    for (let times = random.int(2, 5); times > 0; times -= 1)
      scheduler.later(random.int(1, 100_000), () => tableFaults.forget(() => random.chance(0.5)));
  if (kinds.includes("skewed clocks"))
    scheduler.skewMs = () => {
      happened["skewed clocks"] += 1;
      return random.int(-mostSkewMs, mostSkewMs);
    };
}

/** How often each kind happened, in one line. */
export function troublesLine(counts: Readonly<Record<string, number>>): string {
  return worldFaults.flatMap((kind) => (counts[kind] ? [`${counts[kind]} ${kind}`] : [])).join(", ");
}
