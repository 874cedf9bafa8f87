import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { requestAccessOperations } from "../../functions/contract/access/signup-pages.ts";
import { signupOperations } from "../../functions/contract/access/signups.ts";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { overviewOperations } from "../../functions/contract/site/front-pages.ts";
import { advance, endpoints, nobody, operator, TestTenant } from "../support/journeys/journey.ts";
import { Client } from "../support/runner/client.ts";
import { until } from "../support/runner/until.ts";

const hour = 3600;

function asking() {
  const name = randomUUID().slice(0, 8);
  return { companyName: `Acme ${name}`, contactName: "Ada", contactEmail: `${name}@acme.example` };
}

/** The overview as it is now, not as it was kept. */
async function overview() {
  await advance(61);
  return nobody.call(overviewOperations.getOverview);
}

describe("a business that asks for access", () => {
  test("is let in with a key that works, and is paid nothing before the partner knows it", async () => {
    await advance(hour);
    const { requestId: id } = await nobody.call(requestAccessOperations.requestAccess, { body: asking() });
    const { tenant, apiKey, invite } = await operator.call(signupOperations.acceptSignup, { params: { id } });
    expect(invite.magicLink).toMatch(new RegExp(`^${endpoints.onboardUrl}/k/[\\w-]{43}$`));
    expect(tenant).toMatchObject({ destWallet: "", partnerCustomerId: null });
    const client = new Client(endpoints.apiUrl, apiKey);
    const lineItems = [{ description: "work", unitCents: 5_000 }];
    const body = { number: "A-1", customerId: "payer", lineItems };
    const invoice = await client.call(invoiceOperations.createInvoice, { body });
    const no = await client.ask(payOperations.payInvoice, { params: { id: invoice.id } });
    expect([no.status, JSON.parse(no.text).code]).toEqual([409, "partner_customer_unlinked"]);
    const again = await operator.ask(signupOperations.acceptSignup, { params: { id } });
    expect([again.status, JSON.parse(again.text).tenantId]).toEqual([409, tenant.id]);
  });

  test("is one of five an hour from its address", async () => {
    await advance(hour);
    const reply = await Promise.all(
      Array.from({ length: 12 }, () => nobody.ask(requestAccessOperations.requestAccess, { body: asking() })),
    );
    expect(reply.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(202),
      ...Array<number>(7).fill(429),
    ]);
    await advance(hour);
  });
});

describe("the public overview", () => {
  test("counts a tenant, its invoice and what is delivered", async () => {
    const before = await overview();
    const tenant = await TestTenant.create();
    const { settlement } = await tenant.payNew(12_345);
    await tenant.reaches(settlement.id, "completed");
    const after = await until(
      overview,
      ({ settlements }) => settlements.byStatus.completed > before.settlements.byStatus.completed,
      "what was delivered was never counted",
    );
    expect(after.tenants - before.tenants).toBe(1);
    expect(after.invoices.count - before.invoices.count).toBe(1);
    expect(after.invoices.byStatus.paid - before.invoices.byStatus.paid).toBe(1);
    expect(after.settlements.volumeCents - before.settlements.volumeCents).toBe(12_345);
  });
});
