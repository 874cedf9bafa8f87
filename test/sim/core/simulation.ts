import { Random } from "../../support/world/core/random.ts";
import type { Scheduler } from "../../support/world/core/scheduler.ts";
import type { WorldFault } from "../../support/world/core/table-faults.ts";
import { kindsOf } from "./troubles.ts";
import { workIn } from "./virtual-timers.ts";

/** Who comes first once something has gone wrong: the clients who repeat their calls, or the sweeper. */
export type Recovery = "clients first" | "sweeper first";

export type Counts = Record<string, number>;

/** A scene with everybody in its world. */
export interface Stage<I extends string = string> {
  readonly scheduler: Scheduler;
  /** Chooses faults and disorder by chance, where any may happen; their counts grow while they do. */
  readonly haunt?: ((random: Random) => Counts) | undefined;
  /** Has kinds of faults happen that are not of a step, where any may. */
  readonly trouble?: (kinds: readonly WorldFault[], random: Random) => void;
  /** Decides who recovers first, where every step is struck and nobody is patient. */
  recoverBy(recovery: Recovery): void;
  /** Plays the scene while faults happen; as long as it takes, or as chance has it. */
  play(random?: Random): Promise<void>;
  /** Begins the recovery while faults still happen. */
  readonly repair?: () => Promise<void>;
  /** Ends the faults: everything is repeated, swept and played to its end. */
  rest(random?: Random): Promise<void>;
  check(): Promise<Finding<I>[]>;
  /** The moves that aggregates have made. */
  readonly moves?: () => readonly string[];
  /** The statuses that aggregates ended with, for the figures. */
  ends(): readonly string[];
  /** Other figures of this run. */
  readonly counts?: () => Counts;
}

/** A mistake that could have been made, put in the place of what we do, and the invariants that must find it. */
export interface Control<S, A, I extends string = string> {
  readonly name: string;
  readonly caughtBy: readonly I[];
  readonly alteration: A;
  /** Where chance alone would seldom come to it. */
  readonly scene?: S | undefined;
  /** Shown only by a death at the very step of its scene. */
  readonly struck?: true;
  /** Shown only by a fault of this kind, and by that alone. */
  readonly shownBy?: WorldFault;
}

/** Describes mistakes with a world: a name, the invariants that must find it, and what is put in the place of ours, in which scene. */
export function mistakesIn<S, A, I extends string>() {
  return (
    name: string,
    caughtBy: I | readonly I[],
    {
      scene,
      struck,
      shownBy,
      ...alteration
    }: A & { readonly scene?: S; readonly struck?: true; readonly shownBy?: WorldFault },
  ): Control<S, A, I> => ({
    ...{ name, scene, alteration: alteration as unknown as A, ...(struck && { struck }), ...(shownBy && { shownBy }) },
    caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy,
  });
}

/** A world under simulation: its scenes, how they are staged, what must hold of them, and the mistakes that must be found. */
export interface Simulation<S, A, I extends string = string> {
  readonly invariants: readonly I[];
  /** Each small enough to fail at every one of its steps. */
  readonly scenes: Readonly<Record<string, S>>;
  /** Hours and days long: played without a fault, and not struck at every step. */
  readonly longScenes?: Readonly<Record<string, S>>;
  randomScene(seed: number): S;
  stage(scene: S, seed: number, alteration?: A): Stage<I> | Promise<Stage<I>>;
  readonly controls: readonly Control<S, A, I>[];
  /** Schedules that a mistake is given to show itself. */
  readonly mostSchedules: number;
  /** Whether calls to vendors are left without an answer at every step as well. */
  readonly strikesSilence: boolean;
}

/** What became of one seed. */
export interface Outcome<I extends string = string> {
  readonly findings: readonly Finding<I>[];
  readonly counts: Counts;
  readonly ends: readonly string[];
  /** The moves that aggregates of the product as it is have made. */
  readonly moves?: readonly string[];
}

/** Plays one seed: a scene, its faults, the order of everything; then rest, then all invariants. */
export async function playSeed<S, A, I extends string>(
  simulation: Simulation<S, A, I>,
  seed: number,
  {
    alteration,
    scene,
    trace,
    only,
  }: {
    alteration?: A;
    scene?: S | undefined;
    trace?: string[] | undefined;
    /** These kinds of faults, and nothing else that goes wrong. */
    only?: readonly WorldFault[];
  } = {},
): Promise<Outcome<I>> {
  const random = new Random(seed);
  const stage = await simulation.stage(scene ?? simulation.randomScene(seed), seed, alteration);
  const { scheduler } = stage;
  if (trace) scheduler.trace = (line) => void trace.push(line);
  const happened = only ? undefined : stage.haunt?.(random);
  // A mistake is to be found by the faults of steps, unless it needs one of these.
  stage.trouble?.(only ?? (alteration ? [] : kindsOf(seed)), new Random(seed ^ 0x7ab1e));
  if (happened) scheduler.switching = random.pick([0.1, 0.3, 0.6]);
  workIn(scheduler);
  await stage.play(random);
  await stage.rest(random);
  const moves = alteration === undefined ? (stage.moves?.() ?? []) : [];
  const findings = await stage.check();
  workIn(undefined);
  return { findings, counts: { steps: scheduler.steps, ...happened, ...stage.counts?.() }, ends: stage.ends(), moves };
}

/** The scene of a name. */
export function sceneOf<S>(
  { scenes, longScenes }: Pick<Simulation<S, unknown>, "scenes" | "longScenes">,
  name: string,
): S {
  const scene = scenes[name] ?? longScenes?.[name];
  if (!scene) throw new Error(`no scene is called ${name}`);
  return scene;
}
/** An invariant that did not hold, and where. */
export interface Finding<I extends string = string> {
  readonly invariant: I;
  readonly detail: string;
}

/** Says that an invariant does not hold. */
export type Report<I extends string = string> = (invariant: I, detail: string) => void;

/** What checks report, in order. */
export async function findingsOf<I extends string>(
  check: (report: Report<I>) => void | Promise<void>,
): Promise<Finding<I>[]> {
  const findings: Finding<I>[] = [];
  await check((invariant, detail) => {
    findings.push({ invariant, detail });
  });
  return findings;
}
