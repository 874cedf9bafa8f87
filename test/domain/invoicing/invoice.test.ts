import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxCents } from "../../../functions/domain/core/money.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  amountToPay,
  confirmPayment,
  draftInvoice,
  type Invoice,
  releaseAside,
  remainingCents,
  sendInvoice,
  setAside,
  takeBack,
} from "../../../functions/domain/invoicing/invoice.ts";
import { aDraft, agreed, aSentInvoice, lastOf, later, noon } from "../../support/core/samples.ts";

const runs = { numRuns: 10_000 };

function draftOf(lineItems: { unitCents: number; quantity: number }[], discountCents = 0, more: object = {}) {
  const { id, tenantId, tenantSlug, sellerName, sellerEmail, hostedUrl } = aDraft();
  const input = {
    number: "A-2",
    customerId: "cus_1",
    lineItems: lineItems.map((each) => ({ description: "line", ...each })),
    currency: "USD" as const,
    terms: "Net 14",
    discountCents,
    metadata: {},
    ...more,
  };
  return draftInvoice(input, { id, tenantId, tenantSlug, sellerName, sellerEmail, timeZone: "UTC", hostedUrl }, noon);
}

/** The path of the one field a draft is refused for. */
function refusedField(reply: unknown): string | undefined {
  return reply instanceof Refusal && reply.code === "validation_error" ? reply.detail.fields?.[0]?.path : undefined;
}

describe("a draft", () => {
  const line = fc.record({
    unitCents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  });

  test("totals its lines exactly, or is refused", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (lines, discount) => {
          const subtotal = lines.reduce((sum, each) => sum + BigInt(each.unitCents) * BigInt(each.quantity), 0n);
          const total = subtotal - BigInt(discount);
          const outcome = draftOf(lines, discount);
          expect(refusedField(outcome) === undefined).toBe(subtotal >= 0n && total >= 1n);
          if (outcome instanceof Refusal) return;
          const { next } = lastOf(agreed(outcome));
          expect([BigInt(next.subtotalCents), BigInt(next.totalCents)]).toEqual([subtotal, total]);
          expect(next).toMatchObject({ status: "draft", amountPaidCents: 0, amountProcessingCents: 0 });
        },
      ),
      runs,
    );
  });

  test.each([
    ["a line over the largest amount", [{ unitCents: maxCents, quantity: 2 }], 0, "lineItems.0"],
    ["a line beyond exact integers", [{ unitCents: maxCents, quantity: 1_000_000 }], 0, "lineItems.0"],
    ["a negative line as large", [{ unitCents: -maxCents, quantity: 2 }], 0, "lineItems.0"],
    ["a subtotal over the largest amount", Array(2).fill({ unitCents: maxCents, quantity: 1 }), 0, "lineItems"],
    ["a negative subtotal", [{ unitCents: -1, quantity: 1 }], 0, "lineItems"],
    ["a total of nothing", [{ unitCents: 0, quantity: 1 }], 0, "lineItems"],
    ["a discount of everything", [{ unitCents: 100, quantity: 1 }], 100, "lineItems"],
    ["a discount over the subtotal", [{ unitCents: 100, quantity: 1 }], 101, "discountCents"],
  ])("with %s is refused", (_, lines, discount, path) => {
    expect(refusedField(draftOf(lines, discount))).toBe(path);
  });

  test("takes the largest amount", () => {
    expect(lastOf(agreed(draftOf([{ unitCents: maxCents, quantity: 1 }]))).next.totalCents).toBe(maxCents);
  });

  test.each([
    ["Net 30", "Net 30", 30],
    ["net 0", "Net 0", 0],
    ["NET  07", "Net 7", 7],
    ["nEt 365", "Net 365", 365],
    ["Due on receipt", "Due on receipt", 0],
    ["due on RECEIPT", "Due on receipt", 0],
  ])("on terms %j says %j and is due in %i days", (terms, canonical, days) => {
    const { next } = lastOf(agreed(draftOf([{ unitCents: 1, quantity: 1 }], 0, { terms })));
    expect(next).toMatchObject({ terms: canonical, dueDate: later(days * 86_400) });
  });

  test.each(["Net 366", "Net 1000", "NET30", "Net -1", "Net 45 days", "Not due on receipt", "whenever", ""])(
    "on terms %j, which set no due date, is refused",
    (terms) => {
      expect(refusedField(draftOf([{ unitCents: 1, quantity: 1 }], 0, { terms }))).toBe("terms");
    },
  );

  test("keeps a due date that was given, whatever the terms", () => {
    const dueDate = later(1);
    expect(lastOf(agreed(draftOf([{ unitCents: 1, quantity: 1 }], 0, { dueDate }))).next.dueDate).toBe(dueDate);
  });
});

