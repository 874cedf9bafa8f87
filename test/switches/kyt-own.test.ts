import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { Client } from "../support/runner/client.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox(["--kyt", "real"]);
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

/** A tenant that is paid to this wallet, with an invoice. */
async function owedTo(destWallet: string) {
  const { apiUrl, internalToken } = sandbox.endpoints;
  const operator = new Client(apiUrl, internalToken);
  const name = randomUUID().slice(0, 8);
  const { id } = await operator.call(tenantOperations.createTenant, {
    body: {
      ...{ slug: name, name, contactEmail: `billing@${name}.example`, partnerCustomerId: `cust_${name}` },
      ...{ destChain: "base", destWallet },
    },
  });
  const { apiKey } = await operator.call(tenantOperations.mintKey, { params: { id } });
  const tenant = new Client(apiUrl, apiKey);
  const lineItems = [{ description: "x", unitCents: 10_000 }];
  const body = { number: "1", customerId: "Payer", lineItems };
  return { tenant, params: { id: (await tenant.call(invoiceOperations.createInvoice, { body })).id } };
}

test("a sandbox with --kyt real pays a clean wallet by its own interface's screens", async () => {
  const address = `0x${randomUUID().replaceAll("-", "").padEnd(40, "0")}`;
  const { tenant, params } = await owedTo(address);
  const { settlement } = await tenant.call(payOperations.payInvoice, { params });
  const look = () => tenant.call(paymentOperations.getSettlement, { params: { id: settlement.id } });
  const patience = { timeout: 20_000, interval: 100 };
  await expect.poll(async () => (await look()).status, patience).toBe("completed");
  const { kytUrl, kytApiKey } = sandbox.endpoints;
  const screened = { params: { id: (await look()).screeningRef ?? "" } };
  const screen = await new Client(kytUrl, kytApiKey).ask(screenOperations.getScreen, screened);
  expect([screen.status, JSON.parse(screen.text).value]).toEqual([200, address]);
});

test("and touches no rail for a wallet on its list", async () => {
  const { tenant, params } = await owedTo("0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01");
  await tenant.refused(payOperations.payInvoice, "kyt_declined", { params });
});
