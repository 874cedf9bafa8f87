import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../functions/http/operation.ts";
import { awsCommands } from "../runner/aws-commands.ts";

const root = join(import.meta.dirname, "../../..");

/** What there is that a runbook may name. */
export interface Facts {
  readonly operations: readonly Operation[];
  /** Names of resources, without `sluice-<stage>-`. */
  readonly resources: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  readonly reviewKinds: readonly string[];
  readonly reviewActions: readonly string[];
  /** All of the code that logs and draws graphs, as one text. */
  readonly source: string;
  /** Names that AWS gives: errors, and fields of answers. */
  readonly awsNames: ReadonlySet<string>;
}

type Claim = (text: string, facts: Facts) => string[];

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))];
}

/** Each of what a pattern finds that is not so, in one sentence. */
function without(what: string, pattern: RegExp, isThere: (found: string, facts: Facts) => boolean): Claim {
  return (text, facts) =>
    all(text, pattern)
      .filter((found) => !isThere(found, facts))
      .map((found) => `There is no ${what} ${found}.`);
}

function isRoute(route: string, { operations }: Facts): boolean {
  const [method = "", address = ""] = route.split(" ");
  const [path = "", search] = address.split("?");
  const op = operations.find((each) => each.method === method && each.path === path);
  if (search === undefined || op === undefined) return op !== undefined;
  return op.query?.safeParse(Object.fromEntries(new URLSearchParams(search))).success === true;
}

function isAwsCommand(line: string): boolean {
  const [service, operation, ...rest] = line.split(" ");
  const options = awsCommands[`${service} ${operation}`];
  return options !== undefined && all(rest.join(" "), /--([\w-]+)/g).every((each) => options.includes(each));
}

/** A heading as GitHub makes it an anchor. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function isLink(link: string, text: string): boolean {
  const [file = "", anchor] = link.split("#");
  const path = join(root, "docs", file);
  if (file !== "" && !existsSync(path)) return false;
  const target = file === "" ? text : readFileSync(path, "utf8");
  return (
    anchor === undefined ||
    all(target, /^#+ (.+)$/gm)
      .map(anchorOf)
      .includes(anchor)
  );
}

const quoted = (text: string, label: string) => all(label, /"([^"]+)"/g).filter((word) => !text.includes(word));

const claims: readonly Claim[] = [
  without("route", /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]+)`/g, isRoute),
  without("page", /`(\/console[^`]*)`/g, (page, facts) => isRoute(`GET ${page}`, facts)),
  without("route POST", /curl [^\n]*https:\/\/<[^>]+>(\/\S+)/g, (path, facts) => isRoute(`POST ${path}`, facts)),
  without("AWS command", /(?:^|`)aws ([^\n`]+)/gm, isAwsCommand),
  without("command", /`(npx [^`]+)`/g, (command) => command === "npx cdk deploy --all -c stage=<stage>"),
  without("resource", /sluice-<stage>-([a-z][\w-]*)/g, (name, { resources }) => resources.has(name)),
  without("function", /Lambdas? `([^`]+)`/g, (name, { functions }) => functions.has(name)),
  without("output", /output `([^`]+)`/g, (name, { outputs }) => outputs.has(name)),
  without(
    "name",
    /`([A-Z][a-z]+[A-Z]\w+|[A-Z][a-z])`/g,
    (name, { outputs, awsNames }) => outputs.has(name) || awsNames.has(name),
  ),
  without("kind of review", /kind `(\w+)`/g, (kind, { reviewKinds }) => reviewKinds.includes(kind)),
  without("review action", /action `(\w+)`/g, (word, { reviewActions }) => reviewActions.includes(word)),
  without("line in the log", /lines? `([^`]+)`/g, (line, { source }) => source.includes(`"${line}"`)),
  (text, { source }) =>
    all(text, /message (?:=|in) (\[[^\]]+\]|"[^"]+")/g)
      .flatMap((labels) => quoted(source, labels))
      .map((word) => `There is no line in the log ${word}.`),
  without(
    "graph",
    /"([A-Z][^"\n]+)"(?:(?: and "[^"]+")? on the dashboard| and "[^"]+" on the dashboard)/g,
    (title, { source }) => source.includes(`"${title}`),
  ),
  without("file", /`((?:functions|lib|bin|docs|test)\/[^`]+)`/g, (file) => existsSync(join(root, file))),
  (text) =>
    all(text, /\]\(([^)]+)\)/g)
      .filter((link) => !isLink(link, text))
      .map((link) => `There is no place ${link}.`),
];

/** Everything that a runbook names and that there is not, a sentence each. */
export function wrongClaims(text: string, facts: Facts): string[] {
  return claims.flatMap((claim) => claim(text, facts));
}
