import { expect, test } from "vitest";
import { cancelInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { playInterleavings } from "../../support/core/interleavings.ts";
import { InvoiceRace } from "../../support/invoicing/race.ts";

test("a payment and a void of one invoice: one of them, in every order of their calls to the store", async () => {
  const seen = new Set<string>();
  const orders = await playInterleavings(async () => {
    const race = await InvoiceRace.begin();
    const { api, answers, tenantId, invoiceId } = race;
    const voids = race.noting("void", (store) => cancelInvoice({ ...api.context, store }, tenantId, invoiceId, null));
    return {
      store: api.store,
      bodies: [race.pay(), voids],
      check: async (order) => {
        const { status, amountPaidCents, amountProcessingCents } = await race.now();
        const settlements = api.store.rows().filter(({ type }) => type === "settlement").length;
        const ends = { ...answers, status, amountPaidCents, amountProcessingCents, settlements };
        const isPaid = status === "paid";
        seen.add(`${answers.pay} ${answers.void}`);
        expect(ends, order).toEqual({
          pay: isPaid ? "done" : "invoice_not_payable",
          void: isPaid ? expect.stringMatching(/^invoice_(already_paid|has_payments)$/) : "done",
          status: isPaid ? "paid" : "void",
          amountPaidCents: isPaid ? 10_000 : 0,
          ...{ amountProcessingCents: 0, settlements: isPaid ? 1 : 0 },
        });
      },
    };
  });
  expect(orders).toBeGreaterThan(10);
  expect([...seen].sort()).toEqual([
    "done invoice_already_paid",
    "done invoice_has_payments",
    "invoice_not_payable done",
  ]);
});
