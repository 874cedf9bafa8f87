import { releaseReserves } from "../../support/world/daily.ts";
import { Random } from "../../support/world/random.ts";
import { fine, type Op, type Verdict } from "../../support/world/scheduler.ts";
import type { Alteration, World } from "../../support/world/world.ts";
import { hauntBridge } from "../bridge/haunt.ts";
import { randomBridgeScene } from "../bridge/scene.ts";
import { workIn } from "../core/virtual-timers.ts";
import { check } from "./check.ts";
import type { Finding } from "./findings.ts";
import { randomScene } from "./random-scene.ts";
import { comeToRest, lengthMs, type Scene, stage } from "./scene.ts";

/** What became of one seed. */
export interface Outcome {
  readonly seed: number;
  readonly findings: readonly Finding[];
  readonly steps: number;
  readonly faults: number;
  /** Faults that were the death of a process. */
  readonly kills: number;
}

/** The rails that schedules are played over. */
export const simRails = ["mock", "bridge"] as const;
export type SimRail = (typeof simRails)[number];

/** A fault that fits what is done: calls may take effect unheard, commits may lose their race or their answer. */
export function aFault(random: Random, op: Op): Verdict {
  const effect = random.chance(0.5);
  const crash: Verdict = { fault: "crash", effect };
  switch (op.kind) {
    case "read":
      return random.chance(0.6) ? { ...crash, effect: false } : { fault: "error", effect: false };
    case "write":
      return random.weighted([
        [crash, 5],
        [{ fault: "error", effect }, 3],
        [{ fault: "conflict", effect: false }, 4],
      ]);
    case "queue":
      return random.chance(0.6) ? crash : { fault: "error", effect };
    case "outside":
      // A courier never throws: what goes wrong is an answer without a status.
      if (op.name === "courier.post") return random.chance(0.5) ? crash : { fault: "conflict", effect };
      return random.weighted([
        [crash, 5],
        [{ fault: "error", effect }, 4],
        [{ fault: "hang", effect }, 2],
      ]);
    default:
      throw new Error(`no fault fits ${op.name}: ${op.kind satisfies never}`);
  }
}

interface Happened {
  faults: number;
  kills: number;
}

function haunt(world: World, random: Random): Happened {
  const most = random.weighted([
    [0, 15],
    [1, 25],
    [2, 25],
    [4, 20],
    [8, 15],
  ] as const);
  const rate = random.pick([0.01, 0.04, 0.12]);
  const happened = { faults: 0, kills: 0 };
  world.scheduler.plan = (op) => {
    if (happened.faults >= most || !random.chance(rate)) return fine;
    happened.faults += 1;
    if (op.name === "courier.post") world.courierTroubled = true;
    const verdict = aFault(random, op);
    if (verdict.fault === "crash") happened.kills += 1;
    return verdict;
  };
  world.streamPlan = () => {
    const late = () => random.int(0, random.chance(0.8) ? 30 : 5_000);
    if (random.chance(0.02)) return [];
    return random.chance(0.1) ? [late(), late()] : [late()];
  };
  if (world.bridge)
    hauntBridge(world, world.bridge, random, () => {
      happened.faults += 1;
      return true;
    });
  return happened;
}

const jumpSeconds = [5, 20, 40, 310, 1_000, 4_000] as const;

/** The schedule's sweepers, two at once now and then, and a clock that jumps. */
function disturb(world: World, random: Random): void {
  const { scheduler } = world;
  const sweeps = random.int(0, 2);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const atMs = random.int(100, 90_000);
    scheduler.later(atMs, () => world.sweep());
    if (random.chance(0.3)) scheduler.later(atMs, () => world.sweep());
  }
  const jumps = random.chance(0.3) ? random.int(1, 2) : 0;
  for (let jump = 0; jump < jumps; jump += 1)
    scheduler.later(random.int(1, 40_000), () =>
      world.jump(random.pick(jumpSeconds) * 1000, random.chance(0.3)),
    );
}

/** Sometimes the reserves' day comes while faults still happen: the daily work, twice at once now and then, and a sweep after it. */
async function passDays(world: World, { receiver }: Scene, random: Random): Promise<void> {
  if (!random.chance(0.2)) return;
  // An endpoint that fails for days is switched off, which is another part's matter.
  if (world.courierTroubled || (receiver && receiver("", 1) !== 200)) return;
  world.jump(random.int(10, 20) * 86_400_000);
  for (let daily = random.int(1, 2); daily > 0; daily -= 1) releaseReserves(world);
  await world.scheduler.settle(random.int(1_000, 60_000));
  world.jump(random.int(300, 1_000) * 1000);
  world.sweep();
  if (random.chance(0.3)) releaseReserves(world);
  await world.scheduler.settle(random.int(1_000, 60_000));
}

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export async function playSeed(
  seed: number,
  {
    rail = "mock",
    alteration,
    scene = rail === "bridge" ? randomBridgeScene(seed) : randomScene(seed),
    trace,
  }: { rail?: SimRail; alteration?: Alteration; scene?: Scene; trace?: string[] } = {},
): Promise<Outcome> {
  const random = new Random(seed);
  const world = stage(scene, seed, alteration);
  const happened = haunt(world, random);
  disturb(world, random);
  world.scheduler.switching = random.pick([0.1, 0.3, 0.6]);
  if (trace) world.scheduler.trace = (line) => void trace.push(line);
  workIn(world.scheduler);
  const enoughMs = random.int(20_000, 100_000);
  await world.scheduler.settle(scene.sweepsAtMs ? lengthMs(scene) : enoughMs);
  await passDays(world, scene, random);
  const { faults, kills } = happened;
  await comeToRest(world, random.chance(0.5) ? "sweeper first" : "client first");
  const findings = await check(world);
  workIn(undefined);
  return { seed, findings, steps: world.scheduler.steps, faults, kills };
}
