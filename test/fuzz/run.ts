import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Endpoints, startSandbox } from "../support/runner/sandbox.ts";
import { tryControls } from "./controls.ts";
import { type ServedDocument, servedDocuments } from "./documents.ts";
import { asSomebodyNew } from "./own.ts";
import { Records, walkExamples } from "./records.ts";
import { fuzz, type Outcome } from "./schemathesis.ts";

const usage = `npm run fuzz -- [--cases N] [--seed S] [--document NAME] [--operation ID] [--state DIR] [--controls]
  --cases N        generated requests over all documents, about (default 20000), and as many that follow links
  --seed S         where they begin (default: another each time, which is printed)
  --document NAME  only one of rails, operators, screening, screening-operators
  --operation ID   only this operation, and those that are named so beside it; no scenarios
  --state DIR      asks the sandbox that runs with this state directory instead of starting one
  --controls       only what each run begins with: answers spoiled on purpose must be caught`;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "20000" },
    seed: { type: "string" },
    document: { type: "string" },
    operation: { type: "string", multiple: true, default: [] },
    state: { type: "string" },
    controls: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** From here on there is room for every boundary of every field, which is not a matter of chance. */
const boundariesFrom = 10_000;

function tell({ name }: ServedDocument, { cases, failures, held, statuses, output, seconds }: Outcome): void {
  const response = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} of ${status}`)
    .join(", ");
  console.log(
    `${held ? "ok  " : "FAIL"} ${name}: ${cases} cases, ${failures} failures (${response}; ${seconds.toFixed(0)} s)`,
  );
  if (!held) console.log(output.slice(Math.max(0, output.search(/^=+ (ERRORS|FAILURES) =/m))));
}

async function everything(endpoints: Endpoints): Promise<boolean> {
  const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
  const documents = await servedDocuments(endpoints);
  const records = new Records();
  for (const document of documents) await walkExamples(document, records, endpoints.receiverUrl);
  const chosen = documents
    .filter(({ name }) => name === (values.document ?? name))
    .map((document) => only(document, values.operation))
    .filter(({ operations }) => operations.length > 0);
  // Of all documents, so that one alone is asked what it is asked among the others; operations that are named share all.
  const operations = (values.operation.length > 0 ? chosen : documents).reduce(
    (sum, each) => sum + each.operations.length,
    0,
  );
  const cases = Number(values.cases);
  const input = {
    ...{ seed, boundaries: cases >= boundariesFrom },
    ...(values.operation.length > 0 && { alone: values.operation }),
    perOperation: Math.max(1, Math.round(cases / operations)),
  };
  console.log(`${operations} operations of ${chosen.length} documents, seed ${seed}`);
  const outcomes: Outcome[] = [];
  const play = async (document: ServedDocument) => {
    const outcome = await fuzz(document, input, { records, urls: [endpoints.receiverUrl] });
    tell(document, outcome);
    outcomes.push(outcome);
  };
  // What operators do may lock a tenant out, so theirs come when tenants' are through.
  for (const isOperators of [false, true])
    await Promise.all(chosen.filter(({ name }) => name.endsWith("operators") === isOperators).map(play));
  const sum = (of: "cases" | "failures") => outcomes.reduce((all, each) => all + each[of], 0);
  console.log(`${sum("cases")} cases, ${sum("failures")} failures; --seed ${seed} --cases ${cases} plays them again`);
  return outcomes.every(({ held }) => held);
}

function only(document: ServedDocument, ids: readonly string[]): ServedDocument {
  if (ids.length === 0) return document;
  return { ...document, operations: document.operations.filter(({ operationId }) => ids.includes(operationId)) };
}

function endpointsIn(stateDir: string): Endpoints {
  return JSON.parse(readFileSync(resolve(stateDir, "endpoints.json"), "utf8"));
}

async function main(): Promise<boolean> {
  const sandbox = values.state === undefined ? await startSandbox(["--hold"]) : undefined;
  try {
    const endpoints = await asSomebodyNew(sandbox?.endpoints ?? endpointsIn(values.state ?? ""));
    const shown = await tryControls(endpoints);
    return values.controls ? shown : (await everything(endpoints)) && shown;
  } finally {
    await sandbox?.stop();
  }
}

// The sandbox and schemathesis end with us.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
if (values.help) console.log(usage);
else process.exitCode = (await main()) ? 0 : 1;
