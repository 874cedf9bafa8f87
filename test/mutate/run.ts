import { randomInt } from "node:crypto";
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { LogLevel } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import type { SampleOptions } from "./sample-checker.ts";

const usage = `npm run mutate -- [--noun NAME[,NAME]] [--all] [--sample N] [--seed S] [--concurrency N]
  --noun NAME      mutates functions/domain/NAME and functions/app/NAME, all of it, against the noun's tests
  --all            every noun, all of it: hours
  --sample N       only N mutants, of all nouns or of those named (without --noun and --all: 200)
  --seed S         which of them (default: others each time; it is printed)
  --concurrency N  mutants at once (default: one for each core)`;

/** Mutants that must be noticed, in percent. */
const wanted = 90;
const reports = "reports/mutation";
/** Nouns whose code the tests of other nouns reach: those meet its mutants as well. */
const testedWith: Readonly<Record<string, readonly string[]>> = {
  core: ["audit", "webhooks"],
  mail: ["onboarding"],
  review: ["settlement", "escrow"],
  settlement: ["checkout", "operations"],
};

const { values } = parseArgs({
  options: {
    noun: { type: "string" },
    all: { type: "boolean", default: false },
    sample: { type: "string" },
    seed: { type: "string" },
    concurrency: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

type Results = Awaited<ReturnType<Stryker["runMutationTest"]>>;

/** How many mutants of a noun ended how. */
interface Score {
  readonly noun: string;
  readonly mutants: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly unreached: number;
  readonly isStatic: number;
}

const nouns = [...new Set(["domain", "app"].flatMap((room) => readdirSync(`functions/${room}`)))].sort();

function sourcesOf(noun: string): string[] {
  return globSync(`functions/{domain,app}/${noun}/**/*.ts`);
}

/** How many mutants of each noun make a sample of `size`, by the length of its code, at least three. */
function shares(chosen: readonly string[], size: number): Map<string, number> {
  const lengths = chosen.map((noun) => sourcesOf(noun).reduce((sum, file) => sum + readFileSync(file).length, 0));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return new Map(chosen.map((noun, at) => [noun, Math.max(3, Math.round((size * (lengths[at] ?? 0)) / all))]));
}

async function mutate(noun: string, sample: SampleOptions | undefined): Promise<Results> {
  const tested = [noun, ...(testedWith[noun] ?? [])].join(",");
  const tests = globSync(`test/{domain,handlers}/${tested.includes(",") ? `{${tested}}` : tested}/**/*.test.ts`);
  const sampled = sample && { ...sample, checkers: ["sample"], appendPlugins: ["./test/mutate/sample-checker.ts"] };
  return await new Stryker({
    testRunner: "vitest",
    vitest: { configFile: "test/mutate/vitest.config.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner"],
    mutate: sourcesOf(noun),
    testFiles: tests,
    coverageAnalysis: "perTest",
    // What only loading a file runs would need every test anew for each mutant.
    ignoreStatic: true,
    incremental: sample === undefined,
    incrementalFile: `${reports}/${noun}.json`,
    reporters: ["json"],
    jsonReporter: { fileName: `${reports}/last-${noun}.json` },
    concurrency: Number(values.concurrency ?? availableParallelism()),
    // A busy machine kills no mutant, and ends no run before its first.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    disableTypeChecks: false,
    tempDirName: `${reports}/work-${noun}`,
    ignorePatterns: ["/.sandbox*", "/cdk.out", "/reports", "/.build", "/coverage"],
    logLevel: "warn" as LogLevel,
    allowConsoleColors: false,
    warnings: false,
    ...sampled,
  }).runMutationTest();
}

function scoreOf(noun: string, results: Results): Score {
  const count = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed");
  const [timedOut, survived, unreached] = [count("Timeout"), count("Survived"), count("NoCoverage")];
  return {
    ...{ noun, killed, timedOut, survived, unreached, isStatic: count("Ignored") },
    mutants: killed + timedOut + survived + unreached,
  };
}

function percent({ mutants, killed, timedOut }: Score): number {
  return mutants === 0 ? 100 : (100 * (killed + timedOut)) / mutants;
}

function rowOf(score: Score): string {
  const { noun, mutants, killed, timedOut, survived, unreached, isStatic } = score;
  const cells = [mutants, killed, timedOut, survived, unreached, isStatic];
  return `| ${noun} | ${cells.join(" | ")} | ${percent(score).toFixed(1)} % |`;
}

function tellSurvivors(results: Results): void {
  for (const { fileName, location, mutatorName, replacement, status } of results) {
    if (status !== "Survived" && status !== "NoCoverage") continue;
    const place = `${fileName.replace(`${process.cwd()}/`, "")}:${location.start.line}:${location.start.column + 1}`;
    console.log(
      `${status === "Survived" ? "survived" : "not reached"}: ${place} ${mutatorName}: ${replacement.replace(/\s+/g, " ").slice(0, 120)}`,
    );
  }
}

/** Mutates and prints; answers how many mutants of a hundred were noticed, none where a noun could not be run. */
async function run(): Promise<number> {
  const chosen = values.noun?.split(",") ?? nouns;
  const unknown = chosen.find((noun) => !nouns.includes(noun));
  if (unknown !== undefined) throw new Error(`No noun is called ${unknown}. There are ${nouns.join(", ")}.`);
  const isWhole = values.sample === undefined && (values.all || values.noun !== undefined);
  const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
  const sizes = shares(chosen, Number(values.sample ?? 200));
  console.log(isWhole ? `all mutants of ${chosen.join(", ")}` : `a sample of mutants, seed ${seed}`);
  mkdirSync(reports, { recursive: true });
  const scores: Score[] = [];
  let broken = 0;
  for (const noun of chosen) {
    const sample = isWhole ? undefined : { sampleSize: sizes.get(noun) ?? 0, sampleSeed: seed };
    try {
      const results = await mutate(noun, sample);
      const score = scoreOf(noun, results);
      scores.push(score);
      tellSurvivors(results);
      console.log(rowOf(score));
    } catch (error) {
      broken += 1;
      console.log(`${noun} could not be mutated: ${error instanceof Error ? error.message : error}`);
    }
  }
  const sum = (count: (score: Score) => number) => scores.reduce((total, score) => total + count(score), 0);
  const total: Score = {
    noun: "all",
    mutants: sum(({ mutants }) => mutants),
    killed: sum(({ killed }) => killed),
    timedOut: sum(({ timedOut }) => timedOut),
    survived: sum(({ survived }) => survived),
    unreached: sum(({ unreached }) => unreached),
    isStatic: sum(({ isStatic }) => isStatic),
  };
  const table = [
    "| noun | mutants | killed | timed out | survived | not reached | static | score |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...[...scores, ...(scores.length > 1 ? [total] : [])].map(rowOf),
  ].join("\n");
  console.log(table);
  writeFileSync(`${reports}/table.md`, `${table}\n`);
  return broken > 0 ? 0 : percent(total);
}

if (values.help) console.log(usage);
else if ((await run()) < wanted) process.exitCode = 1;
