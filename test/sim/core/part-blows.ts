import { fine } from "../../support/world/scheduler.ts";
import type { Found, Staged } from "./part.ts";
import { workIn } from "./virtual-timers.ts";

/** At which step a process dies, or hears of nothing, and whether the step took effect before. */
interface Blow {
  readonly step: number;
  readonly effect: boolean;
  readonly fault: "crash" | "error";
}

/** A run that did not hold. */
interface Failure {
  readonly where: string;
  readonly findings: readonly Found[];
  readonly trace: readonly string[];
}

/** What all blows on all scenes came to. */
export interface Struck {
  readonly scenes: number;
  readonly runs: number;
  readonly steps: number;
  readonly failures: readonly Failure[];
}

interface Played {
  readonly steps: number;
  /** The numbers of the steps that were calls to a vendor. */
  readonly outside: readonly number[];
  readonly findings: readonly Found[];
}

async function play(staged: Staged, blow: Blow | null, playedMs: number, trace?: string[]): Promise<Played> {
  const { scheduler } = staged;
  const outside: number[] = [];
  scheduler.plan = ({ kind }, step) => {
    if (kind === "outside") outside.push(step);
    return blow?.step === step ? { fault: blow.fault, effect: blow.effect } : fine;
  };
  if (trace) scheduler.trace = (line) => void trace.push(line);
  workIn(scheduler);
  await scheduler.settle(playedMs);
  const { steps } = scheduler;
  await staged.rest();
  const findings = await staged.check();
  workIn(undefined);
  return { steps, outside, findings };
}

/** The order in which recovery comes: clients repeat at once, or only when the sweeper has been there. */
export const recoveries = ["clients repeat", "the sweeper alone"] as const;
export type PartRecovery = (typeof recoveries)[number];

/** Kills every scene of a part before and after every one of its steps, and leaves every call to a vendor unanswered, done and not done, with both orders of recovery. */
export async function strikeAll(
  names: readonly string[],
  stage: (name: string, recovery: PartRecovery) => Staged | Promise<Staged>,
  playedMs: number,
): Promise<Struck> {
  const failures: Failure[] = [];
  let [runs, steps] = [0, 0];
  async function attempt(name: string, blow: Blow | null, recovery: PartRecovery): Promise<Played> {
    const played = await play(await stage(name, recovery), blow, playedMs);
    if (played.findings.length === 0) return played;
    const trace: string[] = [];
    await play(await stage(name, recovery), blow, playedMs, trace);
    const how = blow ? `${blow.fault} ${blow.effect ? "after" : "before"} step ${blow.step}` : "no fault";
    failures.push({ where: `${name}, ${how}, ${recovery}`, findings: played.findings, trace });
    return played;
  }
  for (const name of names)
    for (const recovery of recoveries) {
      const whole = await attempt(name, null, recovery);
      steps += whole.steps;
      const struck = Array.from({ length: whole.steps }, (_, step) => ({ step, fault: "crash" as const }));
      const silent = whole.outside
        .filter((step) => step < whole.steps)
        .map((step) => ({ step, fault: "error" as const }));
      for (const each of [...struck, ...silent])
        for (const effect of [false, true]) {
          await attempt(name, { ...each, effect }, recovery);
          runs += 1;
        }
    }
  return { scenes: names.length, runs, steps, failures };
}
