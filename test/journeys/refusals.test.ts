import { describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { happyPath, operator, operators, pathOfHistory, TestTenant, wallet } from "../support/journeys/journey.ts";
import { receives } from "../support/journeys/webhooks.ts";
import { refusal } from "../support/runner/client.ts";

const { payInvoice } = payOperations;
const { createInvoice } = invoiceOperations;

/** Nothing was made: no payment, no settlement, and the invoice is as it was. */
async function nothingMade(tenant: TestTenant, invoiceId: string): Promise<void> {
  expect((await tenant.call(paymentOperations.listPayments)).data).toEqual([]);
  expect((await tenant.call(paymentOperations.listSettlements)).data).toEqual([]);
  expect(await tenant.invoice(invoiceId)).toMatchObject({ status: "draft", amountProcessingCents: 0 });
}

describe("the screen before collection", () => {
  test.each([
    ["BLOCKED", "critical", true],
    ["SANCTION", "critical", true],
    ["OFAC", "critical", true],
    ["REVIEW", "medium", true],
    ["UNAVAILABLE", null, false],
  ])("%s: refused before the rail is touched, and the refusal is kept", async (word, risk, referenced) => {
    const tenant = await TestTenant.create({ destWallet: wallet(word) });
    const { id } = await tenant.draft(1_000);
    const input = { params: { id }, key: `key-${word}` };
    const refused = await tenant.refused(payInvoice, "kyt_declined", input);
    expect(refused).toMatchObject({ risk, stage: "collection", railTransferCreated: false });
    expect(refused.screeningRef).toEqual(referenced ? expect.any(String) : null);
    const again = await tenant.ask(payInvoice, input);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect(JSON.parse(again.text)).toMatchObject({ requestId: refused.requestId, code: "kyt_declined" });
    await nothingMade(tenant, id);
  });

  test("is unavailable while the mock screen is switched off", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    await tenant.flag("kyt.adapter.mock", false);
    const refused = await tenant.refused(payInvoice, "kyt_declined", { params: { id } });
    expect(refused).toMatchObject({ screeningRef: null, risk: null, railTransferCreated: false });
    await nothingMade(tenant, id);
    await tenant.flag("kyt.adapter.mock", null);
    await tenant.pay({ id });
  });

  test("may be left out in the sandbox, where enforcing it is a flag", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("BLOCKED") });
    await tenant.flag("kyt.screening.enforce", false);
    const paid = await tenant.payNew(1_000);
    await tenant.reaches(paid.settlement.id, "completed");
  });

  test("lower-case words are no triggers", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("blocked-ofac-noproof") });
    const paid = await tenant.payNew(1_000);
    await tenant.reaches(paid.settlement.id, "completed");
  });
});

describe("the screen before conversion", () => {
  test("LATEBLOCK is declined at the second gate; the payer's money is held", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("LATEBLOCK") });
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(1_000);
    const declined = await tenant.reaches(paid.settlement.id, "declined");
    expect(declined).toMatchObject({ declineReason: "kyt_declined", fxRate: null, usdtOut: null });
    expect(pathOfHistory(declined)).toEqual([...happyPath.slice(0, 3), "declined"]);
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded" });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "paid" });
    await receives(receiver, "settlement.declined");
    expect(receiver.arrived[0]?.body).toMatchObject({
      event: "settlement.declined",
      data: { declineReason: "kyt_declined", status: "declined" },
    });
  });
});

test("a conversion that the vendor refuses fails the settlement and holds the money", async () => {
  const tenant = await TestTenant.create({ destWallet: wallet("FAILCONVERT") });
  await using receiver = await tenant.receiver();
  const paid = await tenant.payNew(1_000);
  const failed = await tenant.reaches(paid.settlement.id, "failed");
  expect(failed).toMatchObject({ failureCode: "conversion_failed", failureReason: expect.any(String), usdtOut: null });
  expect(pathOfHistory(failed)).toEqual([...happyPath.slice(0, 5), "failed"]);
  expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded" });
  await receives(receiver, "settlement.failed");
  expect(receiver.arrived[0]?.body).toMatchObject({ event: "settlement.failed", data: { code: "conversion_failed" } });
});

