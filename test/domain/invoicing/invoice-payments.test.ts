import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../../../functions/domain/core/payment-status.ts";
import { withPayment } from "../../../functions/domain/invoicing/invoice-payments.ts";
import { refuseCollection } from "../../../functions/domain/settlement/collection.ts";
import { showingPayment } from "../../../functions/domain/settlement/settlement-change.ts";
import { later, noon, openedSettlement } from "../../support/core/samples.ts";

const payment = (nth: number, status: PaymentStatus = "processing", amountCents = 100) => {
  return { id: `pay_${String(nth).padStart(3, "0")}`, amountCents, status, createdAt: noon };
};

describe("the payments of an invoice", () => {
  test("are there once each, the newest last, as they are now", () => {
    const two = withPayment([payment(1)], payment(2));
    expect(two).toEqual([payment(1), payment(2)]);
    expect(withPayment(two, payment(1, "failed"))).toEqual([payment(1, "failed"), payment(2)]);
    expect(withPayment(two, payment(1, "processing", 90))[0]?.amountCents).toBe(90);
    expect(withPayment(two, payment(2))).toBe(two);
  });

  test("are the newest hundred", () => {
    const many = Array.from({ length: 130 }, (_, at) => payment(at)).reduce(withPayment, []);
    expect([many.length, many[0], many.at(-1)]).toEqual([100, payment(30), payment(129)]);
    expect(withPayment(many, payment(3, "returned"))).toEqual(many);
  });
});

describe("a settlement's change", () => {
  const opened = openedSettlement();
  const { id, amountCents, status } = opened.settlement.payment;
  const shown = { id, amountCents, createdAt: opened.settlement.createdAt };

  test("brings its payment onto the invoice", () => {
    const change = refuseCollection(opened.settlement, opened.invoice, { code: "no", reason: "no" }, noon);
    const [invoice] = showingPayment(change, opened).invoice;
    expect(status).toBe("processing");
    expect(invoice?.next.payments).toEqual([{ ...shown, status: "failed" }]);
  });

  test("moves what the invoice shows of it without a line on the trail where the invoice is not moved", () => {
    const invoice = { ...opened.invoice, payments: [{ ...shown, status: "failed" as const }] };
    const next = { ...opened.settlement, updatedAt: later(1) };
    const collecting = {
      settlement: [{ next, from: "created", to: "collecting", reason: "the rail took it" }],
      invoice: [],
    };
    expect(showingPayment(collecting, { ...opened, invoice }).invoice).toMatchObject([
      {
        quiet: true,
        next: { payments: [{ id, status: "processing" }], version: invoice.version + 1, updatedAt: later(1) },
      },
    ]);
    const older = { ...opened.invoice, payments: [] };
    expect(showingPayment(collecting, { ...opened, invoice: older }).invoice).toEqual([]);
  });
});
