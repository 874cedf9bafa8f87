import { describe, expect, test } from "vitest";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { TestTenant } from "../support/journeys/journey.ts";
import { refusal, successOf } from "../support/runner/client.ts";

const { payInvoice } = payOperations;
const rounds = [1, 2, 3];

async function paymentsOf(tenant: TestTenant) {
  return (await tenant.call(paymentOperations.listPayments, { query: { limit: 100 } })).data;
}

describe("an Idempotency-Key in a crowd", () => {
  test.each(rounds)("sent by 64 clients at once is executed once (round %i)", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    const input = { params: { id }, body: { amountCents: 10 }, key: "one" };
    const answers = await Promise.all(Array.from({ length: 64 }, () => tenant.ask(payInvoice, input)));
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => headers.get("idempotent-replay") === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(Number(refusal(payInvoice, "idempotency_in_progress", answer).retryAfter)).toBeGreaterThan(0);
    expect(await paymentsOf(tenant)).toHaveLength(1);
    expect(await tenant.invoice(id)).toMatchObject({ amountPaidCents: 10 });
  });

  test.each(rounds)("32 of them that pay one invoice never pay more than its total (round %i)", async () => {
    const tenant = await TestTenant.create();
    const { id } = await tenant.draft(1_000);
    const pay = (at: number) =>
      tenant.ask(payInvoice, { params: { id }, body: { amountCents: 300 }, key: `key-${at}` });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => pay(at)));
    // Others were faster, again and again: the same key carries on what it had begun.
    for (const [at, { status, text }] of answers.entries())
      if (status === 409 && JSON.parse(text).code === "version_conflict") answers[at] = await pay(at);
    const made = answers.filter(({ status }) => status === 201).map((each) => successOf(payInvoice, each).payment.id);
    const codes = new Set(answers.map(({ status, text }) => (status === 201 ? "paid" : JSON.parse(text).code)));
    expect(
      [...codes].filter((code) => !["paid", "amount_exceeds_remaining", "version_conflict"].includes(code)),
    ).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(3);
    const payments = await paymentsOf(tenant);
    expect(payments.map((each) => each.id).toSorted()).toEqual(made.toSorted());
    expect(await tenant.invoice(id)).toMatchObject({ amountPaidCents: 300 * made.length, amountProcessingCents: 0 });
  });
});
