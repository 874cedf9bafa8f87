import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../functions/contract/billing.ts";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { paymentOperations, refundOperations } from "../../functions/contract/settlement/payments.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { Client } from "../support/runner/client.ts";
import { type Ministack, startMinistack } from "../support/runner/ministack.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

let holding: RunningSandbox;
let emulator: Ministack | null;
let elsewhere: RunningSandbox;

beforeAll(async () => {
  holding = await startSandbox(["--hold"]);
  emulator = await startMinistack();
  if (emulator === null) throw new Error("the AWS emulator is not installed");
  elsewhere = await startSandbox(["--endpoint", emulator.endpoint]);
}, 240_000);

afterAll(async () => {
  await elsewhere?.stop();
  await emulator?.stop();
  await holding?.stop();
}, 60_000);

function capabilities({ endpoints }: RunningSandbox) {
  return new Client(endpoints.apiUrl, null).call(publicOperations.getCapabilities);
}

const patience = { timeout: 20_000, interval: 100 };

/** Pays an invoice of 100.00 and waits for the end of its settlement. */
async function ends(tenant: Client, status: "completed" | "failed") {
  const lineItems = [{ description: "x", unitCents: 10_000 }];
  const body = { number: randomUUID(), customerId: "Payer", lineItems };
  const { id } = await tenant.call(invoiceOperations.createInvoice, { body });
  const { settlement, payment } = await tenant.call(payOperations.payInvoice, { params: { id } });
  const look = () => tenant.call(paymentOperations.getSettlement, { params: { id: settlement.id } });
  await expect.poll(async () => (await look()).status, patience).toBe(status);
  return { invoiceId: id, paymentId: payment.id };
}

async function settles({ endpoints }: RunningSandbox): Promise<string> {
  return (await ends(new Client(endpoints.apiUrl, endpoints.tenant.apiKey), "completed")).invoiceId;
}

/** A tenant whose payments cannot be converted, so that their money stays held, and its wish to give one back. */
async function heldPayment({ endpoints }: RunningSandbox) {
  const operator = new Client(endpoints.apiUrl, endpoints.internalToken);
  const { id } = await operator.call(tenantOperations.createTenant, {
    body: {
      ...{ slug: `held-${randomUUID().slice(0, 8)}`, name: "Held", contactEmail: "billing@held.example" },
      ...{ destChain: "ethereum", destWallet: "0xFAILCONVERT", partnerCustomerId: "cust_held" },
    },
  });
  const { apiKey } = await operator.call(tenantOperations.mintKey, { params: { id } });
  const tenant = new Client(endpoints.apiUrl, apiKey);
  const { paymentId } = await ends(tenant, "failed");
  const refund = { params: { id: paymentId }, body: { amountCents: 10_000, reason: "called off" } };
  const look = () => tenant.call(paymentOperations.getPayment, { params: { id: paymentId } });
  return { tenant, refund, status: async () => (await look()).status };
}

describe("two sandboxes side by side", () => {
  test("settle each for itself and know nothing of one another", async () => {
    const [one, other] = [await settles(holding), await settles(elsewhere)];
    const stranger = new Client(elsewhere.endpoints.apiUrl, holding.endpoints.tenant.apiKey);
    await stranger.refused(invoiceOperations.getInvoice, "invalid_api_key", { params: { id: one } });
    const tenant = new Client(elsewhere.endpoints.apiUrl, elsewhere.endpoints.tenant.apiKey);
    await tenant.refused(invoiceOperations.getInvoice, "not_found", { params: { id: one } });
    await tenant.call(invoiceOperations.getInvoice, { params: { id: other } });
    expect(holding.endpoints.internalToken).not.toBe(elsewhere.endpoints.internalToken);
  });

  test("the one on a given endpoint uses that and no emulator of its own", () => {
    expect(elsewhere.endpoints.awsEndpoint).toBe(emulator?.endpoint);
    expect(elsewhere.endpoints.operatorUrl.startsWith(emulator?.endpoint ?? "none")).toBe(true);
    expect(holding.endpoints.awsEndpoint).not.toBe(emulator?.endpoint);
  });
});

describe("a rail that can hold", () => {
  const serves = (path: string) => operations.some((op) => op.path === path);

  test("makes available what is served of it, and says honestly what is not", async () => {
    const { managed_escrow: escrow, refunds } = (await capabilities(holding)).capabilities;
    if (serves("/api/v1/escrow")) expect(escrow.available).toBe(true);
    else expect(escrow).toMatchObject({ available: false, reason: expect.stringContaining("not served") });
    if (serves("/api/v1/payments/{id}/refund")) expect(refunds.available).toBe(true);
    else expect(refunds).toMatchObject({ available: false, reason: expect.stringContaining("not served") });
  });

  test("gives back what is held when the tenant asks for it", async () => {
    const { tenant, refund, status } = await heldPayment(holding);
    await tenant.call(refundOperations.refundPayment, refund);
    await expect.poll(status, patience).toBe("refunded");
  });

  test("is not there without the switch: what is held waits for operators", async () => {
    const { tenant, refund, status } = await heldPayment(elsewhere);
    await tenant.refused(refundOperations.refundPayment, "refund_unsupported", refund);
    expect(await status()).toBe("succeeded");
    const { managed_escrow: escrow, refunds } = (await capabilities(elsewhere)).capabilities;
    expect(escrow).toMatchObject({
      available: false,
      code: "escrow_hold_unsupported",
      reason: expect.stringContaining("cannot hold"),
    });
    expect(refunds).toMatchObject({
      available: false,
      code: "refund_unsupported",
      reason: expect.stringContaining("no refund leg"),
    });
  });
});
