import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, test, vi } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { adminSettlementOperations } from "../../functions/contract/settlement/admin-settlements.ts";
import { deliveredData } from "../../functions/contract/webhooks/event-schemas.ts";
import { happyPath, operator, pathOfHistory, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import type { ArrivedWebhook, WebhookReceiver } from "../support/journeys/receiver.ts";
import { receives } from "../support/journeys/webhooks.ts";

const stripe = new Stripe("sk_test_unused");

/** What a tenant would check, with the packages a tenant would use. */
function verified({ headers, raw }: ArrivedWebhook, secret: string): void {
  const signature = String(headers["x-service-signature"]);
  const timestamp = Number(headers["webhook-timestamp"]);
  // The packages hold the time against the machine's clock, and the sandbox's may have been moved.
  vi.useFakeTimers({ toFake: ["Date"], now: timestamp * 1000 });
  try {
    stripe.webhooks.constructEvent(raw, signature, secret);
    new Webhook(secret).verify(raw, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
  expect(signature).toMatch(new RegExp(`^t=${timestamp},v1=[0-9a-f]{64}$`));
  expect(headers).toMatchObject({
    "content-type": expect.stringMatching(/^application\/json/),
    "webhook-id": headers["x-service-event-id"],
    "x-service-event-id": expect.stringMatching(/^evt_/),
    "x-service-delivery-id": expect.stringMatching(/^dlv_/),
    "x-service-attempt": "1",
  });
}

function eventOf(receiver: WebhookReceiver, name: string): ArrivedWebhook | undefined {
  return receiver.arrived.find(({ body }) => body.event === name);
}

describe("an invoice that is paid by ACH", () => {
  test("is settled to the cent, and its tenant is told by signed webhooks", async () => {
    const tenant = await TestTenant.create();
    await tenant.feeRule({ bps: 125, fixedCents: 30, reserveBps: 750, reserveDays: 90 });
    await using receiver = await tenant.receiver();
    const draft = await tenant.draft(123_457);
    expect(draft).toMatchObject({ status: "draft", totalCents: 123_457, sentAt: null });
    const sent = await tenant.call(invoiceOperations.sendInvoice, { params: { id: draft.id } });
    expect(sent).toMatchObject({ status: "sent", sentAt: expect.any(String) });

    const paid = await tenant.pay(sent);
    expect(paid.sourceDepositInstructions).toBeNull();
    expect(paid.payment).toMatchObject({ status: "succeeded", amountCents: 123_457, source: { type: "ach" } });
    const settlement = await tenant.reaches(paid.settlement.id, "completed");
    // 1.25 % of 1,234.57 is 15.43; with 0.30 15.73; 7.5 % of the rest, 1,218.84, is 91.41.
    expect(settlement).toMatchObject({
      fiatInCents: 123_457,
      feeCents: 1_573,
      reserveCents: 9_141,
      netCents: 112_743,
      fxRate: "1",
      usdtOut: "1127.430000",
      usdtStable: "USDT",
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      declineReason: null,
    });
    expect(await tenant.invoice(draft.id)).toMatchObject({
      status: "paid",
      amountPaidCents: 123_457,
      amountRemainingCents: 0,
      amountProcessingCents: 0,
      paidAt: expect.any(String),
    });

    await receives(receiver, "settlement.completed");
    expect(receiver.events.toSorted()).toEqual(["invoice.sent", "settlement.completed"]);
    for (const each of receiver.arrived) {
      verified(each, receiver.secret);
      expect(Object.keys(each.body)).toEqual(["event", "data"]);
    }
    const completed = eventOf(receiver, "settlement.completed")?.body.data;
    expect(deliveredData["settlement.completed"].strict().parse(completed)).toMatchObject({
      settlementId: settlement.id,
      paymentId: paid.payment.id,
      invoice: draft.number,
      usdtOut: "1127.430000",
      txHash: settlement.txHash,
    });
    const invoiceSent = eventOf(receiver, "invoice.sent")?.body.data;
    expect(deliveredData["invoice.sent"].strict().parse(invoiceSent)).toMatchObject({
      invoiceId: draft.id,
      totalCents: 123_457,
    });
  });

  test("leaves the canonical path as its history, each hop with its actor and its own hash", async () => {
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(5_000);
    const { history } = await tenant.reaches(paid.settlement.id, "completed");
    expect(pathOfHistory({ history })).toEqual(happyPath);
    expect(history[0]?.from).toBeNull();
    for (const [index, transition] of history.entries()) {
      if (index > 0) expect(transition.from).toBe(history[index - 1]?.to);
      expect(transition.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(transition.at >= (history[index - 1]?.at ?? "")).toBe(true);
    }
    expect(new Set(history.map(({ hash }) => hash)).size).toBe(history.length);
    expect(history.slice(0, 3).map(({ actor }) => actor)).toEqual(Array(3).fill(`tenant:${tenant.slug}`));
    expect(history.at(-1)?.actor).toBe("system:settlement");

    const { getSettlementHistory } = adminSettlementOperations;
    const params = { id: paid.settlement.id };
    const response = await operator.call(getSettlementHistory, { params });
    expect(response).toEqual({ data: history, nextCursor: null });
    const firstTwo = await operator.call(getSettlementHistory, { params, query: { limit: 2 } });
    const cursor = firstTwo.nextCursor ?? "";
    const rest = await operator.call(getSettlementHistory, { params, query: { cursor } });
    expect([...firstTwo.data, ...rest.data]).toEqual(history);
  });

  test("costs nothing where no rule is set, down to a single cent", async () => {
    const tenant = await TestTenant.create({ stable: "USDC" });
    const paid = await tenant.payNew(1);
    const settlement = await tenant.reaches(paid.settlement.id, "completed");
    expect(settlement).toMatchObject({
      feeCents: 0,
      reserveCents: 0,
      netCents: 1,
      usdtOut: "0.010000",
      usdtStable: "USDC",
    });
  });
});

describe("a payout without a proof", () => {
  test("stays settling and says so, until the rail's word completes it once", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("NOPROOF") });
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(10_000);
    const settling = await tenant.reaches(paid.settlement.id, "settling");
    expect(settling).not.toHaveProperty("txHash");
    await receives(receiver, "settlement.settling");

    await reportAsRail(paid, "payment_processed");
    const completed = await tenant.settlement(paid.settlement.id);
    expect(completed).toMatchObject({ status: "completed", txHash: expect.stringMatching(/^0x/) });
    for (const word of ["payment_processed", "funds_received", "payment_processed"]) await reportAsRail(paid, word);
    expect(await tenant.settlement(paid.settlement.id)).toEqual(completed);
    expect(pathOfHistory(completed)).toEqual(happyPath);
    await receives(receiver, "settlement.completed");
    expect(receiver.events).toEqual(["settlement.settling", "settlement.completed"]);
    expect(receiver.arrived).toHaveLength(2);
  });
});
