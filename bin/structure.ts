import { dirname } from "node:path/posix";
import { parseArgs } from "node:util";
import { exportsOf, fileProblemOf, problemOf } from "./structure/names.ts";
import { circlesIn, nounGraph } from "./structure/nouns.ts";
import { pathsAt, type Source, sourcesAt } from "./structure/sources.ts";

/** Files of one folder; its subfolders count for themselves. */
const mostFiles = 45;

const { values } = parseArgs({ options: { at: { type: "string" }, names: { type: "boolean" } } });
const commit = values.at ?? null;

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

function sayFolders(paths: readonly string[]): void {
  const folders = new Map<string, number>();
  for (const path of paths) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const largest = [...folders].sort(([, one], [, other]) => other - one);
  const over = largest.filter(([, files]) => files > mostFiles);
  say(`folders over ${mostFiles} files: ${over.length}`);
  for (const [folder, files] of largest.slice(0, Math.max(5, over.length))) say(`  ${files} ${folder}`);
}

function sayCircles(sources: readonly Source[]): void {
  const graph = nounGraph(sources);
  const circles = circlesIn(graph);
  const shelved = graph.size === 0 ? " (domain and app have no folders by noun)" : ` of ${graph.size} nouns`;
  say(`circles between nouns: ${circles.length}${shelved}`);
  for (const circle of circles) say(`  ${circle.length}: ${circle.join(", ")}`);
}

function sayNames(sources: readonly Source[]): void {
  const names = sources.flatMap((source) => exportsOf(source).map((name) => ({ name, path: source.path })));
  const wrong = names.flatMap(({ name, path }) => {
    const problem = problemOf(name);
    return problem === undefined ? [] : [`  ${path} ${name} (${problem})`];
  });
  say(`exported names with banned words: ${wrong.length} of ${names.length}`);
  if (values.names) for (const line of wrong) say(line);
  const files = sources.filter(({ path }) => fileProblemOf(path) !== undefined);
  say(`file names that end in -kind or -words: ${files.length}`);
}

function sayLines(name: string, sources: readonly Source[]): void {
  const lines = sources.map(linesOf);
  const total = lines.reduce((sum, each) => sum + each, 0);
  say(
    `${name}: ${sources.length} files, ${total} lines, median ${percentile(lines, 0.5)}, p90 ${percentile(lines, 0.9)}, most ${Math.max(...lines)}`,
  );
}

const paths = pathsAt(commit);
const functions = sourcesAt(commit, ["functions"]);
sayFolders(paths);
sayCircles(functions);
sayNames(sourcesAt(commit, ["functions", "lib", "bin", "stages"]));
sayLines("functions", functions);
sayLines("lib, bin and stages", sourcesAt(commit, ["lib", "bin", "stages"]));
sayLines("test", sourcesAt(commit, ["test"]));
sayLines("test/sim and test/support/world", sourcesAt(commit, ["test/sim", "test/support/world"]));
