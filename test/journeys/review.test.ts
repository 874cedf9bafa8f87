import { describe, expect, test } from "vitest";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import {
  advance,
  happyPath,
  operator,
  pathOfHistory,
  reportAsRail,
  secondOperator,
  TestTenant,
  wallet,
} from "../support/journeys/journey.ts";
import { both, item, mismatchedSettlement, paramsOf, queuedAs } from "../support/journeys/review.ts";

const { listReview, getReview, actOnReview } = reviewOperations;
const push = { source: { type: "ach_push" } };

async function ended(wallets: string, status: "declined" | "failed") {
  const tenant = await TestTenant.create({ destWallet: wallet(wallets) });
  const paid = await tenant.payNew(1_000);
  await tenant.reaches(paid.settlement.id, status);
  return { tenant, paid };
}

describe("another amount than expected", () => {
  test("that is too little is accepted, quoted anew, settles, and leaves the rest of the invoice open", async () => {
    const { tenant, paid } = await mismatchedSettlement(400);
    expect(await item(paid)).toMatchObject({ kind: "amount_mismatch", status: "collecting", deadline: null });
    expect(await both(paid, { action: "accept" })).toMatchObject({ status: "approved", amountCents: 400 });
    const settled = await tenant.reaches(paid.settlement.id, "completed");
    expect(settled).toMatchObject({ fiatInCents: 400, feeCents: 10, reserveCents: 39, netCents: 351 });
    expect(pathOfHistory(settled)).toEqual(happyPath);
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({
      status: "partially_paid",
      amountPaidCents: 400,
      amountRemainingCents: 600,
      amountProcessingCents: 0,
    });
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded", amountCents: 400 });
    await operator.refused(getReview, "not_found", { params: paramsOf(paid) });
  });

  test("that is too much settles what was expected, and the extra is held until it is sent back", async () => {
    const { tenant, paid } = await mismatchedSettlement(1_300);
    await both(paid, { action: "accept" });
    await tenant.reaches(paid.settlement.id, "completed");
    expect(await item(paid)).toMatchObject({ kind: "held", reason: expect.stringContaining("3.00 USD") });
    await both(paid, { action: "returned_off_platform", reference: "WIRE-1" });
    await operator.refused(getReview, "not_found", { params: paramsOf(paid) });
    expect(await tenant.settlement(paid.settlement.id)).toMatchObject({ status: "completed", fiatInCents: 1_000 });
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded", receivedAmountCents: 1_300 });
  });

  test("that is topped up waits for the rest and settles whole", async () => {
    const { tenant, paid } = await mismatchedSettlement(400);
    await both(paid, { action: "top_up" });
    expect(await item(paid)).toMatchObject({
      kind: "in_flight",
      reason: expect.stringContaining("4.00 USD of 10.00 USD"),
    });
    await reportAsRail(paid, "funds_received", { amountCents: 600 });
    const settled = await tenant.reaches(paid.settlement.id, "completed");
    expect(settled).toMatchObject({ fiatInCents: 1_000 });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "paid", amountPaidCents: 1_000 });
  });

  test("that was sent back fails the settlement, and the invoice can be paid again", async () => {
    const { tenant, paid } = await mismatchedSettlement(1_300);
    await both(paid, { action: "returned_off_platform", reference: "WIRE-2" });
    expect(await tenant.settlement(paid.settlement.id)).toMatchObject({
      status: "failed",
      failureCode: "returned_off_platform",
    });
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "refunded" });
    const again = await tenant.pay({ id: paid.payment.invoiceId });
    await tenant.reaches(again.settlement.id, "completed");
  });
});

