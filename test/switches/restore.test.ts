import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cdk } from "../../bin/sandbox/deploy.ts";
import { Processes } from "../../bin/sandbox/processes.ts";
import { invoiceOperations, payOperations } from "../../functions/api/invoices.contract.ts";
import { paymentOperations } from "../../functions/api/payments.contract.ts";
import { Client } from "../support/client.ts";
import { sluice } from "../support/journey-command.ts";
import { type RunningSandbox, startSandbox } from "../support/sandbox.ts";

let sandbox: RunningSandbox;
let file: string;
const processes = new Processes();

beforeAll(async () => {
  sandbox = await startSandbox();
  file = join(sandbox.stateDir, "restored.json");
}, 240_000);

afterAll(async () => {
  await processes.stop();
  await sandbox?.stop();
}, 60_000);

const patience = { timeout: 20_000, interval: 100 };

/** An invoice of 100.00 that is paid, and the end of its settlement. */
async function settled(tenant: Client): Promise<string> {
  const lineItems = [{ description: "x", unitCents: 10_000 }];
  const body = { number: randomUUID(), customerId: "Payer", lineItems };
  const { id } = await tenant.call(invoiceOperations.createInvoice, { body });
  const { settlement } = await tenant.call(payOperations.payInvoice, { params: { id } });
  const look = () => tenant.call(paymentOperations.getSettlement, { params: { id: settlement.id } });
  await expect.poll(async () => (await look()).status, patience).toBe("completed");
  return id;
}

const restored = (...given: readonly string[]) =>
  sluice(
    "restore",
    "--endpoint",
    sandbox.endpoints.awsEndpoint,
    "--stage",
    "sandbox",
    "--file",
    file,
    ...given,
  );

/** The stage made anew around the restored table, since this emulator loses the attributes of a nested stack's log groups in an update; a client of its tenant. */
async function deployedAgain(): Promise<Client> {
  const { apiUrl, onboardUrl, kytUrl, awsEndpoint } = sandbox.endpoints;
  const cdk = new Cdk(processes, join(sandbox.stateDir, "again"));
  await cdk.synth({
    ...{ stage: "sandbox", local: "true", hold: "false", restored: file },
    ...{ publicUrl: apiUrl, onboardUrl, kytPublicUrl: kytUrl },
  });
  await cdk.destroy(awsEndpoint);
  const { rails } = await cdk.deploy(awsEndpoint);
  return new Client(`${awsEndpoint}/_aws/execute-api/${rails.ApiId}/live`, sandbox.endpoints.tenant.apiKey);
}

describe("a stage whose table is restored", () => {
  it("goes on with it: with what it held, without what came later, and with its stream", async () => {
    const old = new Client(sandbox.endpoints.apiUrl, sandbox.endpoints.tenant.apiKey);
    const before = await settled(old);
    const { code, text } = await restored("--table", "book", "--to", "latest");
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("npx cdk deploy --all") });
    const after = await settled(old);

    const tenant = await deployedAgain();

    const { book } = JSON.parse(readFileSync(file, "utf8"));
    expect(book).toEqual({
      name: expect.stringMatching(/^sluice-sandbox-book-\d{14}$/),
      streamArn: expect.stringContaining(`table/${book.name}/stream/`),
    });
    const invoice = (id: string) => tenant.call(invoiceOperations.getInvoice, { params: { id } });
    expect(await invoice(before)).toMatchObject({ status: "paid" });
    await tenant.refused(invoiceOperations.getInvoice, "not_found", { params: { id: after } });
    // Only the stream of the new table starts a settlement so soon.
    await settled(tenant);
  }, 300_000);
});
