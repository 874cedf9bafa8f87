import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { type Invoice, invoice } from "../../../functions/domain/invoicing/invoice.ts";
import { invoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";
import { invoiceFonts, textFonts } from "../../../functions/domain/invoicing/invoice-fonts.ts";
import { invoiceCounts } from "../../../functions/domain/invoicing/overview.ts";
import { invoiceMail, receiptMail } from "../../../functions/domain/invoicing/payer-mail.ts";
import { aSentInvoice, noon } from "../../support/core/samples.ts";

const partly: Invoice = { ...aSentInvoice(), status: "partially_paid", amountPaidCents: 4_000 };

describe("an invoice on paper", () => {
  test("shows its lines, its link and what remains of it, in flight or not", () => {
    expect(invoiceDocument({ ...partly, amountProcessingCents: 1_000 })).toMatchObject({
      ...{ sellerName: "Acme", sellerEmail: "billing@acme.test", customerId: "cus_1", number: "A-1", currency: "USD" },
      ...{ status: "partially_paid", totalCents: 10_000, amountPaidCents: 4_000, amountRemainingCents: 6_000 },
      ...{ payUrl: "http://localhost/i/x", terms: "Net 14" },
      lines: [{ description: "work", unitCents: 10_000, quantity: 1, amountCents: 10_000 }],
    });
  });

  test("is dated in its seller's time zone, and an older one in UTC with the terms that it had", () => {
    const dueDate = "2026-12-05T04:59:59.999Z";
    const zoned = invoiceDocument({ ...partly, timeZone: "America/New_York", dueDate });
    expect(zoned).toMatchObject({ issuedOn: "2026-11-21", dueOn: "2026-12-04" });
    const { timeZone: _, ...older } = { ...partly, dueDate, terms: "whenever" };
    expect(invoiceDocument(invoice.parse(older))).toMatchObject({ dueOn: "2026-12-05", terms: "whenever" });
  });

  test("has no terms that its due day contradicts", () => {
    const { issuedAt } = partly;
    const termsDue = (terms: string, days: number) =>
      invoiceDocument({ ...partly, terms, dueDate: addDays(issuedAt, days) }).terms;
    expect([termsDue("Net 30", 30), termsDue("Net 14", 30), termsDue("Net 14", 13)]).toEqual(["Net 30", null, null]);
    expect([termsDue("Due on receipt", 0), termsDue("Due on receipt", 1)]).toEqual(["Due on receipt", null]);
  });

  test("of an invoice with nothing due says no way to pay", () => {
    const paid: Invoice = { ...partly, status: "paid", amountPaidCents: 10_000 };
    expect(invoiceDocument(paid)).toMatchObject({ amountRemainingCents: 0, payUrl: null });
    const credited: Invoice = { ...partly, status: "paid", creditedCents: 6_000 };
    expect(invoiceDocument(credited)).toMatchObject({ amountRemainingCents: 0, payUrl: null });
  });

  test("of a void invoice asks for nothing", () => {
    const document = invoiceDocument({ ...aSentInvoice(), status: "void", voidedAt: noon });
    expect(document).toMatchObject({ status: "void", voidedOn: "2026-11-21", amountRemainingCents: 0, payUrl: null });
  });

  test("has notes where somebody wrote some", () => {
    expect(invoiceDocument({ ...partly, notes: "thanks" }).notes).toBe("thanks");
    expect("notes" in invoiceDocument(partly)).toBe(false);
  });

  test("has a font for the characters of each script, and none twice", () => {
    const first = (letter: string) => Object.entries(textFonts).find(([, { writes }]) => writes.test(letter))?.[0];
    expect(["a", "ß", "Ж", "λ", "ب", "ש", "क", "山"].map(first)).toEqual([
      ...["latin", "latin", "latin", "latin", "arabic", "hebrew", "devanagari", "chinese"],
    ]);
    expect(new Set(invoiceFonts.map(({ file }) => file)).size).toBe(invoiceFonts.length);
  });
});

describe("a payer's letter", () => {
  const { id, tenantId } = partly;
  const to = (metadata: Record<string, string>) => ({ id, tenantId, metadata });

  test("goes to the address on the invoice, in its language", () => {
    const invoice = to({ customerEmail: "ap@northwind.test", locale: "es" });
    const letter = { kind: "send_mail", tenantId, to: "ap@northwind.test" };
    expect(invoiceMail(invoice)).toEqual([{ ...letter, template: "invoice_sent", about: id, locale: "es" }]);
    expect(receiptMail(invoice, { id: "pay_1" })).toEqual([
      { ...letter, template: "receipt", about: "pay_1", locale: "es" },
    ]);
    expect(receiptMail(invoice, { id: "pay_1", hosted: { locale: "en" } })).toMatchObject([{ locale: "en" }]);
  });

  test("is none where the invoice names no address, or one that is none", () => {
    for (const metadata of [{}, { customerEmail: "nobody" }]) {
      expect(invoiceMail(to(metadata))).toEqual([]);
      expect(receiptMail(to(metadata), { id: "pay_1" })).toEqual([]);
    }
  });
});

test("the public overview counts an invoice by its status, and its total once", () => {
  const sent = aSentInvoice();
  expect(invoiceCounts(null, sent)).toEqual({ invoices: 1, "invoices.totalCents": 10_000, "invoices.sent": 1 });
  expect(invoiceCounts(sent, partly)).toEqual({ "invoices.sent": -1, "invoices.partially_paid": 1 });
  expect(invoiceCounts(sent, { ...sent, status: "void" })).toEqual({
    ...{ "invoices.sent": -1, "invoices.void": 1, "invoices.totalCents": -10_000 },
  });
});
