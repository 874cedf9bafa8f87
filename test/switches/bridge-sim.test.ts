import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/api/invoices.contract.ts";
import { paymentOperations } from "../../functions/api/payments.contract.ts";
import { reserveOperations } from "../../functions/api/reserves.contract.ts";
import { reviewOperations } from "../../functions/api/review.contract.ts";
import { sandboxOperations } from "../../functions/api/sandbox.contract.ts";
import { Client } from "../support/client.ts";
import { type RunningSandbox, startSandbox } from "../support/sandbox.ts";

let sandbox: RunningSandbox;
let tenant: Client;
let operator: Client;
let count = 0;

beforeAll(async () => {
  sandbox = await startSandbox(["--rail", "bridge-sim"]);
  const { apiUrl, tenant: seeded, internalToken } = sandbox.endpoints;
  tenant = new Client(apiUrl, seeded.apiKey);
  operator = new Client(apiUrl, internalToken);
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

const patience = { timeout: 40_000, interval: 200 };

/** Steers the simulator of Bridge. */
async function bridge(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.endpoints.railControlUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** An invoice of 100.00 that is being paid. */
async function paying() {
  count += 1;
  const lineItems = [{ description: "x", unitCents: 10_000 }];
  const body = { number: `B-${count}`, customerId: "Payer", lineItems };
  const { id } = await tenant.call(invoiceOperations.createInvoice, { body });
  const said = await tenant.call(payOperations.payInvoice, { params: { id } });
  return {
    invoiceId: id,
    id: said.settlement.id,
    paymentId: said.payment.id,
    railRef: said.payment.railRef ?? "",
    said,
  };
}

const settlementOf = (id: string) => tenant.call(paymentOperations.getSettlement, { params: { id } });
const paymentOf = (id: string) => tenant.call(paymentOperations.getPayment, { params: { id } });

async function becomes(id: string, status: string): Promise<void> {
  await expect.poll(async () => (await settlementOf(id)).status, patience).toBe(status);
}

/** Waits until so many of a settlement's transfers are done at Bridge, whatever we have heard of it. */
async function processed(id: string, howMany: number): Promise<void> {
  const look = async () => {
    const answer = await fetch(`${sandbox.endpoints.railControlUrl}/transfers?reference=${id}`);
    const { data } = (await answer.json()) as { data: { state: string }[] };
    return data.filter(({ state }) => state === "payment_processed").length;
  };
  await expect.poll(look, patience).toBe(howMany);
}

function advance(advanceSeconds: number) {
  return operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });
}

async function queuedAs(id: string, kind: "amount_mismatch" | "held" | "stalled"): Promise<void> {
  const look = async () => {
    const { data } = await operator.call(reviewOperations.listReview, { query: { kind } });
    return data.map(({ subjectId }) => subjectId);
  };
  await expect.poll(look, patience).toContain(id);
}

describe("a sandbox on the simulated live rail", () => {
  test("shows the payer whole instructions and settles what is sent, with the final hash and a reserve", async () => {
    const { id, railRef, said } = await paying();
    expect(said).toMatchObject({
      payment: { status: "processing", rail: "bridge", source: { type: "ach_push" } },
      settlement: { status: "collecting" },
      sourceDepositInstructions: { bank_routing_number: expect.stringMatching(/^\d{9}$/) },
    });
    await bridge(`/transfers/${railRef}/deposit`, { amount: "100.00" });
    await becomes(id, "completed");
    expect((await settlementOf(id)).txHash).toMatch(/^0x/);
    const { data } = await tenant.call(reserveOperations.listReserves);
    expect(data.find(({ settlementId }) => settlementId === id)).toMatchObject({ status: "held" });
  });

  test("parks what is short, and settles it once the payer has sent the rest", async () => {
    const { id, railRef } = await paying();
    await bridge(`/transfers/${railRef}/deposit`, { amount: "60.00" });
    await queuedAs(id, "amount_mismatch");
    await bridge(`/transfers/${railRef}/deposit`, { amount: "40.00" });
    await becomes(id, "completed");
  });

  test("settles once what is paid twice, and holds the second", async () => {
    const { id, paymentId, railRef } = await paying();
    await bridge(`/transfers/${railRef}/deposit`, { amount: "100.00" });
    await becomes(id, "completed");
    await bridge(`/transfers/${railRef}/deposit`, { amount: "100.00" });
    await queuedAs(id, "held");
    expect(await paymentOf(paymentId)).toMatchObject({ status: "succeeded", receivedAmountCents: 20_000 });
  });

  test("takes a return before delivery for a failure", async () => {
    const { id, paymentId, railRef } = await paying();
    await bridge("/knobs", { stepSeconds: 30 });
    await bridge(`/transfers/${railRef}/deposit`, { amount: "100.00" });
    await bridge(`/transfers/${railRef}/return`, { code: "R10" });
    await bridge("/knobs", { stepSeconds: 1 });
    await becomes(id, "failed");
    expect(await paymentOf(paymentId)).toMatchObject({ status: "returned" });
  });

  test("leaves a settlement completed when the payment comes back after delivery", async () => {
    const { id, paymentId, railRef } = await paying();
    await bridge(`/transfers/${railRef}/deposit`, { amount: "100.00" });
    await becomes(id, "completed");
    await bridge(`/transfers/${railRef}/return`, { code: "R29" });
    await expect.poll(async () => (await paymentOf(paymentId)).returnCode, patience).toBe("R29");
    expect((await settlementOf(id)).status).toBe("completed");
    const { data } = await tenant.call(reserveOperations.listReserves);
    expect(data.find(({ settlementId }) => settlementId === id)).toMatchObject({
      status: "used",
      heldCents: 0,
    });
  });

  test("refuses a payment of a tenant whose approval was taken back, and takes the next", async () => {
    const customer = `/customers/cust_${sandbox.endpoints.tenant.slug}`;
    await bridge(customer, { status: "paused" });
    const body = { number: "KYB", customerId: "Payer", lineItems: [{ description: "x", unitCents: 100 }] };
    const { id } = await tenant.call(invoiceOperations.createInvoice, { body });
    await tenant.refused(payOperations.payInvoice, "partner_customer_not_approved", { params: { id } });
    await bridge(customer, { status: "active" });
    expect((await paying()).said.settlement.status).toBe("collecting");
  });

  test("finds out by asking when callbacks are lost, and says when nothing comes", async () => {
    await bridge("/knobs", { silent: true });
    const heard = await paying();
    const never = await paying();
    await bridge(`/transfers/${heard.railRef}/deposit`, { amount: "100.00" });
    await processed(heard.id, 1);
    await advance(3700);
    await becomes(heard.id, "settling");
    await processed(heard.id, 2);
    await advance(700);
    await becomes(heard.id, "completed");
    await bridge("/knobs", { silent: false });
    await advance(7 * 86_400);
    await queuedAs(never.id, "stalled");
    await bridge(`/transfers/${never.railRef}/deposit`, { amount: "100.00" });
    await becomes(never.id, "completed");
  });
});