describe("a draft's record", () => {
  test("numbers its lines, keeps every word that was sent, and begins with nothing paid", () => {
    const lines = [
      { unitCents: 250, quantity: 4 },
      { unitCents: -100, quantity: 2 },
    ];
    const [transition] = agreed(draftOf(lines, 300, { notes: "thanks", metadata: { po: "7" } }));
    expect(transition).toMatchObject({ from: null, to: "draft", reason: "invoice created" });
    expect(transition?.next).toMatchObject({
      lineItems: [
        { id: "lin_1", description: "line", unitCents: 250, quantity: 4, amountCents: 1000 },
        { id: "lin_2", description: "line", unitCents: -100, quantity: 2, amountCents: -200 },
      ],
      ...{ subtotalCents: 800, discountCents: 300, totalCents: 500, amountPaidCents: 0, amountProcessingCents: 0 },
      ...{ number: "A-2", customerId: "cus_1", currency: "USD", terms: "Net 14", notes: "thanks" },
      ...{ metadata: { po: "7" }, issuedAt: noon, createdAt: noon, updatedAt: noon, sentAt: null, paidAt: null },
    });
    expect(lastOf(agreed(draftOf(lines))).next.notes).toBeNull();
  });

  test.each([
    ["lineItems.0", "unitCents times quantity is out of bounds", [{ unitCents: maxCents, quantity: 2 }], 0],
    ["lineItems", "the subtotal is out of bounds", [{ unitCents: -1, quantity: 1 }], 0],
    ["discountCents", "the discount is more than the subtotal", [{ unitCents: 1, quantity: 1 }], 2],
    ["lineItems", "the total must be at least 1 cent", [{ unitCents: 0, quantity: 1 }], 0],
    ["lineItems", "the total must be at least 1 cent", [{ unitCents: 1, quantity: 1 }], 1],
  ])("is refused at %s because %s", (path, message, lines, discount) => {
    expect(draftOf(lines, discount)).toMatchObject({ message, detail: { fields: [{ path, message }] } });
  });
});

describe("sending", () => {
  test("tells all that a receiver needs, once, and writes to the payer whose address it knows", () => {
    const draft = { ...aDraft(), metadata: { customerEmail: "ap@northwind.test", locale: "es" } };
    const [transition] = agreed(sendInvoice(draft, later(1)));
    const { id: invoiceId, number: invoice, tenantId, customerId, totalCents, currency, dueDate, hostedUrl } = draft;
    const data = { invoiceId, invoice, tenantId, customerId, totalCents, currency, dueDate, hostedUrl };
    expect(transition?.reason).toBe("invoice sent");
    expect(transition?.next.updatedAt).toBe(later(1));
    expect(transition?.events).toEqual([{ name: "invoice.sent", data: { ...data, createdAt: later(1) } }]);
    expect(transition?.follows).toEqual([
      {
        ...{ kind: "send_mail", template: "invoice_sent", about: invoiceId, tenantId },
        ...{ to: "ap@northwind.test", locale: "es" },
      },
    ]);
    expect(agreed(sendInvoice(aDraft(), noon))[0]?.follows).toEqual([]);
  });

  test("says from where to where a paid invoice cannot go", () => {
    expect(sendInvoice(pay(aDraft(), 10_000), noon)).toMatchObject({
      message: "a paid invoice cannot be sent",
      detail: { extra: { from: "paid", to: "sent" } },
    });
  });

  test("moves a draft to sent, with one event", () => {
    const [transition] = agreed(sendInvoice(aDraft(), later(1)));
    expect(transition).toMatchObject({ from: "draft", to: "sent", next: { status: "sent", sentAt: later(1) } });
    expect(transition?.events?.map((event) => event.name)).toEqual(["invoice.sent"]);
  });

  test("a second time changes nothing", () => {
    expect(agreed(sendInvoice(aSentInvoice(), later(1)))).toEqual([]);
  });

  test("a partly paid invoice that was never sent marks it sent and leaves its status", () => {
    const partly = pay(aDraft(), 4000);
    const [transition] = agreed(sendInvoice(partly, later(2)));
    expect(transition).toMatchObject({ from: "partially_paid", to: "partially_paid", next: { sentAt: later(2) } });
    expect(transition?.events).toHaveLength(1);
  });

  test("a paid invoice is refused", () => {
    expect(sendInvoice(pay(aDraft(), 10_000), noon)).toMatchObject({ code: "illegal_invoice_transition" });
  });
});

