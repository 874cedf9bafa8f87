import { expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { cancelInvoice, getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { playInterleavings } from "../../support/core/interleavings.ts";
import { TestApi } from "../../support/core/test-api.ts";

/** A tenant with an invoice, and the calls that race for it. */
async function race() {
  const api = new TestApi();
  const { id: tenantId } = await api.tenant();
  const invoiceId = await api.invoice(tenantId);
  const answers: Record<string, string> = {};
  const noting = (name: string, call: (store: Store) => Promise<unknown>) => async (store: Store) => {
    answers[name] = await call(store).then(
      (reply) => (reply as { outcome?: { code?: string } }).outcome?.code ?? "done",
      ({ code }) => code,
    );
  };
  const vendors = {
    ...{ rail: api.rail, conversion: api.rail, screening: api.screening },
    ...{ live: false, meter: api.meter },
  };
  const pay = noting("pay", (store) =>
    payInvoice({ ...api.context, store }, vendors, {
      ...{ tenantId, operation: "payInvoice", idempotencyKey: "k1", fingerprint: "f" },
      ...{ invoiceId, source: "ach" },
    }),
  );
  const voids = noting("void", (store) => cancelInvoice({ ...api.context, store }, tenantId, invoiceId, null));
  const now = async () => (await getInvoice(api.context, tenantId, invoiceId)).state;
  return { api, answers, pay, voids, now };
}

test("a payment and a void of one invoice: one of them, in every order of their calls to the store", async () => {
  const seen = new Set<string>();
  const orders = await playInterleavings(async () => {
    const { api, answers, pay, voids, now } = await race();
    return {
      store: api.store,
      bodies: [pay, voids],
      check: async (order) => {
        const { status, amountPaidCents, amountProcessingCents } = await now();
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
