import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { newId } from "../../../functions/adapters/local/id-maker.ts";
import { createInvoice, issueInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { FakeAws } from "../../support/runner/fake-aws.ts";
import { eventOf, lambdaEnvironment } from "../../support/runner/lambdas.ts";
import { newTenant } from "../core/new-tenant.ts";
import type { Bundles } from "./bundles.ts";
import { PeerTable } from "./peer-table.ts";

/** What a start took, in milliseconds. */
export interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** One process from its start to its first answer. */
export type Begin = () => Promise<Start>;

/** The starts that are compared: of each route our Lambda and the peer, and of a bare process. */
export interface Starts {
  readonly bare: Begin;
  readonly create: readonly [ours: Begin, peers: Begin];
  readonly pay: readonly [ours: Begin, peers: Begin];
  stop(): void;
}

const run = promisify(execFile);
const side = join(import.meta.dirname, "side.mjs");
const lineItems = [{ description: "Consulting in November", quantity: 1, unitCents: 125_000 }];

async function started(args: readonly string[], env: Record<string, string>): Promise<Start> {
  const { stdout } = await run(process.execPath, [side, ...args], { env });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Start;
}

/** Starts on both sides, each over a table of its own in this process. */
export async function openStarts({ invoices, pay, peer }: Bundles): Promise<Starts> {
  const aws = new FakeAws([]);
  const table = new PeerTable();
  const env = { ...lambdaEnvironment(await aws.start()), LOCAL: "false", LOG_LEVEL: "INFO" };
  const peerEnv = {
    ...{ AWS_ENDPOINT_URL: await table.start(), AWS_REGION: "us-east-1", POWERTOOLS_DEV: "false" },
    ...{ AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", POWERTOOLS_TRACE_ENABLED: "false" },
  };
  const now = () => new Date().toISOString();
  const context = { store: aws.store, clock: { now }, newId, actor: "bench", requestId: "req_bench" };
  const { id: tenantId, apiKey } = await newTenant(context, 1);
  let number = 0;
  const eventFor = (path: string, body: object) => {
    number += 1;
    const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": `request-${number}` };
    return JSON.stringify(eventOf({ method: "POST", path, headers, body: JSON.stringify(body) }));
  };
  const creation = () => eventFor("/api/v1/invoices", { number: `INV-${number}`, customerId: "cus_1", lineItems });
  const payment = (id: string) => eventFor(`/api/v1/invoices/${id}/pay`, { source: { type: "ach" } });
  const unpaid = async () => {
    const input = {
      number: `OPEN-${number}`,
      customerId: "cus_1",
      lineItems,
      currency: "USD" as const,
      terms: "Net 14",
    };
    const made = { ...context, onboardUrl: "http://localhost:4002" };
    const { id } = await createInvoice(made, tenantId, { ...input, discountCents: 0, metadata: {} });
    await issueInvoice(context, tenantId, id);
    return id;
  };
  return {
    bare: () => started([], peerEnv),
    create: [() => started([invoices.entry, creation()], env), () => started([peer.entry, creation()], peerEnv)],
    pay: [
      async () => started([pay.entry, payment(await unpaid())], env),
      () => started([peer.entry, payment("inv_1")], peerEnv),
    ],
    stop: () => {
      aws.stop();
      table.stop();
    },
  };
}
