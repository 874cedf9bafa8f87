import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { allOperations } from "../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../functions/contract/screening.ts";
import type { CallerType, Operation } from "../../functions/http/operation.ts";
import { EscrowOffice } from "../support/escrow/escrow-office.ts";
import type { PlainRequest } from "../support/routes/bad-input.ts";
import { goodRequest, pathOf } from "../support/routes/bad-input.ts";
import { formsIn } from "../support/routes/page-forms.ts";
import { ofScreening, Visitor } from "../support/routes/visitor.ts";
import type { DeployedSandbox } from "../support/runner/deployed.ts";
import { DeployedLists } from "../support/screening/deployed-lists.ts";
import { backtracking, openControl } from "./budget/control.ts";
import { drawingsOf } from "./budget/documents.ts";
import { bodyBytes, type Hit, hitsOf } from "./budget/hits.ts";
import { linkedForms, linkedHitsOf } from "./budget/linked-forms.ts";
import { Watchdog } from "./budget/watchdog.ts";

const usage = `npm run budget -- [--product billing|screening] [--only TEXT] [--limit MS] [--tenants] [--console] [--verbose]
  --product  one of the two alone (default: both, one after the other)
  --only     operations whose id has this text
  --limit    milliseconds of CPU that a request may take (default 200)
  --tenants  with the routes that take a tenant's key, which is some minutes more
  --console  with the console's pages and forms, signed in, which is some minutes more
  --verbose  each route's worst as soon as it is known`;

const { values } = parseArgs({
  options: {
    product: { type: "string" },
    only: { type: "string", default: "" },
    limit: { type: "string", default: "200" },
    tenants: { type: "boolean", default: false },
    console: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Milliseconds of CPU that one request may take. */
const mostMs = Number(values.limit);

/** Nothing of ours takes minutes, on the slowest machine. */
const patienceMs = 300_000;

/** How often a request is tried that took too long: other work of the process does not repeat itself. */
const tries = 5;

/** Who can call without an operator's trust, and who else is asked for. */
const callers: readonly CallerType[] = [
  ...(["public", "vendor", "rail"] as const),
  ...(values.tenants ? (["tenant"] as const) : []),
  ...(values.console ? (["console"] as const) : []),
];

interface Cost {
  readonly operation: string;
  readonly hit: string;
  readonly ms: number;
}

async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of a few tries; one that is well within the limit is enough. */
async function leastMs(run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < tries && least > mostMs / 2; nth += 1) least = Math.min(least, await cpuMs(run));
  return least;
}

type Product = Pick<DeployedSandbox, "send">;

/** The fields of a page's forms that are sent to an operation, as the page shows them. */
async function fieldsOf(product: Product, op: Operation, all: readonly Operation[]): Promise<string[]> {
  const pages = all.filter(
    ({ method, path }) => method === "GET" && (op.path === path || op.path.startsWith(`${path}/`)),
  );
  for (const page of pages.toSorted((one, other) => other.path.length - one.path.length)) {
    const { text } = await product.send(page, { method: "GET", path: pathOf(page), headers: {} });
    const fields = formsIn(text).flatMap((form) => form.fields.map(({ name }) => name));
    if (fields.length > 0) return [...new Set(fields)];
  }
  return ["a"];
}

/** Whom a request is from: a tenant by its key, an operator by the session's cookie and its forms' token. */
interface Known {
  readonly bearer: string;
  readonly visitor: Visitor;
}

function headersOf(op: Operation, { bearer, visitor }: Known): Record<string, string> {
  if (op.caller === "tenant") return { authorization: `Bearer ${bearer}` };
  return op.caller === "console" ? { cookie: visitor.cookie, host: "localhost:4000" } : {};
}

/** A console's form proves first whose it is: what comes after that is to be measured. */
function provenForm(op: Operation, request: PlainRequest, { visitor }: Known): PlainRequest {
  const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
  if (op.caller !== "console" || !isForm || typeof request.body !== "string") return request;
  const token = `form=${encodeURIComponent(visitor.formToken)}&`;
  return { ...request, body: `${token}${request.body}`.slice(0, bodyBytes) };
}

/** What each of an operation's hits costs. */
async function measureHits(
  op: Operation,
  hits: readonly Hit[],
  send: (request: PlainRequest) => Promise<unknown>,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  const watchdog = new Watchdog(patienceMs);
  for (const { name, request } of hits) {
    watchdog.begin(`${op.id}, ${name}`);
    costs.push({ operation: op.id, hit: name, ms: await leastMs(() => send(request)) });
  }
  watchdog.stop();
  return costs;
}

/** What each hit of each operation costs. */
async function measure(product: Product, all: readonly Operation[], known: Known): Promise<Cost[]> {
  const costs: Cost[] = [];
  const asked = all.filter(({ id, caller }) => callers.includes(caller) && id.includes(values.only));
  for (const op of asked) {
    const send = (request: PlainRequest) => {
      const headers = { ...headersOf(op, known), ...request.headers };
      return product.send(op, { ...provenForm(op, request, known), headers });
    };
    for (let warm = 0; warm < 3; warm += 1) await send(goodRequest(op));
    const found = await measureHits(op, hitsOf(op, await fieldsOf(product, op, all)), send);
    if (values.verbose) report(op.id, found);
    costs.push(...found);
  }
  return costs;
}

/** An operation's worst, at once: what is printed by `console` is taken for a Lambda's log. */
function report(operation: string, costs: readonly Cost[]): void {
  const worst = costs.reduce((one, other) => (other.ms > one.ms ? other : one), { hit: "none", ms: 0 });
  writeSync(1, `${worst.ms.toFixed(0).padStart(6)} ms  ${operation}, ${costs.length} requests, ${worst.hit}\n`);
}

/** Whether a route is found that is planted with a pattern which backtracks: else what is under the limit says nothing. */
async function findsControl(): Promise<boolean> {
  const costs = await measureHits(backtracking, hitsOf(backtracking, []), openControl());
  const over = costs.filter(({ ms }) => ms > mostMs);
  console.log(
    `control: ${over.length} of ${costs.length} requests to a planted pattern that backtracks are over the limit`,
  );
  return over.length > 0;
}

/** What each hit costs of the forms that a link leads to. */
async function measureLinked(office: EscrowOffice): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const form of await linkedForms(office)) {
    if (!form.op.id.includes(values.only)) continue;
    const found = await measureHits(form.op, linkedHitsOf(form), (request) => office.send(form.op, request));
    if (values.verbose) report(form.path.replace(/[\w-]{43}/, "{token}"), found);
    costs.push(...found);
  }
  return costs;
}

