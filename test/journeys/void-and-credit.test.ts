import { describe, expect, test } from "vitest";
import { creditNoteOperations } from "../../functions/contract/invoicing/credit-notes.ts";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { TestTenant } from "../support/journeys/journey.ts";

const { createCreditNote, listCreditNotes, getCreditNote } = creditNoteOperations;
const { sendInvoice, voidInvoice } = invoiceOperations;
const { payInvoice } = payOperations;

/** A tenant with an invoice of so many cents that was sent. */
async function sentInvoice(totalCents: number) {
  const tenant = await TestTenant.create();
  const { id } = await tenant.draft(totalCents);
  const params = { id };
  await tenant.call(sendInvoice, { params });
  return { tenant, id, params };
}

describe("an invoice that is voided", () => {
  test("stays void, takes no money, and says so on its page", async () => {
    const { tenant, id, params } = await sentInvoice(900);
    const ended = await tenant.call(voidInvoice, { params, body: { reason: "sent to the wrong customer" } });
    expect(ended).toMatchObject({ status: "void", voidReason: "sent to the wrong customer", amountRemainingCents: 0 });
    expect(await tenant.call(voidInvoice, { params })).toEqual(ended);
    await tenant.refused(payInvoice, "invoice_not_payable", { params });
    await tenant.refused(sendInvoice, "illegal_invoice_transition", { params });
    const page = await fetch((await tenant.invoice(id)).collectionLink);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("This invoice is void")]);
  });
});

describe("an invoice that is credited", () => {
  test("in part is paid with the rest, and its credit note is a PDF", async () => {
    const { tenant, id, params } = await sentInvoice(1_000);
    const note = await tenant.call(createCreditNote, { params, body: { amountCents: 400, reason: "agreed" } });
    expect(note.number).toBe(`${note.invoiceNumber}-CN1`);
    expect(await tenant.call(getCreditNote, { params: { id: note.id } })).toEqual(note);
    expect((await tenant.call(listCreditNotes, { params })).data).toEqual([note]);
    const reply = await fetch(note.pdfUrl, { headers: { authorization: `Bearer ${tenant.apiKey}` } });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect((await tenant.pay({ id })).payment.amountCents).toBe(600);
    expect(await tenant.invoice(id)).toMatchObject({ status: "paid", creditedCents: 400, amountPaidCents: 600 });
  });

  test("whole is paid without any payment", async () => {
    const { tenant, id, params } = await sentInvoice(1_000);
    const body = { lines: [{ description: "all of it", unitCents: 500, quantity: 2 }], reason: "never delivered" };
    await tenant.call(createCreditNote, { params, body });
    expect(await tenant.invoice(id)).toMatchObject({ status: "paid", creditedCents: 1_000, amountPaidCents: 0 });
    await tenant.refused(payInvoice, "invoice_already_paid", { params });
    await tenant.refused(voidInvoice, "invoice_already_paid", { params });
  });
});
