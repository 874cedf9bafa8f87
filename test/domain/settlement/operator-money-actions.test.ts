import { describe, expect, test } from "vitest";
import { type ActionCase, openActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { agreed, aRule, lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import { balances, came, lifeOf, rail, reviewAction, token } from "../../support/settlement/review-life.ts";

describe("accepting another amount", () => {
  test("that is less quotes the settlement anew by its own rule, and counts that much as paid", () => {
    const life = came(4_000);
    const change = agreed(reviewAction(life, "accept"));
    expect(life.settlement).toMatchObject({
      status: "screening",
      fiatInCents: 4_000,
      feeCents: 100,
      reserveCents: 390,
      netCents: 3_510,
      mismatchCents: null,
      unappliedCents: 0,
      payment: { status: "succeeded", amountCents: 4_000, receivedCents: 4_000 },
    });
    expect(life.invoice).toMatchObject({ status: "partially_paid", amountPaidCents: 4_000, amountProcessingCents: 0 });
    expect(balances(life)).toEqual({ rail_clearing: 4_000, tenant_payable: -4_000 });
    expect(lastOf(change.settlement).follows).toEqual(expect.arrayContaining(token));
  });

  test("counts for the ratio programs on the day on which it came", () => {
    const life = came(4_000);
    const { receivedAt, source } = life.settlement.payment;
    const change = agreed(reviewAction(life, "accept"));
    const counts = { payments: 1, paymentCents: 4_000, ...(source === "ach" && { debits: 1 }) };
    const counted = { kind: "count", tenantId: life.settlement.tenantId, at: receivedAt, counts };
    expect(lastOf(change.settlement).follows).toContainEqual(counted);
  });

  test("that is more settles what was expected and keeps the rest apart, in the queue", () => {
    const life = came(12_500);
    reviewAction(life, "accept");
    expect(life.settlement).toMatchObject({
      status: "screening",
      fiatInCents: 10_000,
      unappliedCents: 2_500,
      payment: { status: "succeeded", amountCents: 10_000, receivedCents: 12_500 },
    });
    expect(life.invoice).toMatchObject({ status: "paid", amountPaidCents: 10_000 });
    expect(balances(life)).toEqual({ rail_clearing: 12_500, tenant_payable: -10_000, unapplied_receipts: -2_500 });
    expect(openActions(life.settlement)).toContain("returned_off_platform");
    reviewAction(life, "returned_off_platform");
    expect(life.settlement).toMatchObject({ status: "screening", unappliedCents: 0, payment: { status: "succeeded" } });
    expect(balances(life)).toEqual({ rail_clearing: 10_000, tenant_payable: -10_000 });
  });

  test.each([
    ["too little to leave anything", came(30), { rule: aRule({ fixedCents: 50 }) }],
    ["under a rule that is gone", came(4_000), { rule: undefined }],
    ["where nothing came", came(), {}],
    ["of a payment that came whole", came(10_000), {}],
  ])("is refused %s", (_, life, more: Partial<ActionCase>) => {
    expect(reviewAction(life, "accept", more)).toMatchObject({ code: "action_not_available" });
  });
});

describe("waiting for the rest", () => {
  test("goes on once the sum is what was expected", () => {
    const life = came(4_000);
    reviewAction(life, "top_up");
    expect(life.settlement).toMatchObject({ status: "collecting", mismatchCents: null, unappliedCents: 4_000 });
    expect(balances(life)).toEqual({ rail_clearing: 4_000, unapplied_receipts: -4_000 });
    // The rail's word without an amount means what is expected: the rest.
    rail(life, { kind: "funds_received" });
    expect(life.settlement).toMatchObject({
      status: "screening",
      unappliedCents: 0,
      fiatInCents: 10_000,
      payment: { status: "succeeded", receivedCents: 10_000 },
    });
    expect(life.invoice).toMatchObject({ status: "paid", amountProcessingCents: 0 });
    expect(balances(life)).toEqual({ rail_clearing: 10_000, tenant_payable: -10_000 });
  });

  test("asks again when the sum is still another, and can go on like that", () => {
    const life = came(4_000);
    reviewAction(life, "top_up");
    rail(life, { kind: "funds_received", amountCents: 1_000 });
    expect(life.settlement).toMatchObject({ status: "collecting", mismatchCents: 5_000, unappliedCents: 0 });
    reviewAction(life, "top_up");
    rail(life, { kind: "funds_received", amountCents: 6_000 });
    expect(life.settlement).toMatchObject({ mismatchCents: 11_000 });
    reviewAction(life, "accept");
    expect(balances(life)).toEqual({ rail_clearing: 11_000, tenant_payable: -10_000, unapplied_receipts: -1_000 });
  });

  test("is refused where too much came", () => {
    expect(reviewAction(came(10_001), "top_up")).toMatchObject({ code: "action_not_available" });
  });

  test("and a return of what had come leaves nothing behind", () => {
    const life = came(4_000);
    reviewAction(life, "top_up");
    rail(life, { kind: "returned", code: "R03" });
    expect(life.settlement).toMatchObject({ status: "failed", payment: { status: "returned" } });
    expect(life.invoice).toMatchObject({ status: "sent", amountProcessingCents: 0 });
    expect(balances(life)).toEqual({});
  });
});

describe("money sent back outside the rail", () => {
  test("of a wrong amount ends the settlement and frees the invoice", () => {
    const life = came(4_000);
    reviewAction(life, "returned_off_platform");
    expect(life.settlement).toMatchObject({
      status: "failed",
      failureCode: "returned_off_platform",
      sentBack: [{ amountCents: 4_000, reference: "WIRE-7", at: later(9) }],
      payment: { status: "refunded" },
    });
    expect(life.invoice).toMatchObject({ status: "sent", amountProcessingCents: 0, amountPaidCents: 0 });
    expect(balances(life)).toEqual({});
  });

  test("of a failed settlement takes the payment off its invoice", () => {
    const life = lifeOf(settlementIn("failed"));
    reviewAction(life, "returned_off_platform");
    expect(life.settlement).toMatchObject({ status: "failed", payment: { status: "refunded" } });
    expect(life.invoice).toMatchObject({ status: "sent", amountPaidCents: 0, paidAt: null });
    expect(balances(life)).toEqual({ tenant_payable: 10_000, rail_clearing: -10_000 });
    expect(reviewAction(life, "returned_off_platform")).toMatchObject({ code: "action_not_available" });
  });

  test("and then taken back by the payer's bank as well is our loss, and shown", () => {
    const life = lifeOf(settlementIn("failed"));
    reviewAction(life, "returned_off_platform");
    rail(life, { kind: "returned", code: "R10" });
    rail(life, { kind: "returned", code: "R10" });
    expect(life.settlement.payment.status).toBe("returned");
    expect(life.settlement.reconBreaks).toMatchObject([{ kind: "return_after_refund" }]);
    expect(balances(life)).toEqual({ tenant_payable: 10_000, rail_clearing: -20_000, return_shortfall: 10_000 });
    expect(openActions(life.settlement)).toEqual(["resolve"]);
    reviewAction(life, "resolve");
    expect(openActions(life.settlement)).toEqual([]);
  });

  test.each(["return", "returned_off_platform"] as const)("by %s is closed to a sanctions decline", (name) => {
    const blocked = lastOf(recordScreen(settlementIn("screening").settlement, verdicts.block, 1, noon)).next;
    const life = lifeOf({ ...settlementIn("declined"), settlement: blocked });
    expect(reviewAction(life, name)).toMatchObject({ code: "action_not_available" });
  });

  test("by the rail is no leg of this one", () => {
    expect(reviewAction(lifeOf(settlementIn("failed")), "return")).toMatchObject({ code: "refund_unsupported" });
  });

  test("is not what a payout that proved itself later leaves to be returned", () => {
    const life = lifeOf(settlementIn("failed"));
    rail(life, { kind: "payment_processed", txHash: "0xlate" });
    expect(reviewAction(life, "returned_off_platform")).toMatchObject({ code: "action_not_available" });
    expect(openActions(life.settlement)).toEqual(["resolve"]);
  });
});
