import { fine } from "../support/world/scheduler.ts";
import { checkEscrows } from "./check-escrow.ts";
import type { EscrowFinding } from "./escrow-findings.ts";
import { comeToRest, type EscrowRecovery, recoveries, stageEscrows } from "./escrow-scene.ts";
import { escrowScenes } from "./escrow-scenes.ts";
import { workIn } from "./virtual-timers.ts";

/** At which step a process dies, or hears of nothing, and whether the step took effect before. */
interface Blow {
  readonly step: number;
  readonly effect: boolean;
  readonly fault: "crash" | "error";
}

/** A run that did not hold. */
export interface EscrowFailure {
  readonly where: string;
  readonly findings: readonly EscrowFinding[];
  readonly trace: readonly string[];
}

interface Played {
  readonly steps: number;
  /** The numbers of the steps that were calls to a vendor. */
  readonly outside: readonly number[];
  readonly findings: readonly EscrowFinding[];
}

const playedMs = 100_000;

async function play(
  name: string,
  blow: Blow | null,
  recovery: EscrowRecovery,
  trace?: string[],
): Promise<Played> {
  const scene = escrowScenes[name];
  if (!scene) throw new Error(`no scene is called ${name}`);
  const world = stageEscrows(scene, 1);
  const { scheduler } = world;
  const outside: number[] = [];
  scheduler.plan = ({ kind }, step) => {
    if (kind === "outside") outside.push(step);
    return blow?.step === step ? { fault: blow.fault, effect: blow.effect } : fine;
  };
  if (recovery === "the sweeper alone") world.patience = 1;
  if (trace) scheduler.trace = (line) => void trace.push(line);
  workIn(scheduler);
  await scheduler.settle(playedMs);
  const { steps } = scheduler;
  await comeToRest(world);
  const findings = await checkEscrows(world);
  workIn(undefined);
  return { steps, outside, findings };
}

async function attempt(name: string, blow: Blow | null, recovery: EscrowRecovery, failures: EscrowFailure[]) {
  const { findings } = await play(name, blow, recovery);
  if (findings.length === 0) return;
  const trace: string[] = [];
  await play(name, blow, recovery, trace);
  const how = blow ? `${blow.fault} ${blow.effect ? "after" : "before"} step ${blow.step}` : "no fault";
  failures.push({ where: `${name}, ${how}, ${recovery}`, findings, trace });
}

/** Crashes every scene before and after every one of its steps, and leaves every call to a vendor unanswered, done and not done, with both orders of recovery. */
export async function crashEscrows(): Promise<{ runs: number; steps: number; failures: EscrowFailure[] }> {
  const failures: EscrowFailure[] = [];
  let [runs, steps] = [0, 0];
  for (const name of Object.keys(escrowScenes))
    for (const recovery of recoveries) {
      await attempt(name, null, recovery, failures);
      const whole = await play(name, null, recovery);
      steps += whole.steps;
      const struck = Array.from({ length: whole.steps }, (_, step) => ({ step, fault: "crash" as const }));
      const silent = whole.outside
        .filter((step) => step < whole.steps)
        .map((step) => ({ step, fault: "error" as const }));
      for (const each of [...struck, ...silent])
        for (const effect of [false, true]) {
          await attempt(name, { ...each, effect }, recovery, failures);
          runs += 1;
        }
    }
  return { runs, steps, failures };
}