function pay(state: Invoice, cents: number): Invoice {
  return confirmPayment(setAside(state, cents, "pay_1", noon).next, cents, "pay_1", noon).next;
}

describe("an invoice's money", () => {
  test("that was never sent goes back to draft when its payment is returned", () => {
    const paid = pay(aDraft(), 10_000);
    expect(paid.status).toBe("paid");
    expect(takeBack(paid, 10_000, "pay_1", noon)).toMatchObject({ from: "paid", to: "draft" });
  });

  test("that was sent goes back to sent", () => {
    const back = takeBack(pay(aSentInvoice(), 10_000), 10_000, "pay_1", noon).next;
    expect(back).toMatchObject({ status: "sent", amountPaidCents: 0, paidAt: null });
  });

  test("that was paid in two parts goes back to partially paid", () => {
    const paid = pay(pay(aSentInvoice(), 4000), 6000);
    expect(takeBack(paid, 6000, "pay_2", noon).next).toMatchObject({ status: "partially_paid", amountPaidCents: 4000 });
  });

  test("in flight still counts as remaining to the payer and is not to be paid twice", () => {
    const flying = setAside(aSentInvoice(), 6000, "pay_1", noon).next;
    expect(remainingCents(flying)).toBe(4000);
    expect(amountToPay(flying, undefined)).toBe(4000);
    expect(amountToPay(flying, 4001)).toMatchObject({ code: "amount_exceeds_remaining" });
    const all = setAside(flying, 4000, "pay_2", noon).next;
    expect(amountToPay(all, undefined)).toMatchObject({ code: "amount_exceeds_remaining" });
    expect(amountToPay(all, 1)).toMatchObject({ code: "amount_exceeds_remaining" });
  });

  test("is asked for in whole cents, from one up to what remains", () => {
    expect([amountToPay(aSentInvoice(), 1), amountToPay(aSentInvoice(), 10_000)]).toEqual([1, 10_000]);
    expect(amountToPay(aSentInvoice(), 0)).toMatchObject({ code: "amount_exceeds_remaining" });
    expect(amountToPay(aSentInvoice(), 10_001)).toMatchObject({
      message: "10000 cents remain to be paid on this invoice",
      detail: { fields: [{ path: "amountCents", message: "at most 10000" }] },
    });
  });

  test("says in its trail whose payment moved it, and when", () => {
    const aside = setAside(aSentInvoice(), 400, "pay_7", later(1));
    const paid = confirmPayment(aside.next, 400, "pay_7", later(2));
    const trail = [
      aside,
      releaseAside(aside.next, 400, "pay_7", later(2)),
      releaseAside(aside.next, 400, "pay_7", later(2), "collected less"),
      paid,
      takeBack(paid.next, 400, "pay_7", later(3)),
      takeBack(paid.next, 400, "pay_7", later(3), "was refunded"),
    ];
    expect(trail.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ["sent", "sent", "pay_7 collecting 400 cents"],
      ["sent", "sent", "pay_7 collected nothing"],
      ["sent", "sent", "pay_7 collected less"],
      ["sent", "partially_paid", "pay_7 collected 400 cents"],
      ["partially_paid", "sent", "pay_7 was returned"],
      ["partially_paid", "sent", "pay_7 was refunded"],
    ]);
    expect(trail.map(({ next }) => next.updatedAt)).toEqual([1, 2, 2, 2, 3, 3].map(later));
    expect(pay(aSentInvoice(), 10_000).paidAt).toBe(noon);
  });

  test("once paid takes no more", () => {
    expect(amountToPay(pay(aSentInvoice(), 10_000), 1)).toMatchObject({
      ...{ code: "invoice_already_paid", message: "this invoice is already paid" },
    });
  });
});
