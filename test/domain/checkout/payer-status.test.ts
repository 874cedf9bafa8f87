import { describe, expect, test } from "vitest";
import { goodStages, isStageEnd, payerStage } from "../../../functions/domain/checkout/payer-status.ts";
import { knownTexts } from "../../../functions/domain/disputes/generated-evidence.ts";
import type { Payment } from "../../../functions/domain/settlement/payment.ts";
import { settlementIn } from "../../support/core/samples.ts";

describe("how a payment stands for its payer", () => {
  test.each([
    ["created", "begun"],
    ["collecting", "collecting"],
    ["screening", "received"],
    ["screened", "received"],
    ["converting", "received"],
    ["settling", "converted"],
    ["completed", "settled"],
    ["declined", "held"],
  ] as const)("of a settlement that is %s is %s", (status, stage) => {
    expect(payerStage(settlementIn(status).settlement)).toBe(stage);
  });

  test.each(["returned", "refunded", "failed", "canceled"] as const)("is %s where the payment is", (status) => {
    const { settlement } = settlementIn("failed");
    const stage = payerStage({ ...settlement, payment: { ...settlement.payment, status } });
    expect([stage, isStageEnd(stage)]).toEqual([status, true]);
  });

  test("is held where the money is there and the settlement failed", () => {
    const { settlement } = settlementIn("failed");
    const payment: Payment = { ...settlement.payment, status: "succeeded" };
    expect(payerStage({ ...settlement, payment })).toBe("held");
  });

  test("waits for a transfer while there are details to send it by, and says so when another amount came", () => {
    const { settlement } = settlementIn("collecting");
    const payment: Payment = { ...settlement.payment, status: "processing", instructions: { amount: "1.00" } };
    expect(payerStage({ ...settlement, payment })).toBe("awaiting_transfer");
    expect(payerStage({ ...settlement, payment, mismatchCents: 3 })).toBe("other_amount");
  });

  test("need not be looked at again once it has ended, or is held", () => {
    const stages = ["begun", "awaiting_transfer", "collecting", "other_amount", "received", "converted"] as const;
    const ends = ["settled", "held", "returned", "refunded", "failed", "canceled"] as const;
    expect([stages.some(isStageEnd), ends.every(isStageEnd)]).toEqual([false, true]);
    expect(goodStages).toEqual(["received", "converted", "settled"]);
  });

  test("of money that came and was not expected is told by the settlement that has it", () => {
    const { settlement } = settlementIn("created");
    const payment: Payment = { ...settlement.payment, status: "processing", instructions: { amount: "1.00" } };
    expect(payerStage({ ...settlement, payment })).toBe("begun");
    expect(payerStage({ ...settlement, payment, mismatchCents: 0 })).toBe("other_amount");
  });
});

describe("what was recorded on the invoice's page", () => {
  const { settlement, invoice } = settlementIn("completed");
  const hosted = {
    ...{ at: "2026-11-21T12:00:00.000Z", ip: "192.0.2.7", userAgent: "A browser", locale: "en" as const },
    authorization: "I authorize it.",
  };
  const bankAccount = {
    ...{ holder: "Anna Example", holderType: "individual" as const, accountType: "checking" as const },
    ...{ accountLast4: "1098", sealed: "sealed" },
  };
  const paid = { ...settlement, payment: { ...settlement.payment, hosted, bankAccount } };
  const textOf = (type: string, metadata: Record<string, string> = {}, state = paid) =>
    knownTexts(state, { ...invoice, metadata }).find((each) => each.type === type)?.text;

  test("is evidence of the debit's authorization, with no more of the account than four digits", () => {
    const text = textOf("ach_authorization") ?? "";
    expect(text).toMatch(
      /^I authorize it\.\nAgreed to at 2026-11-21T12:00:00\.000Z for .* from 192\.0\.2\.7 by A browser/,
    );
    expect(text).toContain("Account of Anna Example ending in 1098");
    expect(text).not.toContain("sealed");
  });

  test("tells the address that it came from, unless the tenant knows better", () => {
    expect(textOf("customer_purchase_ip")).toBe("192.0.2.7");
    expect(textOf("customer_purchase_ip", { customerIp: "203.0.113.1" })).toBe("203.0.113.1");
    expect(textOf("ach_authorization", {}, settlement as typeof paid)).toBeUndefined();
  });
});
