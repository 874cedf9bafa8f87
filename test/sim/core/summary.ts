import type { PlayerName } from "../players.ts";
import { playOnAllCores } from "./crew.ts";
import type { Counts, Finding, Simulation } from "./simulation.ts";
import { type Strikes, tryControl } from "./strikes.ts";
import { allowedMoves, isTaken, noteMoves, otherMoves, takenMoves, unmadeMoves } from "./transitions.ts";

const began = performance.now();
const failedLines: string[] = [];

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Prints one line of the summary, and remembers it where it is a failure. */
export function printLine(isGood: boolean, line: string): void {
  console.log(`${isGood ? "ok  " : "FAIL"} ${line}`);
  if (!isGood) failedLines.push(line);
}

/** Strikes at chosen steps and prints what came of it: of runs that did not hold where, what was found, and the last of what happened. */
export async function printStrikes<R extends Strikes>(
  strike: () => Promise<R>,
  describe: (strikes: R) => string,
): Promise<void> {
  const start = performance.now();
  const strikes = await strike();
  const { failures, moves } = strikes;
  noteMoves(moves);
  printLine(failures.length === 0, `${describe(strikes)}, ${failures.length} violations (${seconds(start)})`);
  for (const { where, findings, trace } of failures.slice(0, 3)) {
    console.log(`  ${where}`);
    for (const { invariant, detail } of findings.slice(0, 3)) console.log(`    ${invariant}: ${detail}`);
    for (const line of trace.filter((each) => each.includes("!!"))) console.log(`    ${line}`);
    console.log(`    ... ${trace.slice(-5).join("\n        ")}`);
  }
}

const controls = { tried: 0, caught: 0 };

/** What a part of the simulation came to that was played in a thread of its own. */
export interface PartReport {
  readonly lines: readonly string[];
  readonly failed: readonly string[];
  readonly moves: readonly string[];
  readonly controls: Readonly<typeof controls>;
}

/** What was printed and noted in this thread, where all of it is one part. */
export function reportOf(lines: readonly string[]): PartReport {
  return { lines, failed: failedLines, moves: takenMoves(), controls };
}

/** Prints what a part came to, and counts it in. */
export function addReport(report: PartReport): void {
  for (const line of report.lines) console.log(line);
  failedLines.push(...report.failed);
  noteMoves(report.moves);
  controls.tried += report.controls.tried;
  controls.caught += report.controls.caught;
}

/** Prints how many of the mistakes on purpose were found, of all simulations. */
export function printControlCount(): void {
  printLine(controls.caught === controls.tried, `controls: ${controls.caught} of ${controls.tried} caught`);
}

/** Makes a simulation's mistakes on purpose and prints by which invariant each was found. */
export async function printControls<S, A, I extends string>(simulation: Simulation<S, A, I>): Promise<void> {
  for (const control of simulation.controls) {
    const { by, schedules, instead } = await tryControl(simulation, control);
    controls.tried += 1;
    if (by !== undefined) controls.caught += 1;
    const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
    printLine(by !== undefined, `control: ${control.name.padEnd(40)} -> ${found} (schedule ${schedules})`);
  }
}

/** A seed played with a trace of its steps. */
export type Player = (seed: number, trace?: string[]) => Promise<{ readonly findings: readonly Finding[] }>;

/** The most recent steps before something went wrong. */
const shownSteps = 40;

/** Plays seeds on all cores and prints their figures; of those that did not hold, the end of the first one's trace and the command that plays it again. */
export async function printSeeds(
  { name, play }: { readonly name: PlayerName; readonly play: Player },
  { count, from }: { readonly count: number; readonly from: number },
  { describe, rated, command }: { describe: (counts: Counts) => string; rated?: string; command: string },
): Promise<{ counts: Counts; ends: Counts; isGood: boolean }> {
  const start = performance.now();
  const { counts, ends, failed, moves } = await playOnAllCores(name, count, from);
  noteMoves(moves);
  const speed = Math.round((counts[rated ?? ""] ?? 0) / ((performance.now() - start) / 1000));
  const rate = rated ? `, ${speed}/s` : "";
  const isGood = failed.length === 0;
  printLine(isGood, `${describe(counts)}, ${failed.length} violations (${seconds(start)}${rate})`);
  for (const { seed, what } of failed.slice(0, 5)) console.log(`  seed ${seed}: ${what}`);
  const [first] = failed;
  if (first) {
    const trace: string[] = [];
    await play(first.seed, trace).catch((error: unknown) => trace.push(String(error)));
    console.log(`  the last steps of seed ${first.seed}; all of them: ${command} --seed ${first.seed}`);
    for (const line of trace.slice(-shownSteps)) console.log(`    ${line}`);
  }
  return { counts, ends, isGood };
}

/** Plays one seed and prints every step of it; the exit code. */
export async function printSeed(seed: number, play: Player): Promise<number> {
  const trace: string[] = [];
  const { findings } = await play(seed, trace);
  console.log(trace.join("\n"));
  for (const { invariant, detail } of findings) console.log(`FAIL ${invariant}: ${detail}`);
  if (findings.length === 0) console.log(`ok   seed ${seed}: all invariants hold`);
  return findings.length === 0 ? 0 : 1;
}

/** Prints how many of the moves that records may make were taken, and fails for each that was not. */
export function printTransitions(): void {
  const missed = allowedMoves.filter((move) => !isTaken(move));
  for (const [move, why] of Object.entries(unmadeMoves)) console.log(`     no transition: ${move}: ${why}`);
  for (const move of missed) console.log(`  missed: ${move}`);
  const { length: most } = allowedMoves;
  const others = otherMoves.filter(isTaken).length;
  console.log(`     of alerts, cases and applications, which hold no money: ${others} of ${otherMoves.length} taken`);
  printLine(missed.length === 0, `transitions: ${most - missed.length} of ${most} taken`);
}

/** The last line; the exit code of the whole. */
export function finish(): number {
  const isGood = failedLines.length === 0;
  console.log(isGood ? `sim: all good in ${seconds(began)}` : `sim: ${failedLines.length} failures`);
  return isGood ? 0 : 1;
}
