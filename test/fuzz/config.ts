import { join } from "node:path";
import { kindsInPath, type OperationAtPath, type ServedDocument } from "./documents.ts";
import type { Records } from "./records.ts";

/** How much is asked of one document. */
export interface Input {
  readonly seed: number;
  readonly perOperation: number;
  /** Every boundary of every field as well, some hundred cases an operation. */
  readonly boundaries: boolean;
  /** The only operations that are asked, one by one: scenarios need the others. */
  readonly alone?: readonly string[];
}

/** Tells what is wrong with an item in the item's place, so that a wrong one is answered 200. */
const answersInPlace = new Set(["screenBatch"]);

/** The requests of a scenario: one makes a record, others follow its links. */
const stepsMax = 6;
const scenariosMin = 10;

/** How often a path names a record that exists. */
const known = 0.7;
const remembered = 30;

/** The variable that brings the credential, so that no file has it. */
export const tokenVariable = "SLUICE_FUZZ_TOKEN";

/** The schemathesis.toml of one document. A basic string of TOML is written as one of JSON. */
export function configOf(document: ServedDocument, input: Input, records: Records, urls: readonly string[]): string {
  const kinds = new Set(document.operations.flatMap((each) => [...kindsInPath(each).values()]));
  const dictionaries = [...kinds]
    .map((kind) => [kind, records.of(kind).slice(0, remembered)] as const)
    .filter(([, ids]) => ids.length > 0);
  const names = new Set(dictionaries.map(([kind]) => kind));
  return [
    `seed = ${input.seed}`,
    `hooks = ${JSON.stringify(join(import.meta.dirname, "hooks.py"))}`,
    // Hypothesis in several threads ends in CPython's "AST constructor recursion depth mismatch".
    "workers = 1",
    ...["continue-on-failure = true", "color = false", "warnings = false", "max-redirects = 0"],
    "request-timeout = 60",
    // Of scenarios: what an operation says itself is of the other phases, and a phase's own is lost to a --url.
    `[generation]\nmax-examples = ${scenariosOf(document, input)}\ndatabase = "none"\nallow-x00 = true\nno-shrink = true`,
    `[phases.coverage]\nenabled = ${input.boundaries}`,
    // What the document's links say, and no links that are guessed.
    `[phases.stateful]\nenabled = ${input.alone === undefined}\nmax-steps = ${stepsMax}\ninference.algorithms = []\nlink-calibration = false`,
    `[dictionaries.url]\nvalues = ${JSON.stringify(urls)}`,
    ...dictionaries.map(([kind, ids]) => `[dictionaries.${kind}]\nvalues = ${JSON.stringify(ids)}`),
    ...securitySchemesOf(document).map((scheme) => `[auth.openapi.${scheme}]\n${credential(scheme)}`),
    ...document.operations.map((each) => operationOf(each, document.operations, names, input)),
    "",
  ].join("\n");
}

function securitySchemesOf({ operations }: ServedDocument): string[] {
  return [...new Set(operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))))];
}

function credential(scheme: string): string {
  return `${scheme === "headerKey" ? "api_key" : "bearer"} = "\${${tokenVariable}}"`;
}

/** Whether another operation's path takes this one's for a record's: there its other methods say 404, not 405. */
function isTaken({ path }: OperationAtPath, all: readonly OperationAtPath[]): boolean {
  const takes = (other: string) => new RegExp(`^${other.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
  return all.some((other) => other.path !== path && takes(other.path));
}

/** About as many requests follow links as are made for each operation by itself. */
function scenariosOf({ operations }: ServedDocument, { perOperation }: Input): number {
  return Math.max(scenariosMin, Math.round((perOperation * operations.length) / stepsMax));
}

function operationOf(
  operation: OperationAtPath,
  all: readonly OperationAtPath[],
  names: ReadonlySet<string>,
  { perOperation }: Input,
): string {
  const bound = [...kindsInPath(operation)]
    .filter(([, kind]) => names.has(kind))
    .map(([name, kind]) => `"path.${name}" = { dictionary = "${kind}", probability = ${known} }`);
  for (const name of ["url", "webhook"])
    if (JSON.stringify(operation.requestBody ?? {}).includes(`"${name}":`))
      bound.push(`"body.${name}" = { dictionary = "url", probability = ${known} }`);
  // A refusal of 501 to 503 is as good as any where the document says so; its code is checked like the rest.
  const expected = ["2xx", "3xx", "4xx", ...Object.keys(operation.responses).filter((status) => status > "500")];
  return [
    `[[operations]]\ninclude-operation-id = "${operation.operationId}"`,
    `generation.max-examples = ${perOperation}`,
    `checks.not_a_server_error.expected-statuses = ${JSON.stringify(expected)}`,
    ...(answersInPlace.has(operation.operationId) ? ["checks.negative_data_rejection.enabled = false"] : []),
    ...(isTaken(operation, all) ? ["checks.unsupported_method.enabled = false"] : []),
    ...(bound.length > 0 ? [`parameters = { ${bound.join(", ")} }`] : []),
  ].join("\n");
}
