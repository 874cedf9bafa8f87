import type { Op, Process, Verdict } from "../../support/world/scheduler.ts";
import { fine } from "../../support/world/scheduler.ts";
import type { World } from "../../support/world/world.ts";
import { check } from "../settlement/check.ts";
import type { Finding } from "../settlement/findings.ts";
import { comeToRest, lengthMs, type Recovery, type Scene, stage } from "../settlement/scene.ts";
import { scenes } from "../settlement/scenes.ts";
import { workIn } from "./virtual-timers.ts";

/** One way to fail: at which steps a process dies, and whether the step took effect before. */
interface Crash {
  readonly step: number;
  readonly effect: boolean;
}

export interface Failure {
  readonly where: string;
  readonly findings: readonly Finding[];
  readonly trace: readonly string[];
}

interface Played {
  readonly steps: number;
  readonly findings: readonly Finding[];
  /** Which processes took the steps, in order. */
  readonly takers: readonly string[];
}

async function play(
  scene: Scene,
  crashes: readonly Crash[],
  recovery: Recovery,
  trace?: string[],
): Promise<Played> {
  const world: World = stage(scene, 1);
  const takers: string[] = [];
  const counted = (step: number): Verdict => {
    const crash = crashes.find((each) => each.step === step);
    return crash ? { fault: "crash", effect: crash.effect } : fine;
  };
  world.scheduler.plan = (_: Op, step, { name }: Process) => {
    takers.push(name);
    return counted(step);
  };
  world.patience = 1;
  if (trace) world.scheduler.trace = (line) => void trace.push(line);
  workIn(world.scheduler);
  await world.scheduler.settle(lengthMs(scene));
  const last = crashes.at(-1);
  // A second crash strikes while the first is being repaired, so the faults go on until both have happened.
  if (last && last.step >= world.scheduler.steps) await repairUnderFaults(world, scene, recovery);
  await comeToRest(world, recovery);
  const findings = await check(world);
  workIn(undefined);
  return { steps: world.scheduler.steps, findings, takers };
}

async function repairUnderFaults(world: World, scene: Scene, recovery: Recovery): Promise<void> {
  world.jump(40_000);
  if (recovery === "client first") world.askAgain();
  else world.sweep();
  await world.scheduler.settle(lengthMs(scene));
}

async function attempt(
  name: string,
  crashes: readonly Crash[],
  recovery: Recovery,
  failures: Failure[],
): Promise<void> {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene is called ${name}`);
  const { findings } = await play(scene, crashes, recovery);
  if (findings.length === 0) return;
  const trace: string[] = [];
  await play(scene, crashes, recovery, trace);
  const told = crashes.map(({ step, effect }) => `${effect ? "after" : "before"} step ${step}`).join(" and ");
  failures.push({ where: `${name}, crash ${told}, ${recovery}`, findings, trace });
}

const recoveries: readonly Recovery[] = ["sweeper first", "client first"];

/** Crashes every scene before and after every one of its steps, with both orders of recovery. */
export async function singleCrashes(): Promise<{ runs: number; steps: number; failures: Failure[] }> {
  const failures: Failure[] = [];
  let runs = 0;
  let steps = 0;
  for (const [name, scene] of Object.entries(scenes)) {
    const whole = await play(scene, [], "sweeper first");
    if (whole.findings.length > 0) await attempt(name, [], "sweeper first", failures);
    steps += whole.steps;
    for (let step = 0; step < whole.steps; step += 1)
      for (const effect of [false, true])
        for (const recovery of recoveries) {
          await attempt(name, [{ step, effect }], recovery, failures);
          runs += 1;
        }
  }
  return { runs, steps, failures };
}

/** The scenes of pay that are crashed twice. */
const twice = [
  "pulled, screened, converted, paid out",
  "pushed, the funds arrive by callback",
  "declined at the first gate",
];

/** Crashes pay at every step, and then every later step of the repair. */
export async function doubleCrashes(): Promise<{ runs: number; failures: Failure[] }> {
  const failures: Failure[] = [];
  let runs = 0;
  for (const name of twice) {
    const scene = scenes[name];
    if (!scene) throw new Error(`no scene is called ${name}`);
    const { takers } = await play(scene, [], "sweeper first");
    const ofPay = takers.flatMap((taker, step) => (taker.startsWith("pay") ? [step] : []));
    for (const step of ofPay)
      for (const effect of [false, true])
        for (const recovery of recoveries) {
          const first = { step, effect };
          const { steps } = await play(scene, [first, { step: Number.MAX_SAFE_INTEGER, effect }], recovery);
          for (let second = step + 1; second < steps; second += 1)
            for (const secondEffect of [false, true]) {
              await attempt(name, [first, { step: second, effect: secondEffect }], recovery, failures);
              runs += 1;
            }
        }
  }
  return { runs, failures };
}
