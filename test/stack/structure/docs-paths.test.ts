import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

const folders = ["functions", "lib", "bin", "test", "statemachines", "docs"];

const rooms = readdirSync(join(root, "functions")).filter((name) =>
  statSync(join(root, "functions", name)).isDirectory(),
);

/** What the walk-throughs of docs/contributing.md make up. */
const examples = /adapters\/column|event-deliveries/;

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

/** The paths of this repository in a page's code spans: from the root, or from a room of functions. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([\w./-]+)`/g)].map(([, span]) => span ?? "");
  return spans.filter((span) => {
    const [first = "", second = ""] = span.split("/");
    return second !== "" && (folders.includes(first) || rooms.includes(first)) && !examples.test(span);
  });
}

/** The scripts that a page has people run. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, command]) => command ?? "");
}

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };

/** A path may leave out its ending, as a reader of the tree does. */
function isThere(path: string): boolean {
  const places = [path, `functions/${path}`].map((place) => join(root, place));
  return places.some((place) => [place, `${place}.ts`, `${place}.test.ts`].some(existsSync));
}

describe.each(pages)("%s", (page) => {
  const text = readFileSync(join(root, page), "utf8");

  it("names only paths that are there", () => {
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([]);
  });

  it("names only npm commands that are there", () => {
    expect(commandsIn(text).filter((command) => !Object.hasOwn(scripts, command))).toEqual([]);
  });

  it("links only files that are there", () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !existsSync(join(root, page, "..", link)))).toEqual([]);
  });
});

it("finds a command that is not there", () => {
  const commands = commandsIn("`npm run check`, `npm run audit:verify -- --local`, `npm run nowhere`");
  expect(commands.map((each) => Object.hasOwn(scripts, each))).toEqual([true, true, false]);
});

it("finds a path that is not there", () => {
  expect(pathsIn("see `app/core/change.ts` and `domain/nowhere/lost.ts`, or `GET /x`").map(isThere)).toEqual([
    true,
    false,
  ]);
});
