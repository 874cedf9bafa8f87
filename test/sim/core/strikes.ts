import type { Process } from "../../support/world/core/scheduler.ts";
import { fine, type Op, type Verdict } from "../../support/world/core/step.ts";
import type { WorldFault } from "../../support/world/core/table-faults.ts";
import {
  type Control,
  type Finding,
  playSeed,
  type Recovery,
  type Simulation,
  type Stage,
  sceneOf,
} from "./simulation.ts";
import { workIn } from "./virtual-timers.ts";

/** Which fault each step meets. */
export type Plan = (op: Op, step: number, process: Process) => Verdict;

/** A run that did not hold. */
interface Failure {
  readonly where: string;
  readonly findings: readonly Finding[];
  readonly trace: readonly string[];
}

/** A run with the faults of a plan: its steps, and whose each was. */
interface Run {
  readonly steps: number;
  readonly ops: readonly { readonly op: Op; readonly process: string }[];
  readonly findings: readonly Finding[];
}

type Staging = () => Stage | Promise<Stage>;

/** Runs with faults at chosen steps, and what they came to. */
export class Strikes {
  runs = 0;
  steps = 0;
  kills = 0;
  readonly failures: Failure[] = [];
  /** The moves that aggregates have made. */
  readonly moves = new Set<string>();

  /** Plays a run, which counts where it has a plan of faults; `until` is the last step that it strikes. One that does not hold is played again for its trace. */
  async attempt(where: string, staging: Staging, plan?: () => Plan, until = 0): Promise<Run> {
    const run = await this.#play(await staging(), plan?.(), until);
    if (plan) this.runs += 1;
    if (run.findings.length > 0) {
      const trace: string[] = [];
      const stage = await staging();
      stage.scheduler.trace = (line) => void trace.push(line);
      await this.#play(stage, plan?.(), until);
      this.failures.push({ where, findings: run.findings, trace });
    }
    return run;
  }

  /** Plays a run for its steps alone. */
  async probe(staging: Staging, plan: () => Plan, until = 0): Promise<Run> {
    const { kills } = this;
    const run = await this.#play(await staging(), plan(), until);
    this.kills = kills;
    return run;
  }

  async #play(stage: Stage, plan: Plan = () => fine, until: number): Promise<Run> {
    const { scheduler } = stage;
    const ops: { op: Op; process: string }[] = [];
    scheduler.plan = (op, step, process) => {
      ops.push({ op, process: process.name });
      const verdict = plan(op, step, process);
      if (verdict.fault === "crash") this.kills += 1;
      return verdict;
    };
    workIn(scheduler);
    await stage.play();
    // A fault that comes later strikes the recovery, so the faults go on until it has happened.
    if (until >= scheduler.steps) await stage.repair?.();
    const playedSteps = scheduler.steps;
    await stage.rest();
    for (const move of stage.moves?.() ?? []) this.moves.add(move);
    const findings = await stage.check();
    workIn(undefined);
    return { steps: stage.repair ? scheduler.steps : playedSteps, ops, findings };
  }
}

function atStep(struck: number, verdict: Verdict, otherwise: Plan = () => fine): Plan {
  return (op, step, process) => (step === struck ? verdict : otherwise(op, step, process));
}

function namedBlow({ fault, effect }: Verdict, step: number): string {
  return `${fault} ${effect ? "after" : "before"} step ${step}`;
}

const recoveries: readonly Recovery[] = ["clients first", "sweeper first"];
const effects = [false, true] as const;

/** Whether a blow at a step comes before or after its effect. Whoever dies at a read leaves the same behind either way, and at a read right after another of its own as it would have at that one. */
function blowsAt(ops: Run["ops"], step: number): readonly boolean[] {
  const [before, taken] = [ops[step - 1], ops[step]];
  if (taken?.op.kind !== "read") return effects;
  return before?.op.kind === "read" && before.process === taken.process ? [] : [false];
}

function staging<S, A>(simulation: Simulation<S, A>, name: string, recovery: Recovery, alteration?: A): Staging {
  return async () => {
    const stage = await simulation.stage(sceneOf(simulation, name), 1, alteration);
    stage.recoverBy(recovery);
    return stage;
  };
}

/** Plays a scene without a fault; what does not hold of it. */
export async function playScene<S, A>(simulation: Simulation<S, A>, name: string): Promise<readonly Finding[]> {
  const { findings } = await new Strikes().probe(staging(simulation, name, "sweeper first"), () => () => fine);
  return findings;
}

/** Plays the scenes that are too long to be struck, with both orders of recovery. */
export async function playLongScenes<S, A>(simulation: Simulation<S, A>): Promise<Strikes> {
  const strikes = new Strikes();
  for (const name of Object.keys(simulation.longScenes ?? {}))
    for (const recovery of recoveries) {
      const { steps } = await strikes.attempt(
        `${name}, no fault, ${recovery}`,
        staging(simulation, name, recovery),
        () => () => fine,
      );
      strikes.steps += steps;
    }
  return strikes;
}

