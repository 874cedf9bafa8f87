import type { Checker } from "./checker.ts";
import { forgeriesOf } from "./forgeries.ts";
import { numbersOf, type ObservedRun } from "./observed-run.ts";
import { movesOf, type Protocol } from "./protocols.ts";

/** A line of the command's output. */
export interface Line {
  readonly isGood: boolean;
  readonly text: string;
}

function figures({ states, seconds }: { readonly states: number; readonly seconds: number }): string {
  return `${states.toLocaleString("en-US")} states, ${seconds.toFixed(1)} s`;
}

/** Searches a protocol as it is, then with each mistake on purpose. */
export function* checkProtocol(protocol: Protocol, checker: Checker): Generator<Line> {
  const { name, chances, controls } = protocol;
  const clean = checker.search();
  const found = clean.violation === undefined ? "no violation" : `VIOLATION ${clean.violation}`;
  const chance = chances === 1 ? "one thing goes wrong" : `${chances} things go wrong`;
  yield {
    isGood: clean.violation === undefined,
    text: `${name}: every run in which ${chance}: ${found} (${figures(clean)})`,
  };
  const missing = movesOf(protocol).filter((move) => !clean.moves.includes(move));
  const count = movesOf(protocol).length;
  const untaken = missing.length === 0 ? "" : `, not ${missing.join(", ")}`;
  yield {
    isGood: missing.length === 0,
    text: `${name}: moves of the code's table: ${count - missing.length} of ${count} taken${untaken}`,
  };
  const cycles = checker.searchCycles();
  const ends =
    cycles.violation === undefined ? "every run ends, with nothing half done" : `NO END: ${cycles.violation}`;
  yield { isGood: cycles.violation === undefined, text: `${name}: ${ends} (${figures(cycles)})` };
  for (const [control, each] of Object.entries(controls)) {
    if (!("mistake" in each)) continue;
    const { violation, ...searched } = checker.search(each.mistake);
    const by = violation === undefined ? "NOT FOUND" : `violates ${violation.replace("assertion violated ", "")}`;
    yield {
      isGood: violation !== undefined,
      text: `${name}: control: ${control.padEnd(52)} ${by} (${figures(searched)})`,
    };
  }
  const unsaid = Object.values(controls).filter((each) => "unsaid" in each).length;
  yield {
    isGood: true,
    text: `${name}: ${unsaid} controls cannot be said in the model (test/model/controls.ts has why)`,
  };
}

/** How much may go wrong in an observed run, from little to whatever may; more is tried where less does not explain it. */
const chancesTried = [0, 1, 2, 3, 5] as const;

/** How much may go wrong in a forged run: its whole space is searched, and no run of the model is it. */
const forgedChances = 1;

function furthest(checker: Checker, numbers: readonly number[]) {
  let most = 0;
  for (const chances of chancesTried) {
    most = Math.max(most, checker.follow(numbers, chances) ?? 0);
    if (most === numbers.length) return { most, chances };
  }
  return { most, chances: undefined };
}

/** Holds observed runs against the model: each must be one of its own. */
export function* checkRuns({ name }: Protocol, checker: Checker, runs: readonly ObservedRun[]): Generator<Line> {
  const start = performance.now();
  const refused: Line[] = [];
  let steps = 0;
  for (const run of runs) {
    const numbers = numbersOf(run);
    const { most: followed } = furthest(checker, numbers);
    steps += numbers.length;
    if (followed === numbers.length) continue;
    const at = JSON.stringify(run.steps[followed]);
    const before = JSON.stringify(run.steps[followed - 1]);
    refused.push({
      isGood: false,
      text: `${name}: ${run.record} leaves the model at step ${followed + 1}: ${at} after ${before}`,
    });
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const accepted = runs.length - refused.length;
  yield* refused.slice(0, 5);
  yield {
    isGood: refused.length === 0,
    text: `${name}: observed runs: ${accepted} of ${runs.length} are the model's, ${steps} steps (${seconds} s)`,
  };
}

/** Observed runs with a step that may not be: the model must refuse each. */
export function* checkForgeries({ name }: Protocol, checker: Checker, runs: readonly ObservedRun[]): Generator<Line> {
  const plain = runs.filter((run) => checker.follow(numbersOf(run), forgedChances) === run.steps.length);
  for (const { forgery, run } of forgeriesOf(plain)) {
    const numbers = numbersOf(run);
    const followed = checker.follow(numbers, forgedChances, 120_000);
    const isRefused = followed !== undefined && followed < numbers.length;
    yield {
      isGood: isRefused,
      text: `${name}: forged run: ${forgery.padEnd(50)} ${isRefused ? "refused" : "TAKEN FOR ITS OWN"}`,
    };
  }
}
