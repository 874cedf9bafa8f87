import { Random } from "../../support/world/random.ts";
import { fine, type Scheduler, type Verdict } from "../../support/world/scheduler.ts";
import { aFault } from "../settlement/schedule.ts";
import { workIn } from "./virtual-timers.ts";

/** An invariant of a part that did not hold, and where. */
export interface Found<I extends string = string> {
  readonly invariant: I;
  readonly detail: string;
}

/** A part's world with its people in it and their calls to come. */
export interface Staged<I extends string = string> {
  readonly scheduler: Scheduler;
  /** Whose stream may be late, lost or told twice. */
  readonly world: { streamPlan: (record: number) => readonly number[] };
  /** The faults are over: everything is repeated, swept and played to its end. */
  rest(): Promise<void>;
  check(): Promise<readonly Found<I>[]>;
  /** The words that its aggregates ended with, for the figures. */
  ends(): readonly string[];
}

/** What became of one seed. */
export interface PartOutcome<I extends string = string> {
  readonly seed: number;
  readonly findings: readonly Found<I>[];
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

function haunt({ scheduler, world }: Staged, random: Random): Happened {
  const most = random.weighted([
    [0, 10],
    [1, 25],
    [2, 25],
    [4, 25],
    [8, 15],
  ] as const);
  const rate = random.pick([0.01, 0.04, 0.12]);
  const happened = { faults: 0, kills: 0 };
  scheduler.plan = (op) => {
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

/** Plays one seed of a part: its faults, the order of everything; then rest, then all its invariants. */
export async function playHaunted<I extends string>(
  seed: number,
  staged: Staged<I>,
  trace?: string[],
): Promise<PartOutcome<I>> {
  const random = new Random(seed);
  const { scheduler } = staged;
  const happened = haunt(staged, random);
  scheduler.switching = random.pick([0.1, 0.3, 0.6]);
  if (trace) scheduler.trace = (line) => void trace.push(line);
  workIn(scheduler);
  await scheduler.settle(random.int(30_000, 160_000));
  await staged.rest();
  const findings = await staged.check();
  workIn(undefined);
  return { seed, findings, steps: scheduler.steps, ...happened, ends: staged.ends() };
}
