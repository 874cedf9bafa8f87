import type { Checker } from "./checker.ts";
import { type Forgery, forgeriesFor, forgeriesOf } from "./forgeries.ts";
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

/** Runs that a way of forging is tried on, and milliseconds that the search for each may take. */
const forgedTries = { runs: 3, ms: 10_000 } as const;

/** Observed runs with a step that may not be: the model must refuse each. Short ones, since all the model may do before that step is searched; where that is too much for the time, it has to be enough that no run of the model was found in it, as those that were observed are found in less. */
export function* checkForgeries({ name }: Protocol, checker: Checker, runs: readonly ObservedRun[]): Generator<Line> {
  const short = runs.toSorted((one, other) => one.steps.length - other.steps.length);
  const unfit: string[] = [];
  for (const way of forgeriesFor(name)) {
    const start = performance.now();
    const { isFit, followed, length } = followForged(checker, forgeriesOf(name, way, short));
    if (!isFit) {
      unfit.push(way);
      continue;
    }
    const isTaken = followed === length;
    const end = isTaken ? "TAKEN FOR ITS OWN" : followed === undefined ? "not found in its time" : "refused";
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    yield { isGood: !isTaken, text: `${name}: forged run: ${way.padEnd(50)} ${end} (${seconds} s)` };
  }
  if (unfit.length > 0) yield { isGood: true, text: `${name}: no run fits to be forged so: ${unfit.join(", ")}` };
}

/** How far the model goes with the first forged run whose whole space is searched in time, of those that were the model's before. */
function followForged(checker: Checker, all: readonly Forgery[]) {
  const fit: (readonly number[])[] = [];
  for (const { run, forged } of all) {
    if (fit.length === forgedTries.runs) break;
    if (checker.follow(numbersOf(run), forgedChances) === run.steps.length) fit.push(numbersOf(forged));
  }
  for (const numbers of fit) {
    const followed = checker.follow(numbers, forgedChances, forgedTries.ms);
    if (followed !== undefined) return { isFit: true, followed, length: numbers.length };
  }
  return { isFit: fit.length > 0, followed: undefined, length: -1 };
}
