import { describe, expect, test } from "vitest";
import { editInvoice, type InvoiceChange } from "../../../functions/domain/invoicing/edit.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import { aDraft, agreed, aSentInvoice, later, noon } from "../../support/core/samples.ts";

const edit = (change: InvoiceChange, state: Invoice = aDraft()) => editInvoice(state, change, state.customer, later(9));
const edited = (change: InvoiceChange, state?: Invoice) => agreed(edit(change, state))[0]?.next;

describe("a draft that is changed", () => {
  test("has what was said, the next version, and on its trail the fields that changed", () => {
    const lineItems = [{ description: "more work", unitCents: 5_000, quantity: 3, taxRate: 1000 }];
    const change = { number: "A-2", customerId: "cus_2", lineItems, discountCents: 1_000, metadata: { po: "7" } };
    const [transition, ...rest] = agreed(edit({ ...change, notes: "thanks" }));
    expect(rest).toEqual([]);
    expect(transition).toMatchObject({
      ...{
        from: "draft",
        to: "draft",
        reason: "changed number, customerId, lineItems, discountCents, metadata, notes",
      },
      next: {
        ...{ number: "A-2", customerId: "cus_2", notes: "thanks", metadata: { po: "7" }, version: 2 },
        ...{ subtotalCents: 15_000, discountCents: 1_000, taxCents: 1_400, totalCents: 15_400 },
        ...{ createdAt: noon, issuedAt: noon, updatedAt: later(9) },
      },
    });
  });

  test("keeps what was not said, and is not changed by what it says already", () => {
    const draft = aDraft();
    expect(edited({ notes: "thanks" }, draft)).toEqual({
      ...draft,
      ...{ notes: "thanks", version: 2, updatedAt: later(9) },
    });
    const { number, customerId, terms, dueDate, metadata } = draft;
    for (const same of [{}, { number, customerId, terms, dueDate, metadata }, { terms: "net 14" }, { notes: null }])
      expect(edit(same, draft)).toEqual([]);
    const lineItems = [{ description: "work", unitCents: 10_000, quantity: 1 }];
    expect(edit({ lineItems, discountCents: null }, draft)).toEqual([]);
  });

  test("loses by null what may be left out", () => {
    const full = edited({ notes: "n", discountCents: 5, metadata: { a: "b" }, terms: "Net 3", dueDate: later(5) });
    const nothing = { notes: null, discountCents: null, metadata: null, terms: null, dueDate: null };
    const { version: _, updatedAt: __, ...bare } = aDraft();
    expect(edited(nothing, full)).toMatchObject({ ...bare, version: 3 });
  });

  test("shares a new discount by its lines as they were asked for", () => {
    const lineItems = [
      { description: "a", unitCents: 10_000, quantity: 1, taxRate: 500 },
      { description: "b", unitCents: 10_000, quantity: 1, taxCents: 70 },
    ];
    const both = edited({ lineItems });
    expect(both).toMatchObject({ taxCents: 570, totalCents: 20_570 });
    expect(edited({ discountCents: 2_000 }, both)).toMatchObject({
      ...{ taxCents: 520, totalCents: 18_520 },
      lineItems: [
        { taxRate: 500, taxCents: 450, discountCents: 1_000 },
        { taxRate: null, taxCents: 70, discountCents: 1_000 },
      ],
    });
  });

  test("is due anew by terms that change, and when it is said", () => {
    expect(edited({ terms: "net 30" })).toMatchObject({ terms: "Net 30", dueDate: later(30 * 86_400) });
    const zoned = { ...aDraft(), timeZone: "America/New_York" };
    const said = edited({ dueDate: "2027-01-05", terms: "Net 1" }, zoned);
    expect(said).toMatchObject({ terms: "Net 1", dueDate: "2027-01-06T04:59:59.999Z" });
    expect(edited({ notes: "kept" }, said)?.dueDate).toBe("2027-01-06T04:59:59.999Z");
    expect(edited({ dueDate: null }, said)?.dueDate).toBe(later(86_400));
    expect(edited({ dueDate: null }, { ...aDraft(), terms: "whenever", dueDate: later(1) })).toMatchObject({
      ...{ terms: "whenever", dueDate: later(14 * 86_400) },
    });
  });
});

describe("a change", () => {
  test.each([
    ["terms that set no due date", { terms: "soon" }, "terms"],
    ["a discount over the subtotal", { discountCents: 10_001 }, "discountCents"],
    ["lines that come to nothing", { lineItems: [{ description: "x", unitCents: 0, quantity: 1 }] }, "lineItems"],
  ])("is refused with %s", (_, change, path) => {
    expect(edit(change)).toMatchObject({ code: "validation_error", detail: { fields: [{ path }] } });
  });

  test.each(["sent", "partially_paid", "paid"] as const)("of a %s invoice is refused", (status) => {
    expect(edit({ notes: "x" }, { ...aSentInvoice(), status })).toMatchObject({
      ...{ code: "illegal_invoice_transition", detail: { extra: { from: status, to: "draft" } } },
    });
  });

  test("that brings the total below what is in flight or collected is refused, down to it is not", () => {
    const flying: Invoice = { ...aDraft(), amountProcessingCents: 6_000, amountPaidCents: 1_000 };
    const lines = (unitCents: number) => ({ lineItems: [{ description: "w", unitCents, quantity: 1 }] });
    expect(edit(lines(6_999), flying)).toMatchObject({
      code: "invoice_has_payments",
      message: "7000 cents of this invoice are collected or in flight",
    });
    expect(edit({ discountCents: 3_001 }, flying)).toMatchObject({ code: "invoice_has_payments" });
    expect(edited(lines(7_000), flying)?.totalCents).toBe(7_000);
  });
});
