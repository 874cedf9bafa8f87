import { players } from "../sim/players.ts";
import { type ObservedRun, type ObservedStep, observeRuns } from "./observed-run.ts";

/** Plays seeds of the simulation over the mock rail, and as many of escrows, and gives what they showed. */
export async function observeSeeds(count: number, from: number): Promise<ObservedRun[]> {
  const runs: ObservedRun[] = [];
  for (let seed = from; seed < from + count; seed += 1)
    for (const name of ["mock", "escrows"] as const) runs.push(...(await observeRuns(() => players[name](seed))));
  return runs;
}

/** Observed runs as JSON lines, a step on each. */
export function linesOf(runs: readonly ObservedRun[]): string {
  return runs.flatMap(({ steps }) => steps.map((step) => `${JSON.stringify(step)}\n`)).join("");
}

/** The runs that JSON lines tell, record by record. */
export function runsIn(text: string): ObservedRun[] {
  const steps = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ObservedStep]));
  return [...Map.groupBy(steps, ({ record }) => record)].map(([record, own]) => ({
    protocol: record.startsWith("esc_") ? "escrow" : "settlement",
    record,
    steps: own,
  }));
}
