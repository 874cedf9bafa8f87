import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { allOperations } from "../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../functions/contract/screening.ts";
import type { CallerType, Operation } from "../../functions/http/operation.ts";
import type { PlainRequest } from "../support/routes/bad-input.ts";
import { goodRequest, pathOf } from "../support/routes/bad-input.ts";
import { formsIn } from "../support/routes/page-forms.ts";
import { DeployedSandbox } from "../support/runner/deployed.ts";
import { DeployedLists } from "../support/screening/deployed-lists.ts";
import { hitsOf } from "./budget/hits.ts";

const usage = `npm run budget -- [--product billing|screening] [--only TEXT] [--limit MS] [--tenants]
  --product  one of the two alone (default: both, one after the other)
  --only     operations whose id has this text
  --limit    milliseconds of CPU that a request may take (default 200)
  --tenants  with the routes that take a tenant's key, which is some minutes more`;

const { values } = parseArgs({
  options: {
    product: { type: "string" },
    only: { type: "string", default: "" },
    limit: { type: "string", default: "200" },
    tenants: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Milliseconds of CPU that one request may take. */
const mostMs = Number(values.limit);

/** How often a request is tried that took too long: other work of the process does not repeat itself. */
const tries = 5;

/** Who can call without an operator's trust. */
const callers: readonly CallerType[] = ["public", "vendor", "rail", ...(values.tenants ? (["tenant"] as const) : [])];

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

/** What each hit of each operation costs; `bearer` is a tenant's key. */
async function measure(product: Product, all: readonly Operation[], bearer: string): Promise<Cost[]> {
  const costs: Cost[] = [];
  const asked = all.filter(({ id, caller }) => callers.includes(caller) && id.includes(values.only));
  for (const op of asked) {
    const auth = op.caller === "tenant" ? { authorization: `Bearer ${bearer}` } : {};
    const send = (request: PlainRequest) => product.send(op, { ...request, headers: { ...auth, ...request.headers } });
    for (let warm = 0; warm < 3; warm += 1) await send(goodRequest(op));
    for (const { name, request } of hitsOf(op, await fieldsOf(product, op, all)))
      costs.push({ operation: op.id, hit: name, ms: await leastMs(() => send(request)) });
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
  const sandbox = new DeployedSandbox();
  const { one } = await sandbox.start();
  const costs = await measure(sandbox, allOperations, one.apiKey);
  sandbox.stop();
  return print("billing", costs);
}

async function screening(): Promise<boolean> {
  const lists = new DeployedLists();
  await lists.open();
  const costs = await measure(lists, allScreeningOperations, "none");
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
} else process.exitCode = (await (values.product === "screening" ? screening() : billing())) ? 0 : 1;
