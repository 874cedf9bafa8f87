import type { Checker } from "./checker.ts";
import { forgeriesFor, forgeriesOf } from "./forgeries.ts";
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
    const { violation, ...searched } = each.isEndless
      ? checker.searchCycles(each.mistake)
      : checker.search(each.mistake);
    const by =
      violation === undefined
        ? "NOT FOUND"
        : `violates ${violation.replace("assertion violated ", "").replace(/^.*>>st.*$/, "the table of moves")}`;
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
const chancesTried = [0, 1, 2, 3, 5, 8] as const;

/** Milliseconds that a search for an observed run may take: all searches a short time, then all a long one. */
const searchMs = [5_000, 120_000] as const;

/** How much may go wrong in a forged run: its whole space is searched, and no run of the model is it. */
const forgedChances = 1;

function furthest(checker: Checker, numbers: readonly number[]): number {
  let most = 0;
  let undecided: readonly number[] = chancesTried;
  for (const mostMs of searchMs) {
    const left: number[] = [];
    for (const chances of undecided) {
      const followed = checker.follow(numbers, chances, mostMs);
      if (followed === undefined) left.push(chances);
      most = Math.max(most, followed ?? 0);
      if (most === numbers.length) return most;
    }
    undecided = left.toReversed();
  }
  return most;
}

/** Holds observed runs against the model: each must be one of its own. */
export function* checkRuns({ name }: Protocol, checker: Checker, runs: readonly ObservedRun[]): Generator<Line> {
  const start = performance.now();
  const known = new Map<string, number>();
  const refused: Line[] = [];
  let steps = 0;
  for (const run of runs) {
    const numbers = numbersOf(run);
    const followed = known.get(numbers.join()) ?? furthest(checker, numbers);
    known.set(numbers.join(), followed);
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
    text: `${name}: observed runs: ${accepted} of ${runs.length} are the model's, ${known.size} different ones, ${steps} steps (${seconds} s)`,
  };
}

/** Observed runs with a step that may not be: the model must refuse each. Short ones, since all the model may do before that step is searched. */
export function* checkForgeries({ name }: Protocol, checker: Checker, runs: readonly ObservedRun[]): Generator<Line> {
  const short = runs.toSorted((one, other) => one.steps.length - other.steps.length);
  const forged = forgeriesOf(name, short, (run) => checker.follow(numbersOf(run), forgedChances) === run.steps.length);
  for (const { forgery, run } of forged) {
    const start = performance.now();
    const numbers = numbersOf(run);
    const followed = checker.follow(numbers, forgedChances, 600_000);
    const isRefused = followed !== undefined && followed < numbers.length;
    const end = isRefused ? "refused" : followed === undefined ? "NOT DECIDED" : "TAKEN FOR ITS OWN";
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    yield { isGood: isRefused, text: `${name}: forged run: ${forgery.padEnd(50)} ${end} (${seconds} s)` };
  }
  const unfit = forgeriesFor(name).filter((each) => !forged.some(({ forgery }) => forgery === each));
  if (unfit.length > 0) yield { isGood: true, text: `${name}: no run fits to be forged so: ${unfit.join(", ")}` };
}
