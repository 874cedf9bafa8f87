import { describe, expect, test } from "vitest";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { secondsBetween } from "../../functions/domain/core/time.ts";
import { advance, reportAsRail, TestTenant } from "../support/journeys/journey.ts";
import { receives } from "../support/journeys/webhooks.ts";

const { cancelPayment } = paymentOperations;
const push = { source: { type: "ach_push" }, metadata: { orderId: "SO-1042" } };

async function waiting() {
  const tenant = await TestTenant.create();
  const invoice = await tenant.draft(12_300);
  return { tenant, invoice, paid: await tenant.pay(invoice, push) };
}

describe("a payment that waits for its payer", () => {
  test("says so and until when, lets itself be canceled, and frees its invoice; what comes after that is held", async () => {
    const { tenant, invoice, paid } = await waiting();
    const { payment, settlement } = paid;
    expect(settlement.waitingFor).toMatchObject({ reason: "payer_funds", until: payment.expiresAt });
    expect(payment.refundable).toMatchObject({ available: false, amountCents: 0 });
    const canceled = await tenant.call(cancelPayment, { params: { id: payment.id } });
    expect(canceled).toMatchObject({ status: "canceled", expiresAt: null, metadata: push.metadata });
    expect(await tenant.settlement(settlement.id)).toMatchObject({
      ...{ status: "failed", failureCode: "canceled", waitingFor: null, metadata: push.metadata },
    });
    expect(await tenant.invoice(invoice.id)).toMatchObject({ amountRemainingCents: 12_300, amountProcessingCents: 0 });
    await reportAsRail(paid, "funds_received");
    expect((await tenant.settlement(settlement.id)).waitingFor).toMatchObject({
      reason: "operator_review",
      until: null,
    });
    const again = await tenant.pay(invoice);
    await tenant.reaches(again.settlement.id, "completed");
    expect((await tenant.settlement(again.settlement.id)).waitingFor).toBeNull();
  });

  test("lapses at its day, which the trail and an event tell, and the invoice can be paid again", async () => {
    const { tenant, invoice, paid } = await waiting();
    await using receiver = await tenant.receiver();
    const { expiresAt, createdAt } = paid.payment;
    const { now } = await advance(0);
    await advance(secondsBetween(now, expiresAt ?? createdAt) - 60);
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "processing", expiresAt });
    await advance(120);
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "canceled", expiresAt: null });
    const { history, ...settlement } = await tenant.settlement(paid.settlement.id);
    expect(settlement).toMatchObject({ status: "failed", failureCode: "expired", waitingFor: null });
    expect(history.at(-1)).toMatchObject({ actor: "system:sweeper", reason: expect.stringContaining("expired: ") });
    await receives(receiver, "settlement.failed");
    const event = receiver.arrived.find(({ body }) => body.event === "settlement.failed");
    expect(event?.body.data).toMatchObject({ code: "expired", metadata: push.metadata });
    expect(await tenant.invoice(invoice.id)).toMatchObject({ amountRemainingCents: 12_300, amountProcessingCents: 0 });
    await tenant.reaches((await tenant.pay(invoice)).settlement.id, "completed");
  });
});
