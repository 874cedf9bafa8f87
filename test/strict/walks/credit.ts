import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { creditNoteOperations } from "../../../functions/contract/invoicing/credit-notes.ts";
import { customerOperations } from "../../../functions/contract/invoicing/customers.ts";
import { invoiceOperations, payOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { paymentOperations } from "../../../functions/contract/settlement/payments.ts";
import type { Visit } from "../visit.ts";

/** An invoice to a customer is changed while a draft, credited in part, and paid with the rest. */
export async function creditedInvoice(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  const customer = await tenant.call(customerOperations.createCustomer, { body: { name: "Orchard & Daughters" } });
  const lineItems = [{ description: "Apples", unitCents: 10_000, taxRate: 725 }];
  const body = { number: `C-${randomUUID()}`, customerId: customer.id, lineItems };
  const drafted = await tenant.call(invoiceOperations.createInvoice, { body });
  const params = { id: drafted.id };
  expect(drafted).toMatchObject({ totalCents: 10_725, customer: { name: customer.name } });
  const change = { body: { lineItems: [{ ...lineItems[0], quantity: 2 }] } };
  expect(await tenant.call(invoiceOperations.changeInvoice, { params, ...change })).toMatchObject({
    totalCents: 21_450,
  });
  await tenant.call(invoiceOperations.sendInvoice, { params });
  const credit = { params, body: { amountCents: 1_450, reason: "bruised" } };
  const note = await tenant.call(creditNoteOperations.createCreditNote, credit);
  expect(note.number).toBe(`${drafted.number}-CN1`);
  const paid = await tenant.pay(drafted);
  expect((await tenant.reaches(paid, "completed")).fiatInCents).toBe(20_000);
  const stored = await tenant.call(invoiceOperations.getInvoice, { params });
  expect(stored).toMatchObject({ status: "paid", creditedCents: 1_450, amountPaidCents: 20_000 });
  expect((await tenant.call(creditNoteOperations.listCreditNotes, { params })).data).toEqual([note]);
  return "credit: a customer's draft was changed, credited and paid with the rest";
}

/** A payment that nobody paid is cancelled, and the invoice is free to be voided. */
export async function voidedInvoice(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  const { id } = await tenant.invoice(9_000);
  const params = { id };
  const pushed = { params, body: { source: { type: "ach_push" } } } as const;
  const { payment } = await tenant.call(payOperations.payInvoice, pushed);
  const waiting = await tenant.refused(invoiceOperations.voidInvoice, "invoice_has_payments", { params });
  expect(waiting.status).toBe(409);
  await tenant.call(paymentOperations.cancelPayment, { params: { id: payment.id } });
  const ended = await tenant.call(invoiceOperations.voidInvoice, { params, body: { reason: "sent by mistake" } });
  expect(ended).toMatchObject({ status: "void", voidReason: "sent by mistake" });
  await tenant.refused(payOperations.payInvoice, "invoice_not_payable", { params });
  return "void: an unfunded payment was cancelled, its invoice voided, and takes no money";
}