/** What the first drawing of each document costs, once the fonts have been read. */
async function measureDrawings(sandbox: DeployedSandbox, apiKey: string): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const { operation, name, prepare } of drawingsOf(sandbox, apiKey)) {
    if (!operation.includes(values.only)) continue;
    await (await prepare())();
    let ms = Number.POSITIVE_INFINITY;
    for (let nth = 0; nth < tries && ms > mostMs / 2; nth += 1) ms = Math.min(ms, await cpuMs(await prepare()));
    costs.push({ operation, hit: `first drawn: ${name}`, ms });
  }
  return costs;
}

function print(title: string, costs: readonly Cost[]): boolean {
  const worst = costs.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  const over = costs.filter(({ ms }) => ms > mostMs);
  console.log(
    `\n${title}: ${costs.length} requests to ${new Set(costs.map(({ operation }) => operation)).size} routes`,
  );
  for (const { operation, hit, ms } of worst) console.log(`  ${ms.toFixed(0).padStart(6)} ms  ${operation}, ${hit}`);
  console.log(over.length === 0 ? `  each under ${mostMs} ms of CPU` : `  ${over.length} over ${mostMs} ms of CPU`);
  return over.length === 0;
}

async function billing(): Promise<boolean> {
  const sandbox = new EscrowOffice();
  const { one } = await sandbox.start();
  const visitor = new Visitor(sandbox);
  await visitor.signIn();
  const costs = [
    ...(await measureLinked(sandbox)),
    // A page of the whole book costs by what is in it: what is drawn is made last.
    ...(await measure(sandbox, allOperations, { bearer: one.apiKey, visitor })),
    ...(await measureDrawings(sandbox, one.apiKey)),
  ];
  sandbox.stop();
  return print("billing", costs);
}

async function screening(): Promise<boolean> {
  const lists = new DeployedLists();
  await lists.open();
  const visitor = new Visitor(lists, "192.0.2.1", ofScreening);
  await visitor.signIn();
  const costs = await measure(lists, allScreeningOperations, { bearer: "none", visitor });
  lists.stop();
  return print("screening", costs);
}

if (values.help) console.log(usage);
else if (values.product === undefined) {
  const runs = ["billing", "screening"].map((product) =>
    spawnSync(
      process.execPath,
      [...process.execArgv, import.meta.filename, "--product", product, ...process.argv.slice(2)],
      { stdio: "inherit" },
    ),
  );
  process.exitCode = runs.every(({ status }) => status === 0) ? 0 : 1;
} else {
  const isControlFound = await findsControl();
  const isWithin = await (values.product === "screening" ? screening() : billing());
  process.exitCode = isControlFound && isWithin ? 0 : 1;
}
