import { expect, test } from "vitest";
import { creditNoteOperations } from "../../functions/contract/invoicing/credit-notes.ts";
import { customerOperations } from "../../functions/contract/invoicing/customers.ts";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { TestTenant } from "../support/journeys/journey.ts";

const { createInvoice, changeInvoice, sendInvoice, voidInvoice, renewInvoiceLink } = invoiceOperations;

async function page(link: string): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(link);
  return { status: reply.status, text: (await reply.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ") };
}

async function startOf(link: string): Promise<unknown[]> {
  const reply = await fetch(link);
  const bytes = Buffer.from(await reply.arrayBuffer());
  return [reply.status, reply.headers.get("content-type"), bytes.subarray(0, 5).toString("latin1")];
}

const isPdf = [200, "application/pdf", "%PDF-"];

test("an invoice to a customer is drafted, changed, sent, credited, paid and settled, and a wrong one is voided", async () => {
  const tenant = await TestTenant.create({ timeZone: "America/New_York" });
  const address = { line1: "1 Harbor Way", city: "Oakland", region: "CA", postalCode: "94607", country: "US" };
  const customer = { name: "Northwind Traders", billingAddress: address, taxId: "12-3456789" };
  const { id: customerId } = await tenant.call(customerOperations.createCustomer, { body: customer });

  const lineItems = [
    { description: "Cranes", unitCents: 10_000, quantity: 2, taxRate: 725 },
    { description: "Freight", unitCents: 5_000, taxCents: 250 },
  ];
  const draft = { number: "LIFE-1", customerId, lineItems, dueDate: "2031-03-01" };
  const made = await tenant.call(createInvoice, { body: draft });
  expect(made).toMatchObject({ status: "draft", version: 1, taxCents: 1_700, totalCents: 26_700 });
  expect(made).toMatchObject({ dueOn: "2031-03-01", dueDate: "2031-03-02T04:59:59.999Z" });

  const params = { id: made.id };
  const change = { discountCents: 2_500, version: 1 };
  const changed = await tenant.call(changeInvoice, { params, body: change });
  // The discount first, 2,000 and 500 of it; then 7.25 % of 18,000.
  expect(changed).toMatchObject({ version: 2, taxCents: 1_555, totalCents: 24_055 });
  await tenant.refused(changeInvoice, "version_conflict", { params, body: change });
  await tenant.call(sendInvoice, { params });
  await tenant.refused(changeInvoice, "illegal_invoice_transition", { params, body: { notes: "too late" } });

  const lines = [{ description: "Crane that was late", unitCents: 1_000, taxRate: 725 }];
  const credit = { lines, reason: "late" };
  const note = await tenant.call(creditNoteOperations.createCreditNote, { params, body: credit });
  expect(note).toMatchObject({ number: "LIFE-1-CN1", taxCents: 73, amountCents: 1_073 });

  const { collectionLink } = await tenant.call(renewInvoiceLink, { params });
  const ended = await page(made.collectionLink);
  expect([ended.status, ended.text]).toEqual([410, expect.stringContaining("This link has ended")]);
  expect((await page(collectionLink)).text).toContain("Northwind Traders, 1 Harbor Way");
  expect((await page(collectionLink)).text).toContain("LIFE-1-CN1");
  expect(await startOf(`${collectionLink}/pdf`)).toEqual(isPdf);
  expect(await startOf(`${collectionLink}/credit-notes/${note.id}/pdf`)).toEqual(isPdf);

  const paid = await tenant.pay(made);
  expect(paid.payment.amountCents).toBe(22_982);
  await tenant.reaches(paid.settlement.id, "completed");
  const settled = await tenant.invoice(made.id);
  expect(settled).toMatchObject({ status: "paid", amountPaidCents: 22_982, creditedCents: 1_073 });
  expect(settled.payments).toMatchObject([{ id: paid.payment.id, amountCents: 22_982, status: "succeeded" }]);

  const wrong = { params: { id: (await tenant.draft(500, { customerId })).id } };
  expect(await tenant.call(voidInvoice, wrong)).toMatchObject({ status: "void", amountRemainingCents: 0 });
  await tenant.refused(renewInvoiceLink, "invoice_not_payable", wrong);
});
