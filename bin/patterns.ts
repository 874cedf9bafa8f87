import { readFileSync } from "node:fs";
import { composedPatterns, excusedPatterns } from "./patterns/excused.ts";
import { patternsOf, type SourcePattern } from "./patterns/literals.ts";
import { superLinearPartsOf } from "./patterns/super-linear.ts";
import { pathsAt } from "./structure/sources.ts";

const paths = pathsAt(null).filter((path) => /^(?:functions|lib|bin|stages)\/.*\.m?[jt]s$/.test(path));
const patterns = paths.flatMap((path) => patternsOf({ path, text: readFileSync(path, "utf8") }));

/** What is wrong with a pattern; none where every text is read in about its own length of steps. */
function faultsOf({ path, line, written, pattern }: SourcePattern): string[] {
  const place = `${path}:${line} ${written}`;
  if (pattern === null)
    return composedPatterns[path]
      ? []
      : [`${place}: put together while it runs; say in bin/patterns/excused.ts why no text makes it slow`];
  if (excusedPatterns[written]) return [];
  return superLinearPartsOf(pattern).map((part) => `${place}: ${part}`);
}

const written = new Set(patterns.map((each) => each.written));
const composed = new Set(patterns.filter(({ pattern }) => pattern === null).map(({ path }) => path));
const faults = [
  ...patterns.flatMap(faultsOf),
  ...Object.keys(excusedPatterns)
    .filter((each) => !written.has(each))
    .map((each) => `${each} is excused and nowhere`),
  ...Object.keys(composedPatterns)
    .filter((each) => !composed.has(each))
    .map((each) => `${each} is excused and composes none`),
];
if (patterns.length < 100) faults.push(`only ${patterns.length} patterns were found`);
for (const fault of faults) console.log(fault);
console.log(`${patterns.length} patterns of ${paths.length} files; ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
