import parse, { type Info } from "spdx-expression-parse";
import { type BundledPackage, idOf } from "./bundled-packages.ts";

/** Licenses under which anybody may run a service, by their SPDX names: all ask for a notice at most, and none for our source. */
const allowed: ReadonlySet<string> = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unlicense",
  ],
  // Fonts: what is set in them is not covered.
  "OFL-1.1",
]);

/** The packages whose license is none of those, each with what it says. */
export function refusedLicenses(packages: readonly BundledPackage[]): string[] {
  return packages.flatMap((each) => {
    if (isAllowed(each.license)) return [];
    return [`${idOf(each)} is under ${each.license || "no license that it names"}, which bin/supply/licenses.ts lacks`];
  });
}

function isAllowed(expression: string): boolean {
  try {
    return satisfies(parse(expression));
  } catch {
    // No SPDX expression: nobody can say what it allows.
    return false;
  }
}

function satisfies(node: Info): boolean {
  if ("license" in node) return !node.plus && node.exception === undefined && allowed.has(node.license);
  const [left, right] = [satisfies(node.left), satisfies(node.right)];
  return node.conjunction === "or" ? left || right : left && right;
}
