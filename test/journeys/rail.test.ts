import { describe, expect, test } from "vitest";
import { railCallbackOperations } from "../../functions/contract/operations/rail-callbacks.ts";
import type { PaidView } from "../../functions/domain/settlement/view.ts";
import { happyPath, operator, pathOfHistory, reportAsRail, TestTenant, wallet } from "../support/journeys/journey.ts";
import { receives } from "../support/journeys/webhooks.ts";

const push = { source: { type: "ach_push" } };
const collecting = ["created", "collecting"];

/** Everything a tenant can see of a payment. */
async function standing(tenant: TestTenant, paid: PaidView) {
  const { settlement, payment } = paid;
  return {
    settlement: await tenant.settlement(settlement.id),
    payment: await tenant.payment(payment.id),
    invoice: await tenant.invoice(payment.invoiceId),
  };
}

/** Callbacks that must change nothing. */
async function changesNothing(tenant: TestTenant, paid: PaidView, labels: readonly string[]): Promise<void> {
  const before = await standing(tenant, paid);
  for (const word of labels) await reportAsRail(paid, word, word === "returned" ? { return_code: "R02" } : {});
  expect(await standing(tenant, paid)).toEqual(before);
}

describe("a transfer that the payer pushes", () => {
  test("waits with instructions until the funds are here, then settles", async () => {
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(12_345, push);
    expect(paid.payment).toMatchObject({ status: "processing", receivedAt: null, source: { type: "ach_push" } });
    expect(paid.settlement.status).toBe("collecting");
    expect(paid.sourceDepositInstructions).toMatchObject({
      payment_rail: "ach_push",
      amount: "123.45",
      currency: "usd",
      bank_name: expect.any(String),
      bank_routing_number: expect.stringMatching(/^\d{9}$/),
      bank_account_number: expect.any(String),
      deposit_message: expect.any(String),
    });
    const payment = await tenant.payment(paid.payment.id);
    expect(payment.sourceDepositInstructions).toEqual(paid.sourceDepositInstructions);
    // A proof before there is anything to prove changes nothing.
    await changesNothing(tenant, paid, ["payment_processed"]);
    await reportAsRail(paid, "funds_received");
    const settled = await tenant.reaches(paid.settlement.id, "completed");
    expect(pathOfHistory(settled)).toEqual(happyPath);
    expect(settled.history[2]?.actor).toBe("rail:mock");
    expect(await tenant.payment(paid.payment.id)).toMatchObject({ status: "succeeded", receivedAmountCents: 12_345 });
    await changesNothing(tenant, paid, ["funds_received", "payment_processed"]);
  });

  test.each([
    ["short", 999],
    ["over", 1_001],
  ])("that is %s is told once and waits for a person", async (_, amountCents) => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(1_000, push);
    await reportAsRail(paid, "funds_received", { amountCents });
    const parked = await tenant.settlement(paid.settlement.id);
    expect(pathOfHistory(parked)).toEqual(collecting);
    await receives(receiver, "settlement.amount_mismatch");
    await reportAsRail(paid, "funds_received");
    await reportAsRail(paid, "funds_received", { amountCents });
    expect(await tenant.settlement(paid.settlement.id)).toEqual(parked);
    expect(await tenant.invoice(paid.payment.invoiceId)).toMatchObject({ amountPaidCents: 0 });
    // What comes after it would come after its double, too.
    await reportAsRail(paid, "returned", { return_code: "R03" });
    expect(await receives(receiver, "settlement.failed")).toEqual(["settlement.amount_mismatch", "settlement.failed"]);
    expect(receiver.arrived[0]?.body.data).toMatchObject({ expectedCents: 1_000, receivedCents: amountCents });
  });

  test("that is returned or refused while collecting fails, and its amount can be paid again", async () => {
    const tenant = await TestTenant.create();
    const invoice = await tenant.draft(1_000);
    const returned = await tenant.pay(invoice, push);
    await reportAsRail(returned, "returned", { return_code: "R01" });
    expect(await standing(tenant, returned)).toMatchObject({
      settlement: { status: "failed", failureCode: "payment_returned" },
      payment: { status: "returned", returnCode: "R01" },
      invoice: { status: "draft", amountProcessingCents: 0, amountRemainingCents: 1_000 },
    });
    await changesNothing(tenant, returned, ["returned", "funds_received", "payment_processed", "failed"]);
    const refused = await tenant.pay(invoice, push);
    await reportAsRail(refused, "failed");
    expect(await standing(tenant, refused)).toMatchObject({
      settlement: { status: "failed" },
      payment: { status: "failed" },
      invoice: { amountProcessingCents: 0 },
    });
    const settled = await tenant.pay(invoice, push);
    await reportAsRail(settled, "funds_received");
    await tenant.reaches(settled.settlement.id, "completed");
  });
});

/** A debit that nobody had allowed raises an alert and a case as well, which are told beside it. */
function ofSettlements(events: readonly string[]): string[] {
  return events.filter((event) => event.startsWith("settlement."));
}