/** Strikes scenes before and after every one of their steps that does something and at reads, with both orders of recovery: a process dies, or a call to a vendor has no answer. */
export async function strikeOnce<S, A>(
  simulation: Simulation<S, A>,
  names: readonly string[] = Object.keys(simulation.scenes),
  alteration?: A,
): Promise<Strikes> {
  const strikes = new Strikes();
  for (const name of names)
    for (const recovery of recoveries) {
      const scene = staging(simulation, name, recovery, alteration);
      const whole = await strikes.attempt(`${name}, no fault, ${recovery}`, scene);
      const { ops } = await strikes.probe(scene, () => () => fine, Number.POSITIVE_INFINITY);
      // Once all has come to rest nothing is struck.
      const steps = Math.min(whole.steps, ops.length);
      strikes.steps += steps;
      for (let step = 0; step < steps; step += 1) {
        const isOutside = ops[step]?.op.kind === "outside";
        for (const fault of isOutside && simulation.strikesSilence
          ? (["crash", "error"] as const)
          : (["crash"] as const))
          for (const effect of blowsAt(ops, step)) {
            const verdict = { fault, effect };
            const where = `${name}, ${namedBlow(verdict, step)}, ${recovery}`;
            await strikes.attempt(where, scene, () => atStep(step, verdict), step);
          }
      }
    }
  return strikes;
}

/** Kills the processes of a name at every step, before or after what it does, and then whoever is at work at every later step of the repair. */
export async function strikeTwice<S, A>(
  simulation: Simulation<S, A>,
  names: readonly string[],
  process: string,
): Promise<Strikes> {
  const strikes = new Strikes();
  for (const name of names)
    for (const recovery of recoveries) {
      const scene = staging(simulation, name, recovery);
      const { ops } = await strikes.attempt(`${name}, no fault, ${recovery}`, scene);
      for (const [step, taken] of ops.entries()) {
        if (!taken.process.startsWith(process)) continue;
        for (const effect of blowsAt(ops, step)) await strikeAgain(strikes, { name, recovery, scene }, step, effect);
      }
    }
  return strikes;
}

async function strikeAgain(
  strikes: Strikes,
  { name, recovery, scene }: { name: string; recovery: Recovery; scene: Staging },
  step: number,
  effect: boolean,
): Promise<void> {
  const verdict = { fault: "crash", effect } as const;
  const first = atStep(step, verdict);
  const { ops } = await strikes.probe(scene, () => first, Number.POSITIVE_INFINITY);
  for (let second = step + 1; second < ops.length; second += 1)
    for (const again of blowsAt(ops, second)) {
      const other = { fault: "crash", effect: again } as const;
      const where = `${name}, ${namedBlow(verdict, step)} and ${namedBlow(other, second)}, ${recovery}`;
      await strikes.attempt(where, scene, () => atStep(second, other, first), second);
    }
}

/** What became of a mistake: which of its invariants found it, after how many schedules. */
export interface Caught {
  readonly by: string | undefined;
  readonly schedules: number;
  /** What was found instead, if nothing that should have been. */
  readonly instead: readonly string[];
}

/** Plays schedules against a mistake until one of the invariants that should find it does; one that only a death at its very step shows is struck there. */
export async function tryControl<S, A, I extends string>(
  simulation: Simulation<S, A, I>,
  control: Control<S, A, I>,
): Promise<Caught> {
  const { alteration, scene, struck, shownBy } = control;
  if (shownBy) return tryFault(simulation, control, shownBy);
  if (!struck) {
    const play = async (seed: number) => (await playSeed(simulation, seed, { alteration, scene })).findings;
    return findIn(control, play, simulation.mostSchedules);
  }
  const names = Object.entries(simulation.scenes).flatMap(([name, each]) => (each === scene ? [name] : []));
  const { failures } = await strikeOnce(simulation, names, alteration);
  return findIn(control, async (nth) => failures[nth - 1]?.findings ?? [], failures.length);
}

/** Quiet schedules in which a mistake that only a kind of fault shows must stay unseen. */
const quietSchedules = 20;

/** Plays schedules in which nothing but a kind of fault goes wrong, after the same without it, which must find nothing. */
async function tryFault<S, A, I extends string>(
  simulation: Simulation<S, A, I>,
  control: Control<S, A, I>,
  kind: WorldFault,
): Promise<Caught> {
  const { alteration, scene } = control;
  const play = async (seed: number, only: readonly WorldFault[]) =>
    (await playSeed(simulation, seed, { alteration, scene, only })).findings;
  const quiet = await findIn(control, (seed) => play(seed, []), quietSchedules);
  if (quiet.by !== undefined) return { by: undefined, schedules: quiet.schedules, instead: [`no ${kind}`] };
  return findIn(control, (seed) => play(seed, [kind]), simulation.mostSchedules);
}

/** Plays by number until one of the invariants that should find a mistake does, or the most has been played. */
export async function findIn(
  { caughtBy }: { readonly caughtBy: readonly string[] },
  play: (seed: number) => Promise<readonly Finding[]>,
  mostSchedules: number,
): Promise<Caught> {
  const instead = new Set<string>();
  for (let seed = 1; seed <= mostSchedules; seed += 1) {
    const findings = await play(seed);
    const found = findings.find(({ invariant }) => caughtBy.includes(invariant));
    if (found) return { by: found.invariant, schedules: seed, instead: [] };
    for (const { invariant } of findings) instead.add(invariant);
  }
  return { by: undefined, schedules: mostSchedules, instead: [...instead] };
}
