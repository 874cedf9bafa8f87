import { describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { type Invoice, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import { receives } from "../support/journeys/webhooks.ts";

const { sendInvoice } = invoiceOperations;
const { payInvoice } = payOperations;

function send(tenant: TestTenant, { id }: Pick<Invoice, "id">) {
  return tenant.call(sendInvoice, { params: { id } });
}

describe("an invoice that is created", () => {
  test("has its totals, its terms and its links computed for it", async () => {
    const tenant = await TestTenant.create();
    const lineItems = [
      { description: "Cranes", unitCents: 45_000, quantity: 2 },
      { description: "Credit", unitCents: -5_000 },
    ];
    const made = await tenant.draft(0, { lineItems, discountCents: 1_000, terms: "Net 30", metadata: { po: "7" } });
    expect(made).toMatchObject({
      status: "draft",
      subtotalCents: 85_000,
      discountCents: 1_000,
      totalCents: 84_000,
      amountRemainingCents: 84_000,
      currency: "USD",
      metadata: { po: "7" },
      collectionLink: made.hostedUrl,
      overdue: false,
    });
    expect(Date.parse(made.dueDate) - Date.parse(made.issuedAt)).toBe(30 * 86_400_000);
    expect(await tenant.invoice(made.id)).toEqual(made);
  });

  test("takes a number once per tenant, and a second tenant may use it too", async () => {
    const [tenant, other] = await Promise.all([TestTenant.create(), TestTenant.create()]);
    await tenant.draft(100, { number: "2026-1" });
    const body = { number: "2026-1", customerId: "x", lineItems: [{ description: "y", unitCents: 1 }] };
    await tenant.refused(invoiceOperations.createInvoice, "invoice_number_exists", { body });
    await other.draft(100, { number: "2026-1" });
  });
});

describe("sending", () => {
  test("moves a draft to sent with one event, however often it is repeated", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    const draft = await tenant.draft(900);
    const sent = await send(tenant, draft);
    expect(await send(tenant, draft)).toEqual(sent);
    // A later event of the same tenant: once it is here, a second invoice.sent would be too.
    await tenant.reaches((await tenant.pay(draft)).settlement.id, "completed");
    await receives(receiver, "settlement.completed");
    expect(receiver.events).toEqual(["invoice.sent", "settlement.completed"]);
  });

  test("marks a partly paid invoice as sent without taking its status back", async () => {
    const tenant = await TestTenant.create();
    const draft = await tenant.draft(900);
    await tenant.pay(draft, { amountCents: 400 });
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "partially_paid", sentAt: null });
    const sent = await send(tenant, draft);
    expect(sent).toMatchObject({ status: "partially_paid", sentAt: expect.any(String) });
    expect(await send(tenant, draft)).toEqual(sent);
  });

  test("is refused once the invoice is paid", async () => {
    const tenant = await TestTenant.create();
    const draft = await tenant.draft(900);
    await tenant.pay(draft);
    const reply = await tenant.refused(sendInvoice, "illegal_invoice_transition", { params: { id: draft.id } });
    expect(reply).toMatchObject({ from: "paid", to: "sent" });
  });
});

describe("paying in parts", () => {
  test("goes from draft over partially_paid to paid, and never over the total", async () => {
    const tenant = await TestTenant.create();
    const draft = await tenant.draft(1_000);
    const params = { id: draft.id };
    await tenant.refused(payInvoice, "amount_exceeds_remaining", { params, body: { amountCents: 1_001 } });
    await tenant.pay(draft, { amountCents: 300 });
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "partially_paid", amountRemainingCents: 700 });
    const refused = await tenant.refused(payInvoice, "amount_exceeds_remaining", {
      params,
      body: { amountCents: 701 },
    });
    expect(refused.fields).toEqual([expect.objectContaining({ path: "amountCents", message: "at most 700" })]);
    const rest = await tenant.pay(draft);
    expect(rest.payment.amountCents).toBe(700);
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "paid", amountRemainingCents: 0 });
    await tenant.refused(payInvoice, "invoice_already_paid", { params });
    await tenant.refused(payInvoice, "invoice_already_paid", { params, body: { amountCents: 1 } });
  });

  test("counts what is in flight: refused as more than remains until it is collected, then as paid", async () => {
    const tenant = await TestTenant.create();
    const draft = await tenant.draft(1_000);
    const params = { id: draft.id };
    const paid = await tenant.pay(draft, { source: { type: "ach_push" } });
    expect(await tenant.invoice(draft.id)).toMatchObject({
      status: "draft",
      amountPaidCents: 0,
      amountRemainingCents: 1_000,
      amountProcessingCents: 1_000,
    });
    await tenant.refused(payInvoice, "amount_exceeds_remaining", { params });
    await reportAsRail(paid, "funds_received");
    await tenant.refused(payInvoice, "invoice_already_paid", { params });
  });

  test("leaves nothing for a net of 0 and says so", async () => {
    const tenant = await TestTenant.create();
    await tenant.feeRule({ fixedCents: 100 });
    const draft = await tenant.draft(100);
    await tenant.refused(payInvoice, "amount_too_small", { params: { id: draft.id } });
  });

  test("gives a returned part back to be paid again, before and after sending", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("NOPROOF") });
    const draft = await tenant.draft(1_000);
    const first = await tenant.pay(draft, { amountCents: 600 });
    const second = await tenant.pay(draft);
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "paid" });
    await reportAsRail(second, "returned", { return_code: "R01" });
    expect(await tenant.invoice(draft.id)).toMatchObject({
      status: "partially_paid",
      amountPaidCents: 600,
      paidAt: null,
    });
    await reportAsRail(first, "returned", { return_code: "R01" });
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "draft", amountPaidCents: 0 });
    await send(tenant, draft);
    const third = await tenant.pay(draft);
    await reportAsRail(third, "returned", { return_code: "R09" });
    expect(await tenant.invoice(draft.id)).toMatchObject({ status: "sent", amountRemainingCents: 1_000 });
  });
});

describe("the invoice's PDF", () => {
  test("is a PDF, whole and byte for byte", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(900);
    for (const accept of ["application/pdf", "*/*"]) {
      const reply = await fetch(`${new URL((await tenant.invoice(id)).pdfUrl)}`, {
        headers: { authorization: `Bearer ${tenant.apiKey}`, accept },
      });
      expect(reply.status).toBe(200);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
      expect(bytes.subarray(-16).toString("latin1")).toContain("%%EOF");
    }
    const params = { id };
    await (await TestTenant.create()).refused(invoiceOperations.getInvoice, "not_found", { params });
  });
});
