import { join } from "node:path";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import type { Endpoints } from "../support/runner/sandbox.ts";
import { cdk } from "./cdk.ts";
import { emptyBuckets } from "./empty-buckets.ts";
import type { EngineSandbox } from "./engine-sandbox.ts";
import { leftovers } from "./leftovers.ts";
import { isLoopback, listenersOf } from "./listening.ts";
import { assemblePrevious } from "./previous.ts";
import { expectStacks } from "./stacks.ts";
import { Visit } from "./visit.ts";
import { blockedWallet, lateBlock, returnAfterDelivery } from "./walks/compliance.ts";
import { creditedInvoice, voidedInvoice } from "./walks/credit.ts";
import { escrowRelease } from "./walks/escrow.ts";
import { iamOperatorCall } from "./walks/iam-operator.ts";
import { invoice } from "./walks/invoice.ts";
import { routes } from "./walks/routes.ts";
import { webhookRetry } from "./walks/webhook-retry.ts";

type Show = (line: string) => void;

/** The last walk moves the clock, which the others do not expect. */
const walks = [
  invoice,
  blockedWallet,
  lateBlock,
  returnAfterDelivery,
  creditedInvoice,
  voidedInvoice,
  escrowRelease,
  iamOperatorCall,
  routes,
  webhookRetry,
];

/** A route that stands alone at the gateway, and what it answers. */
const lessRoute = { pathPart: "search", path: "/admin/search?q=nothing" };

/** Kinds that a deployment has: one that is not seen before the destroy would not be seen after it either. */
const kindsOfOurs = [
  ...["table", "queue", "bucket", "API", "function", "log group", "secret", "key", "role"],
  ...["state machine", "rule", "alarm"],
];

const deploy = ["deploy", "--all", "--require-approval", "never", "--method", "direct"];

/** Shows everything that the strict engine can show, a line each; the first that does not hold is thrown. */
export async function showAll(sandbox: EngineSandbox, show: Show): Promise<void> {
  const endpoints = await sandbox.ready();
  await expectStacks(endpoints, /^CREATE_COMPLETE$/);
  show("both stacks deployed");
  const visit = new Visit(endpoints);
  for (const walk of walks) show(await walk(visit));
  showListeners(sandbox, show);
  await showUpdate(sandbox, visit, show);
  await showDestroyed(sandbox, endpoints, show);
}

/** After the walks, so that every part of the engine has been started. */
function showListeners(sandbox: EngineSandbox, show: Show): void {
  const listeners = listenersOf(sandbox.pid);
  const open = listeners.filter((each) => !isLoopback(each));
  if (open.length > 0)
    throw new Error(`Not on loopback: ${open.map(({ address, port }) => `${address}:${port}`).join(", ")}.`);
  if (listeners.length === 0) throw new Error("No listening socket of the sandbox was found.");
  show(`loopback only: ${listeners.length} listening sockets`);
}

/** To the last release's templates and on to the present ones, over the same data. */
async function showUpdate(sandbox: EngineSandbox, visit: Visit, show: Show): Promise<void> {
  const { stateDir } = sandbox;
  const { awsEndpoint, apiUrl } = visit.endpoints;
  const present = join(stateDir, "cdk.out");
  const previous = join(stateDir, "previous.out");
  assemblePrevious(present, previous, Number(new URL(apiUrl).port), lessRoute.pathPart);
  await cdk(awsEndpoint, previous, deploy, join(stateDir, "cdk-previous.log"));
  await expectStacks(visit.endpoints, /^UPDATE_COMPLETE$/);
  const without = await visit.operator.send("GET", lessRoute.path);
  // What answers where nothing is tells nobody which routes there are under /admin.
  if (![401, 404].includes(without.status))
    throw new Error(`${lessRoute.path} answered ${without.status} without its route.`);
  const tenant = await visit.tenant();
  const drafted = await tenant.invoice(8_000);

  await cdk(awsEndpoint, present, deploy, join(stateDir, "cdk-update.log"));
  await expectStacks(visit.endpoints, /^UPDATE_COMPLETE$/);
  const within = await visit.operator.send("GET", lessRoute.path);
  if (within.status !== 200) throw new Error(`${lessRoute.path} answered ${within.status} after the update.`);
  const stored = await tenant.call(invoiceOperations.getInvoice, { params: { id: drafted.id } });
  await tenant.reaches(await tenant.pay(stored), "completed");
  const skipped = sandbox.skippedUpdates();
  const unable = skipped.length === 0 ? "" : `; this engine cannot update ${skipped.join(", ")}`;
  show(`updated from the previous release (its invoice is paid, the new route answers${unable})`);
}

async function showDestroyed(sandbox: EngineSandbox, endpoints: Endpoints, show: Show): Promise<void> {
  const { stateDir } = sandbox;
  const before = await leftovers(endpoints.awsEndpoint, endpoints.region);
  const unseen = kindsOfOurs.filter((kind) => !before.some((each) => each.startsWith(`${kind} `)));
  if (unseen.length > 0) throw new Error(`Before the destroy no ${unseen.join(", ")} was seen.`);
  await emptyBuckets(endpoints);
  const destroy = ["destroy", "--all", "--force"];
  await cdk(endpoints.awsEndpoint, join(stateDir, "cdk.out"), destroy, join(stateDir, "cdk-destroy.log"));
  await expectStacks(endpoints, null);
  const left = await leftovers(endpoints.awsEndpoint, endpoints.region);
  if (left.length > 0) throw new Error(`Left after the destroy: ${left.join(", ")}.`);
  show("destroyed, nothing left");
}
