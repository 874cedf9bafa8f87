import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, playSeed } from "../sim/core/simulation.ts";
import { partScenes } from "../sim/escrow/scenes-parts.ts";
import { escrows } from "../sim/escrow/simulation.ts";
import { players } from "../sim/players.ts";
import { type ObservedRun, type ObservedStep, observeRuns } from "./observed-run.ts";

/** The simulations whose settlements and escrows the model has. */
const worlds = ["mock", "escrows"] as const;

/** A seed of one world: what its records went through, and what did not hold. */
export interface PlayedSeed {
  readonly name: `${(typeof worlds)[number]}-${number}`;
  readonly runs: readonly ObservedRun[];
  readonly findings: readonly Finding[];
}

/** Plays seeds of the simulation over the mock rail, and as many of escrows, and gives what they showed. */
export async function* playSeeds(count: number, from: number): AsyncGenerator<PlayedSeed> {
  for (let seed = from; seed < from + count; seed += 1)
    for (const world of worlds) {
      let findings: readonly Finding[] = [];
      const runs = await observeRuns(async () => {
        ({ findings } = await players[world](seed));
      });
      yield { name: `${world}-${seed}`, runs, findings };
    }
}

/** Plays every scene of escrows whose milestones are paid in part, without a fault: by chance seldom any releases a part. */
export async function playParts(): Promise<ObservedRun[]> {
  const runs: ObservedRun[] = [];
  for (const scene of Object.values(partScenes))
    runs.push(...(await observeRuns(() => playSeed(escrows, 1, { scene, only: [] }))));
  return runs;
}

/** Plays seeds and writes what each showed into a folder: a file for a seed of a world, a step on each line. */
export async function writeTraces(folder: string, count: number, from: number): Promise<PlayedSeed[]> {
  mkdirSync(folder, { recursive: true });
  const played: PlayedSeed[] = [];
  for await (const seed of playSeeds(count, from)) {
    writeFileSync(join(folder, `${seed.name}.jsonl`), linesOf(seed.runs));
    played.push(seed);
  }
  return played;
}

/** The runs in a folder's files, whatever wrote them. */
export function readTraces(folder: string): ObservedRun[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.toSorted().flatMap((name) => runsIn(readFileSync(join(folder, name), "utf8")));
}

/** Observed runs as JSON lines, a step on each. */
function linesOf(runs: readonly ObservedRun[]): string {
  return runs.flatMap(({ steps }) => steps.map((step) => `${JSON.stringify(step)}\n`)).join("");
}

/** The runs that JSON lines tell, record by record. */
function runsIn(text: string): ObservedRun[] {
  const steps = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ObservedStep]));
  return [...Map.groupBy(steps, ({ record }) => record)].map(([record, own]) => ({
    protocol: record.startsWith("esc_") ? "escrow" : "settlement",
    record,
    steps: own,
  }));
}
