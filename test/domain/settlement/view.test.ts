import { describe, expect, test } from "vitest";
import { refundable } from "../../../functions/domain/settlement/payer-refund.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { viewPaidSettlement, viewPayment, viewSettlement } from "../../../functions/domain/settlement/view.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

/** Nobody said where anybody is. */
const nowhere = { source: null, payer: null, receiver: null };

describe("a settlement as clients see it", () => {
  const shown = {
    ...{ id: "stl_01K00000000000000000000000", paymentId: "pay_01K00000000000000000000000" },
    ...{ tenantId: "ten_01K00000000000000000000000", invoiceId: "inv_01K00000000000000000000000" },
    ...{ currency: "USD", fiatInCents: 10_000, feeCents: 250, reserveCents: 975, netCents: 8_775 },
    ...{ feeRuleId: "fee_1", reserveRaisedBy: null, usdtStable: "USDT", destChain: "base", destWallet: "0xWALLET" },
    ...{
      creditHold: null,
      waitingFor: null,
      iat: {
        isInternational: false,
        reason: "us_account",
        ruleDate: "2026-09-18",
        sameDayAllowed: true,
        parties: nowhere,
      },
      declineReason: null,
      failureCode: null,
      failureReason: null,
      metadata: {},
    },
    ...{ createdAt: noon, updatedAt: noon },
  };

  test("has its amounts, where it goes, and its proof once there is one", () => {
    const money = { fxRate: "1", usdtOut: "87.750000", screeningRef: "scr_2" };
    expect(viewSettlement(at("completed"))).toEqual({ ...shown, ...money, status: "completed", txHash: "0xproof" });
    const before = { fxRate: null, usdtOut: null, screeningRef: "scr_1" };
    const waitingFor = { reason: "payer_funds", since: noon, until: later(10 * 86_400) };
    expect(viewSettlement(at("collecting"))).toEqual({ ...shown, ...before, status: "collecting", waitingFor });
    expect(viewSettlement(at("collecting", { screens: [] })).screeningRef).toBeNull();
  });

  test("says that it is on hold, only while it is", () => {
    const hold = { program: "visa", since: later(1), until: later(9) };
    const creditHold = { ...hold, endedAt: null };
    expect(viewSettlement(at("screening", { creditHold })).creditHold).toEqual(hold);
    expect(viewSettlement(at("screening", { creditHold: { ...creditHold, endedAt: later(2) } })).creditHold).toBeNull();
    expect(viewSettlement(at("settling", { creditHold })).creditHold).toBeNull();
  });
});

describe("a payment as clients see it", () => {
  const instructions = { payment_rail: "ach_push" };

  test("has how it is paid, what came, and until when that can be taken back", () => {
    const state = at("screening", {}, { instructions, holderType: "individual", correctionCode: "C01" });
    const shown = {
      ...{ id: "pay_01K00000000000000000000000", settlementId: "stl_01K00000000000000000000000" },
      ...{ tenantId: "ten_01K00000000000000000000000", invoiceId: "inv_01K00000000000000000000000" },
      ...{ status: "succeeded", amountCents: 10_000, currency: "USD", rail: "mock", source: { type: "ach" } },
      ...{
        holderType: "individual",
        secCode: "PPD",
        entryDescription: "INVOICE",
        railRef: "rail_1",
        railState: state.payment.railState,
      },
      ...{ sourceDepositInstructions: instructions, receivedAmountCents: 10_000, receivedAt: noon },
      ...{
        returnWindowEndsAt: "2027-01-22T05:00:00.000Z",
        correctionCode: "C01",
        returnCode: null,
        returnReason: null,
        returnedAt: null,
      },
      ...{
        refund: null,
        refundable: refundable(state),
        failureCode: null,
        failureReason: null,
        screeningRef: state.payment.screeningRef,
      },
      ...{ expiresAt: null, metadata: {} },
      ...{ createdAt: state.createdAt, updatedAt: state.updatedAt },
    };
    expect(viewPayment(state)).toEqual(shown);
    expect(viewPaidSettlement(state)).toEqual({
      ...{ payment: shown, settlement: viewSettlement(state), sourceDepositInstructions: instructions },
    });
  });

  test("has no such day before it came", () => {
    expect(viewPayment(at("collecting"))).toMatchObject({ receivedAt: null, returnWindowEndsAt: null });
  });

  const sent = (amountCents: number, seconds: number) => ({
    ...{ amountCents, byRail: true, reference: `tr_${seconds}`, at: later(seconds) },
  });
  const failed = (seconds: number, last = seconds) => ({
    ...{ kind: "return_failed", at: later(seconds), ...(last !== seconds && { lastAt: later(last) }) },
  });

  test.each([
    ["nothing went back", {}, null],
    [
      "it is asked for",
      { sendBack: { amountCents: 5, transferRef: null } },
      { amountCents: 5, status: "pending", reference: null },
    ],
    [
      "it is on its way",
      { sendBack: { amountCents: 5, transferRef: "tr" }, sentBack: [sent(9, 1)] },
      { amountCents: 5, status: "pending", reference: "tr" },
    ],
    [
      "it went back, in parts",
      { sentBack: [sent(5, 1), sent(7, 2)] },
      { amountCents: 12, status: "sent", reference: "tr_2" },
    ],
    [
      "it went back after it had failed",
      { sentBack: [sent(5, 3)], reconBreaks: [failed(2)] },
      { amountCents: 5, status: "sent", reference: "tr_3" },
    ],
    [
      "it went back as it failed",
      { sentBack: [sent(5, 2)], reconBreaks: [failed(2)] },
      { amountCents: 5, status: "sent", reference: "tr_2" },
    ],
    [
      "it failed after a part had gone",
      { unappliedCents: 70, sentBack: [sent(5, 1)], reconBreaks: [failed(2)] },
      { amountCents: 10_070, status: "failed", reference: null },
    ],
    [
      "it failed",
      { reconBreaks: [failed(2), { kind: "other", at: later(3) }] },
      { amountCents: 10_000, status: "failed", reference: null },
    ],
  ])("says of a refund that %s", (_, change, refund) => {
    expect(viewPayment(at("failed", change)).refund).toEqual(refund);
  });
});
