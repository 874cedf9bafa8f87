import { dirname } from "node:path/posix";
import { parseArgs } from "node:util";
import { exportsOf, fileProblemOf, problemOf } from "./structure/names.ts";
import { circlesIn, nounGraph } from "./structure/nouns.ts";
import { pathsAt, type Source, sourcesAt } from "./structure/sources.ts";

/** Files of one folder; its subfolders count for themselves. */
const mostFiles = 45;

const { values } = parseArgs({
  options: { at: { type: "string" }, names: { type: "boolean" }, check: { type: "boolean" } },
});
const commit = values.at ?? null;

// Whoever reads only the first lines closes the pipe.
process.stdout.on("error", () => process.exit());

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function linesOf({ text }: Source): number {
  return text.split("\n").length - 1;
}

/** The value below which `share` of the values are. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How many files each folder holds, the fullest first. */
function foldersOf(paths: readonly string[]): [string, number][] {
  const folders = new Map<string, number>();
  for (const path of paths) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  return [...folders].sort(([, one], [, other]) => other - one);
}

function wrongNames(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    exportsOf(source).flatMap((name) => {
      const problem = problemOf(name);
      return problem === undefined ? [] : [`${source.path} ${name} (${problem})`];
    }),
  );
}

function wrongFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path }) => {
    const problem = fileProblemOf(path);
    return problem === undefined ? [] : [`${path} (${problem})`];
  });
}

function sayLines(name: string, sources: readonly Source[]): void {
  const lines = sources.map(linesOf);
  const total = lines.reduce((sum, each) => sum + each, 0);
  say(
    `${name}: ${sources.length} files, ${total} lines, median ${percentile(lines, 0.5)}, p90 ${percentile(lines, 0.9)}, most ${Math.max(...lines)}`,
  );
}

const folders = foldersOf(pathsAt(commit));
const overfull = folders.filter(([, files]) => files > mostFiles);
const functions = sourcesAt(commit, ["functions"]);
const graph = nounGraph(functions);
const circles = circlesIn(graph).map((circle) => circle.join(", "));
const product = sourcesAt(commit, ["functions", "lib", "bin", "stages"]);
const tests = sourcesAt(commit, ["test"]);
const names = wrongNames([...product, ...tests]);
const files = wrongFiles([...product, ...tests]);

/** Prints what breaks the rules of the codebase, and ends with 1 where anything does. */
function check(): void {
  const faults = [
    ...overfull.map(([folder, count]) => `${folder} holds ${count} files; at most ${mostFiles}`),
    ...circles.map((circle) => `these nouns import one another in a circle: ${circle}`),
    ...names,
    ...files,
  ];
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function report(): void {
  say(`folders over ${mostFiles} files: ${overfull.length}`);
  for (const [folder, count] of folders.slice(0, Math.max(5, overfull.length))) say(`  ${count} ${folder}`);
  const shelved = graph.size === 0 ? " (domain and app have no folders by noun)" : ` of ${graph.size} nouns`;
  say(`circles between nouns: ${circles.length}${shelved}`);
  for (const circle of circles) say(`  ${circle}`);
  say(`exported names with banned words: ${names.length} of ${[...product, ...tests].flatMap(exportsOf).length}`);
  if (values.names) for (const name of names) say(`  ${name}`);
  say(`file names that end in -kind or -words: ${files.length}`);
  sayLines("functions", functions);
  sayLines("lib, bin and stages", sourcesAt(commit, ["lib", "bin", "stages"]));
  sayLines("test", tests);
  sayLines("test/sim and test/support/world", sourcesAt(commit, ["test/sim", "test/support/world"]));
}

if (values.check) check();
else report();
