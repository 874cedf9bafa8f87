import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type JsonCall, jsonClient } from "../../bin/sandbox/client.ts";
import { type Endpoints, readEndpoints } from "../../bin/sandbox/endpoints.ts";
import { Sandbox } from "../../bin/sandbox/launch.ts";
import { readOptions } from "../../bin/sandbox/options.ts";
import { terminalReport } from "../../bin/sandbox/report.ts";

const usage = `npm run bench -- clients [--clients N] [--each N] [--state DIR]
  --clients N  clients at once (8)
  --each N     settlements that each of them makes, one after the other (5)
  --state DIR  the folder of a sandbox that runs; none: one is started on free ports in a scratch folder`;

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "8" },
    each: { type: "string", default: "5" },
    state: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** At most so long from an invoice's creation to its settlement's end, half the time. */
const mostMs = 2_000;
const limitMs = 120_000;
const lookMs = 50;

/** A port from which on so many are free, well away from those that sandboxes use by themselves. */
async function freePorts(howMany: number): Promise<number> {
  for (let first = 21_000 + (process.pid % 500) * 20; ; first += howMany) {
    const free = await Promise.all(Array.from({ length: howMany }, (_, nth) => isFree(first + nth)));
    if (free.every((each) => each)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}

/** Creates, sends and pays an invoice; milliseconds from its creation to its settlement's completion. */
async function settle(call: JsonCall): Promise<number> {
  const startedAt = performance.now();
  const lineItems = [{ description: "Harbour cranes, inspection", unitCents: 125_000 }];
  const made = { number: `BENCH-${randomUUID()}`, customerId: "Hydra Logistics", lineItems };
  const { id } = await call<{ id: string }>("POST", "/api/v1/invoices", made, { "idempotency-key": randomUUID() });
  await call("POST", `/api/v1/invoices/${id}/send`, {}, { "idempotency-key": randomUUID() });
  const paid = await call<{ settlement: { id: string } }>(
    "POST",
    `/api/v1/invoices/${id}/pay`,
    {},
    { "idempotency-key": randomUUID() },
  );
  for (;;) {
    const { status } = await call<{ status: string }>("GET", `/api/v1/settlements/${paid.settlement.id}`);
    const tookMs = performance.now() - startedAt;
    if (status === "completed") return tookMs;
    if (status === "failed" || status === "declined" || tookMs > limitMs)
      throw new Error(`settlement ${paid.settlement.id} is ${status} after ${Math.round(tookMs)} ms`);
    await wait(lookMs);
  }
}

/** What so many clients at once had to wait, each with so many settlements one after the other. */
async function waits({ apiUrl, tenant }: Endpoints, clients: number, each: number): Promise<number[]> {
  const call = jsonClient(apiUrl, tenant.apiKey);
  const all = Array.from({ length: clients }, async () => {
    const took: number[] = [];
    for (let nth = 0; nth < each; nth++) took.push(await settle(call));
    return took;
  });
  return (await Promise.all(all)).flat().toSorted((one, other) => one - other);
}

function share(sorted: readonly number[], of: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;
}

function line(clients: number, took: readonly number[]): string {
  const seconds = (of: number) => `${(share(took, of) / 1000).toFixed(2)} s`;
  return `${String(clients).padStart(3)} clients, ${took.length} settlements: created to completed p50 ${seconds(0.5)}, p99 ${seconds(0.99)}`;
}

async function measure(endpoints: Endpoints): Promise<void> {
  const [clients, each] = [Number(values.clients), Number(values.each)];
  // Whatever starts for the first time, starts before.
  await waits(endpoints, 2, 1);
  const alone = await waits(endpoints, 1, Math.max(each, 5));
  const many = await waits(endpoints, clients, each);
  console.log(line(1, alone));
  console.log(line(clients, many));
  console.log(`ratio of the medians: ${(share(many, 0.5) / share(alone, 0.5)).toFixed(2)}`);
  const isMet = share(many, 0.5) < mostMs;
  console.log(`${isMet ? "ok  " : "MISSED"} p50 of ${clients} clients under ${mostMs / 1000} s`);
  if (!isMet) process.exitCode = 1;
}

async function inOwnSandbox(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sluice-clients-"));
  const port = await freePorts(8);
  const options = readOptions(["--no-demo", "--port", `${port}`, "--aws-port", `${port + 7}`, "--state", folder]);
  if (options === "help") return;
  const report = terminalReport();
  const sandbox = new Sandbox(options, report);
  try {
    const endpoints = await sandbox.start();
    report.say("nothing");
    await measure(endpoints);
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.help) console.log(usage);
else if (values.state === undefined) await inOwnSandbox();
else await measure(readEndpoints(values.state));
process.exit();
