import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { flagOperations } from "../../functions/contract/tenants/flags.ts";
import { Client } from "../support/runner/client.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

let sandbox: RunningSandbox;
let tenant: Client;
let other: Client;
let operator: Client;
let count = 0;

beforeAll(async () => {
  sandbox = await startSandbox(["--conversion", "hifi-sim"]);
  const { apiUrl, tenant: seeded, otherTenant, internalToken } = sandbox.endpoints;
  tenant = new Client(apiUrl, seeded.apiKey);
  other = new Client(apiUrl, otherTenant.apiKey);
  operator = new Client(apiUrl, internalToken);
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

const patience = { timeout: 50_000, interval: 200 };

interface Onramp {
  readonly id: string;
  readonly status: string;
  readonly source: { readonly amount: number };
}

/** Steers the simulator of HIFI. */
async function hifi(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.endpoints.conversionControlUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function onramps(): Promise<Onramp[]> {
  const answer = await fetch(`${sandbox.endpoints.conversionControlUrl}/onramps`);
  return ((await answer.json()) as { data: Onramp[] }).data;
}

/** Pays an invoice of so many cents; the settlement's id. */
async function paid(by: Client, unitCents: number): Promise<string> {
  count += 1;
  const lineItems = [{ description: "x", unitCents }];
  const body = { number: `H-${count}`, customerId: "Payer", lineItems };
  const { id } = await by.call(invoiceOperations.createInvoice, { body });
  return (await by.call(payOperations.payInvoice, { params: { id } })).settlement.id;
}

const settlementOf = (by: Client, id: string) => by.call(paymentOperations.getSettlement, { params: { id } });

async function becomes(by: Client, id: string, status: string): Promise<void> {
  await expect.poll(async () => (await settlementOf(by, id)).status, patience).toBe(status);
}

/** The onramp for an amount that only one payment has, once there is one. */
async function onrampOver(netCents: number): Promise<Onramp> {
  const look = async () => (await onramps()).find(({ source }) => source.amount === netCents / 100);
  await expect.poll(look, patience).toBeDefined();
  return (await look()) as Onramp;
}

describe("a sandbox with HIFI beside the rail's own conversion", () => {
  test("converts for the tenant whose flag is on, at the rate that was quoted and accepted", async () => {
    await hifi("/knobs", { rate: "0.998" });
    const id = await paid(tenant, 10_000);
    await becomes(tenant, id, "completed");
    await hifi("/knobs", { rate: "1" });
    const { netCents, fxRate, usdtOut, txHash } = await settlementOf(tenant, id);
    expect([fxRate, txHash]).toEqual(["0.998", expect.stringMatching(/^0x/)]);
    expect(Number(usdtOut)).toBeCloseTo((netCents / 100) * 0.998, 6);
    expect(await onrampOver(netCents)).toMatchObject({ status: "COMPLETED" });
  });

  test("leaves the other tenant to the rail", async () => {
    const before = (await onramps()).length;
    const id = await paid(other, 7_000);
    await becomes(other, id, "completed");
    expect((await settlementOf(other, id)).fxRate).toBe("1");
    expect(await onramps()).toHaveLength(before);
  });

  test("pays nothing out before HIFI has delivered, shows who waits, and goes on when HIFI says so, whatever the flag is by then", async () => {
    await hifi("/knobs", { fundedAfterSeconds: null });
    const id = await paid(tenant, 11_000);
    const parked = async () => {
      const { data } = await operator.call(reviewOperations.listReview, { query: { kind: "parked" } });
      return data.map(({ subjectId }) => subjectId);
    };
    await expect.poll(parked, patience).toContain(id);
    expect(await settlementOf(tenant, id)).toMatchObject({ status: "converting", usdtOut: null });
    const flag = { key: "vendor.conversion.hifi", tenantId: sandbox.endpoints.tenant.id } as const;
    await operator.call(flagOperations.setFlag, { body: { ...flag, enabled: false } });
    const { netCents } = await settlementOf(tenant, id);
    await hifi(`/fund/${(await onrampOver(netCents)).id}`, {});
    await becomes(tenant, id, "completed");
    const next = await paid(tenant, 12_000);
    await becomes(tenant, next, "completed");
    expect((await onramps()).some(({ source }) => source.amount > netCents / 100)).toBe(false);
    await operator.call(flagOperations.setFlag, { body: { ...flag, enabled: true } });
  });

  test("holds the payer's money for operators where HIFI fails", async () => {
    const id = await paid(tenant, 13_000);
    const { netCents } = await settlementOf(tenant, id);
    await hifi(`/status/${(await onrampOver(netCents)).id}`, { status: "FIAT_FAILED" });
    await becomes(tenant, id, "failed");
    expect((await settlementOf(tenant, id)).failureCode).toBe("conversion_failed");
    const { data } = await operator.call(reviewOperations.listReview, { query: { kind: "held" } });
    expect(data.map(({ subjectId }) => subjectId)).toContain(id);
  });
});
