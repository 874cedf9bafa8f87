import { expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { createCreditNote } from "../../../functions/app/invoicing/credit-notes.ts";
import { playInterleavings } from "../../support/core/interleavings.ts";
import { InvoiceRace } from "../../support/invoicing/race.ts";

test("a payment and a credit note of one invoice: never over its total, in every order of their calls to the store", async () => {
  const seen = new Set<string>();
  const orders = await playInterleavings(async () => {
    const race = await InvoiceRace.begin();
    const { api, tenantId, invoiceId } = race;
    const credit = race.noting("credit", (store: Store) =>
      createCreditNote({ ...api.context, store }, tenantId, invoiceId, { amountCents: 7_000, reason: "agreed" }),
    );
    return {
      store: api.store,
      bodies: [race.pay(6_000), credit],
      check: async (order) => {
        const { totalCents, amountPaidCents, creditedCents, amountProcessingCents, status } = await race.now();
        const { pay, credit: credited } = race.answers;
        seen.add(`${pay} ${credited}`);
        const isPaid = pay === "done";
        expect({ amountPaidCents, creditedCents, amountProcessingCents, status }, order).toEqual({
          ...{ amountPaidCents: isPaid ? 6_000 : 0, creditedCents: isPaid ? 0 : 7_000, amountProcessingCents: 0 },
          status: isPaid ? "partially_paid" : "sent",
        });
        expect(amountPaidCents + creditedCents).toBeLessThanOrEqual(totalCents);
        expect(api.store.rows().filter(({ type }) => type === "credit_note")).toHaveLength(isPaid ? 0 : 1);
      },
    };
  });
  expect(orders).toBeGreaterThan(10);
  expect([...seen].sort()).toEqual(["amount_exceeds_remaining done", "done amount_exceeds_due"]);
});

test("two credit notes that race have two numbers, and are never over what is due", async () => {
  await playInterleavings(async () => {
    const race = await InvoiceRace.begin();
    const { api, tenantId, invoiceId } = race;
    const credit = (name: string, amountCents: number) =>
      race.noting(name, (store) =>
        createCreditNote({ ...api.context, store }, tenantId, invoiceId, { amountCents, reason: "agreed" }),
      );
    return {
      store: api.store,
      bodies: [credit("one", 4_000), credit("two", 6_000)],
      check: async (order) => {
        const { status, creditedCents } = await race.now();
        expect({ ...race.answers, status, creditedCents }, order).toEqual({
          ...{ one: "done", two: "done", status: "paid", creditedCents: 10_000 },
        });
        const notes = api.store.rows().filter(({ type }) => type === "credit_note");
        const numbers = notes.map(({ body }) => (body as { state: { number: string } }).state.number);
        expect(numbers.sort()).toEqual(["A-1-CN1", "A-1-CN2"]);
      },
    };
  });
});