describe("the partner customer", () => {
  test.each([
    [null, "partner_customer_unlinked"],
    ["cust_PENDING_1", "partner_customer_not_approved"],
    ["cust_ERROR_1", "partner_customer_lookup_failed"],
  ] as const)("%s: %s, before the wallet is screened", async (partnerCustomerId, code) => {
    // A blocked wallet: the partner's refusal comes first.
    const tenant = await TestTenant.create({ partnerCustomerId, destWallet: wallet("BLOCKED") });
    const { id } = await tenant.draft(1_000);
    const input = { params: { id }, key: "same" };
    const first = await tenant.refused(payInvoice, code, input);
    expect(await tenant.refused(payInvoice, code, input)).toEqual(first);
    await nothingMade(tenant, id);
    const change = { partnerCustomerId: "cust_ok", destWallet: wallet() };
    await operators.changeTenant(tenant.id, change);
    await tenant.pay({ id });
  });
});

describe("a switch", () => {
  test.each(["vendor.collection.mock", "vendor.conversion.mock"] as const)(
    "%s off is 501 and not stored under the key",
    async (flag) => {
      const tenant = await TestTenant.create();
      const { id } = await tenant.draft(1_000);
      await tenant.flag(flag, false);
      const input = { params: { id }, key: "kept" };
      await tenant.refused(payInvoice, "vendor_disabled", input);
      await tenant.refused(payInvoice, "vendor_disabled", input);
      await nothingMade(tenant, id);
      await tenant.flag(flag, true);
      expect((await tenant.ask(payInvoice, input)).headers.get("idempotent-replay")).toBeNull();
      expect(await tenant.invoice(id)).toMatchObject({ status: "paid" });
    },
  );

  test("a suspended tenant reads and cannot pay; what already runs finishes", async () => {
    const tenant = await TestTenant.create();
    const running = await tenant.payNew(1_000);
    const { id } = await tenant.draft(1_000);
    const params = { id: tenant.id };
    await operator.call(tenantOperations.changeTenant, { params, body: { status: "suspended" } });
    await tenant.refused(payInvoice, "tenant_suspended", { params: { id } });
    await tenant.reaches(running.settlement.id, "completed");
    await operator.call(tenantOperations.changeTenant, { params, body: { status: "active" } });
    await tenant.pay({ id });
  });
});

describe("through the gateway", () => {
  test("HEAD is answered as GET is, without a body", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    for (const [path, status] of [
      ["/health?_=1", 200],
      [`/api/v1/invoices/${id}`, 200],
      [`/api/v1/invoices/${id}/pdf`, 200],
      ["/api/v1/invoices/inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 404],
      ["/docs", 200],
    ] as const) {
      const [get, head] = [await tenant.send("GET", path), await tenant.send("HEAD", path)];
      expect([path, get.status, head.status, head.text]).toEqual([path, status, status, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
    const { status, headers } = await tenant.send("HEAD", `/api/v1/invoices/${id}/send`);
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("a body that is not JSON, or is compressed, is 415", async () => {
    const tenant = await TestTenant.create();
    const body = JSON.stringify({ number: "A-1", customerId: "c", lineItems: [{ description: "x", unitCents: 100 }] });
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/json", "content-encoding": "gzip" },
    ])
      refusal(
        createInvoice,
        "unsupported_media_type",
        await tenant.send("POST", createInvoice.path, { headers, body }),
      );
    const twice = body.replace("{", '{"number":"A-2",');
    refusal(createInvoice, "invalid_json", await tenant.send("POST", createInvoice.path, { body: twice }));
    expect((await tenant.send("POST", createInvoice.path, { body })).status).toBe(201);
  });
});