describe("a return", () => {
  test("before delivery fails the settlement; a proof after it is recorded and changes no status", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("NOPROOF") });
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(1_000);
    await tenant.reaches(paid.settlement.id, "settling");
    await receives(receiver, "settlement.settling");
    await reportAsRail(paid, "returned", { return_code: "R10" });
    const failed = await standing(tenant, paid);
    expect(failed).toMatchObject({
      settlement: { status: "failed", failureCode: "payment_returned" },
      payment: { status: "returned", returnCode: "R10" },
      invoice: { status: "draft", amountPaidCents: 0, amountRemainingCents: 1_000 },
    });
    await reportAsRail(paid, "payment_processed");
    const proven = await standing(tenant, paid);
    expect(proven.settlement).toMatchObject({ status: "failed", txHash: expect.stringMatching(/^0x/) });
    expect(proven.payment.status).toBe("returned");
    expect(proven.invoice).toEqual(failed.invoice);
    expect(proven.settlement.history).toHaveLength(failed.settlement.history.length + 1);
    await changesNothing(tenant, paid, ["payment_processed", "returned", "funds_received"]);
    const response = ofSettlements(await receives(receiver, "settlement.failed"));
    expect(response).toEqual(["settlement.settling", "settlement.failed"]);
  });

  test("R10 after settlement keeps the settlement completed and tells the shortfall once", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(1_000);
    const before = await tenant.reaches(paid.settlement.id, "completed");
    await reportAsRail(paid, "returned", { return_code: "R10" });
    const after = await standing(tenant, paid);
    expect(after).toMatchObject({
      settlement: { status: "completed", txHash: before.txHash },
      payment: { status: "returned", returnCode: "R10" },
      invoice: { status: "draft", amountPaidCents: 0 },
    });
    await changesNothing(tenant, paid, ["returned", "payment_processed", "funds_received"]);
    const event = "settlement.returned_after_disbursement";
    expect(ofSettlements(await receives(receiver, event))).toEqual(["settlement.completed", event]);
    expect(receiver.arrived.find(({ body }) => body.event === event)?.body.data).toMatchObject({
      returnCode: "R10",
      shortfallCents: 1_000,
      status: "completed",
    });
  });
});

describe("what else a rail says", () => {
  test("a word that we do not know is told once and changes nothing", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    const paid = await tenant.payNew(1_000, push);
    await reportAsRail(paid, "on_the_moon");
    expect((await tenant.settlement(paid.settlement.id)).status).toBe("collecting");
    await receives(receiver, "settlement.rail_unknown");
    await changesNothing(tenant, paid, ["on_the_moon"]);
    // Another one is noted for operators; tenants hear of the first alone.
    await reportAsRail(paid, "on_mars");
    expect((await tenant.settlement(paid.settlement.id)).history.at(-1)?.reason).toContain("on_mars");
    await reportAsRail(paid, "funds_received");
    expect(await receives(receiver, "settlement.completed")).toEqual([
      "settlement.rail_unknown",
      "settlement.completed",
    ]);
    expect(receiver.arrived[0]?.body.data).toMatchObject({ railState: "on_the_moon" });
  });

  test("a notification of change is noted in the history and changes nothing else", async () => {
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(1_000);
    const before = await tenant.reaches(paid.settlement.id, "completed");
    for (const _ of [1, 2]) await reportAsRail(paid, "notification_of_change", { return_code: "C01" });
    const after = await tenant.settlement(paid.settlement.id);
    expect(after.status).toBe("completed");
    expect(after.history).toHaveLength(before.history.length + 1);
    expect(after.history.at(-1)).toMatchObject({
      from: "completed",
      to: "completed",
      reason: expect.stringContaining("C01"),
    });
  });

  test("a railRef that is not ours is 404, whatever it looks like", async () => {
    const tenant = await TestTenant.create();
    const { payment } = await tenant.payNew(1_000, push);
    const { receiveMockCallback } = railCallbackOperations;
    const swapped = payment.railRef?.replace(/^mock_(\w+)\.(\w+)$/, "mock_$2.$1");
    for (const railRef of ["nope", "mock_", `${payment.railRef}x`, payment.id, swapped, "%00", "__proto__"])
      await operator.refused(receiveMockCallback, "unknown_rail_ref", { body: { railRef, state: "funds_received" } });
  });

  test.each([
    { state: "returned", return_code: "C01" },
    { state: "notification_of_change", return_code: "R01" },
    { state: "notification_of_change" },
    { state: "returned", return_code: "R1" },
    { state: "funds_received", amountCents: 0 },
    { state: "" },
  ])("%j makes no sense and is 400", async (body) => {
    const { receiveMockCallback } = railCallbackOperations;
    await operator.refused(receiveMockCallback, "validation_error", { body: { railRef: "mock_x", ...body } });
  });
});
