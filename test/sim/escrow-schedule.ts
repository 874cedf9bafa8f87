import type { EscrowAlteration, EscrowWorld } from "../support/world/escrow-world.ts";
import { Random } from "../support/world/random.ts";
import { fine, type Verdict } from "../support/world/scheduler.ts";
import { checkEscrows } from "./check-escrow.ts";
import type { EscrowFinding } from "./escrow-findings.ts";
import { randomEscrowScene } from "./escrow-random.ts";
import { comeToRest, type EscrowScene, stageEscrows } from "./escrow-scene.ts";
import { aFault } from "./schedule.ts";
import { workIn } from "./virtual-timers.ts";

/** What became of one seed; the words that its escrows ended with are for the figures. */
export interface EscrowOutcome {
  readonly seed: number;
  readonly findings: readonly EscrowFinding[];
  readonly steps: number;
  readonly faults: number;
  /** Faults that were the death of a process. */
  readonly kills: number;
  readonly ends: readonly string[];
}

interface Happened {
  faults: number;
  kills: number;
}

function haunt(world: EscrowWorld, random: Random): Happened {
  const most = random.weighted([
    [0, 10],
    [1, 25],
    [2, 25],
    [4, 25],
    [8, 15],
  ] as const);
  const rate = random.pick([0.01, 0.04, 0.12]);
  const happened = { faults: 0, kills: 0 };
  world.scheduler.plan = (op) => {
    if (happened.faults >= most || !random.chance(rate)) return fine;
    happened.faults += 1;
    const verdict: Verdict = aFault(random, op);
    if (verdict.fault === "crash") happened.kills += 1;
    return verdict;
  };
  world.streamPlan = () => {
    const late = () => random.int(0, random.chance(0.8) ? 30 : 5_000);
    if (random.chance(0.02)) return [];
    return random.chance(0.1) ? [late(), late()] : [late()];
  };
  return happened;
}

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export async function playEscrowSeed(
  seed: number,
  {
    alteration,
    scene = randomEscrowScene(seed),
    trace,
  }: { alteration?: EscrowAlteration; scene?: EscrowScene; trace?: string[] } = {},
): Promise<EscrowOutcome> {
  const random = new Random(seed);
  const world = stageEscrows(scene, seed, alteration);
  const { scheduler } = world;
  const happened = haunt(world, random);
  scheduler.switching = random.pick([0.1, 0.3, 0.6]);
  if (trace) scheduler.trace = (line) => void trace.push(line);
  workIn(scheduler);
  await scheduler.settle(random.int(30_000, 160_000));
  await comeToRest(world);
  const findings = await checkEscrows(world);
  workIn(undefined);
  const ends = [...world.journal.values()].map((states) => states.at(-1)?.state.status ?? "none");
  return { seed, findings, steps: scheduler.steps, ...happened, ends };
}