describe("the second screen", () => {
  test("without an answer is asked again by an operator, and a pass settles", async () => {
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(1_000, push);
    await tenant.flag("kyt.adapter.mock", false);
    await reportAsRail(paid, "funds_received");
    await queuedAs(paid, "screening");
    const { since, deadline, actions } = await item(paid);
    expect(Date.parse(deadline ?? "") - Date.parse(since)).toBe(86_400_000);
    expect(actions).toContain("retry_screen");
    // There is nothing to review where nobody looked.
    await operator.refused(actOnReview, "action_not_available", {
      params: paramsOf(paid),
      body: { action: "verdict", verdict: "pass" },
    });
    await tenant.flag("kyt.adapter.mock", true);
    const body = { action: "retry_screen", note: "the provider is back" };
    const retried = await operator.call(actOnReview, { params: paramsOf(paid), body });
    expect(retried.notes).toMatchObject([{ text: "the provider is back" }]);
    await tenant.reaches(paid.settlement.id, "completed");
  });

  test("that wants a manual review is passed by two operators, and settles", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("LATEREVIEW") });
    const paid = await tenant.payNew(1_000);
    await queuedAs(paid, "screening");
    expect((await tenant.settlement(paid.settlement.id)).status).toBe("screening");
    await both(paid, { action: "verdict", verdict: "pass", note: "the owner's papers are in order" });
    const settled = await tenant.reaches(paid.settlement.id, "completed");
    expect(settled.history.find(({ to }) => to === "screened")).toMatchObject({
      actor: expect.stringMatching(/^operator:/),
      reason: expect.stringContaining("manual review"),
    });
  });

  test("that wants a manual review is declined by two operators; the money is held and goes back", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("LATEREVIEW") });
    const paid = await tenant.payNew(1_000);
    await queuedAs(paid, "screening");
    await both(paid, { action: "verdict", verdict: "decline" });
    await tenant.reaches(paid.settlement.id, "declined");
    expect(await item(paid)).toMatchObject({ kind: "held" });
    await both(paid, { action: "returned_off_platform", reference: "WIRE-3" });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "draft", amountPaidCents: 0 });
  });

  test("that blocks is overruled by nobody, and its money goes nowhere", async () => {
    const { tenant, paid } = await ended("LATEBLOCK", "declined");
    expect(await item(paid)).toMatchObject({ kind: "held", actions: ["note", "assign", "reported"] });
    for (const body of [
      { action: "verdict", verdict: "pass" },
      { action: "retry_screen" },
      { action: "resume" },
      { action: "return" },
      { action: "returned_off_platform", reference: "WIRE-4" },
    ])
      for (const client of [operator, secondOperator])
        await client.refused(actOnReview, "action_not_available", { params: paramsOf(paid), body });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "paid" });
  });
});

describe("a settlement that failed", () => {
  test("holds its money until it is sent back, which moves the invoice back", async () => {
    const { tenant, paid } = await ended("FAILCONVERT", "failed");
    expect(await item(paid)).toMatchObject({ kind: "held", actions: ["note", "assign", "returned_off_platform"] });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "paid" });
    await operator.refused(actOnReview, "refund_unsupported", { params: paramsOf(paid), body: { action: "return" } });
    await both(paid, { action: "returned_off_platform", reference: "WIRE-5" });
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ status: "draft", amountPaidCents: 0 });
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "refunded" });
    await operator.refused(getReview, "not_found", { params: paramsOf(paid) });
  });
});

describe("a settlement that is stuck", () => {
  test("without a proof cannot be failed by anybody, is stalled after half an hour, and completes by its proof", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("NOPROOF") });
    const paid = await tenant.payNew(1_000);
    await tenant.reaches(paid.settlement.id, "settling");
    const body = { action: "fail" };
    const refused = await operator.refused(actOnReview, "action_not_available", { params: paramsOf(paid), body });
    expect(refused.error).toContain("the money may have left");
    await advance(1_860);
    await queuedAs(paid, "stalled");
    const { data } = await operator.call(listReview, { query: { kind: "stalled", tenantId: tenant.id } });
    expect(data.map(({ subjectId }) => subjectId)).toEqual([paid.settlement.id]);
    expect((await operator.call(listReview, { query: { kind: "in_flight", tenantId: tenant.id } })).data).toEqual([]);
    await both(paid, { action: "resume" });
    await reportAsRail(paid, "payment_processed");
    await tenant.reaches(paid.settlement.id, "completed");
  });

  test("while it waits for the payer is given up by two operators; money that comes late is held", async () => {
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(1_000, push);
    await both(paid, { action: "fail" });
    await tenant.reaches(paid.settlement.id, "failed");
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ amountProcessingCents: 0 });
    await reportAsRail(paid, "funds_received");
    expect(await item(paid)).toMatchObject({ kind: "recon_break" });
    await both(paid, { action: "returned_off_platform", reference: "WIRE-6" });
    await operator.refused(getReview, "not_found", { params: paramsOf(paid) });
  });
});
