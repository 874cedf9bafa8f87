import { describe, expect, test } from "vitest";
import { whyEnded } from "../../../functions/domain/settlement/decline-reason.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

const screened = (source: object, outcome = "declined") =>
  ({ stage: "disbursement", round: 1, outcome, ref: "scr_9", risk: null, at: noon, ...source }) as const;
const held = "what was collected is held.";

describe("why a settlement ended", () => {
  test.each<[string, Settlement, string, string]>([
    [
      "declined by the screen",
      at("declined", { screens: [screened({})] }),
      "kyt_declined",
      `The destination wallet did not pass the screen before payout. The money was collected, nothing was converted or paid out, and ${held}`,
    ],
    [
      "declined by operators",
      at("declined", { screens: [screened({ source: "operator" }), screened({}, "unavailable")] }),
      "kyt_declined",
      `Operators reviewed the destination wallet and declined it. The money was collected, nothing was paid out, and ${held}`,
    ],
    [
      "declined by the screen after operators had let it pass",
      at("declined", { screens: [screened({ source: "operator" }, "pass"), screened({})] }),
      "kyt_declined",
      `The destination wallet did not pass the screen before payout. The money was collected, nothing was converted or paid out, and ${held}`,
    ],
    [
      "without an answer of the screen",
      at("declined", { declineReason: "screening_unavailable", screens: [screened({ source: "operator" })] }),
      "screening_unavailable",
      `The screen before payout gave no usable answer for 24 hours. Without an explicit pass nothing is paid out; ${held}`,
    ],
    [
      "without an explicit pass",
      at("declined", { declineReason: "screening_incomplete" }),
      "screening_incomplete",
      `The screen before payout ended without an explicit pass. Without one nothing is paid out; ${held}`,
    ],
    [
      "for a reason of later",
      at("declined", { declineReason: "new_rule" }),
      "new_rule",
      "It was declined as new_rule.",
    ],
    [
      "by the conversion vendor",
      at("failed", { failureCode: "conversion_failed" }),
      "conversion_failed",
      `The conversion vendor refused to convert. Nothing was paid out; ${held}`,
    ],
    [
      "by operators",
      at("failed", { failureCode: "given_up" }),
      "given_up",
      "Operators gave it up. What was collected is held.",
    ],
    [
      "by the rail, with its reason",
      at("failed", { failureCode: "rail_failed", failureReason: "closed" }),
      "rail_failed",
      "The rail said for certain that it failed. (closed)",
    ],
    ["as something else", at("failed", { failureCode: "odd" }), "odd", "It failed as odd."],
    [
      "by a return before delivery",
      at("failed", {}, { status: "returned", returnCode: "R02" }),
      "R02",
      "The payer's bank took the payment back: R02, account closed (new details). Nothing was delivered, and the invoice is open again.",
    ],
    [
      "by a return after delivery",
      at("completed", {}, { status: "returned", returnCode: "R99" }),
      "R99",
      "The payer's bank took the payment back: R99. The stablecoin had been delivered, so the settlement stays completed and the amount is a shortfall.",
    ],
    [
      "by a return without a code",
      at("failed", {}, { status: "returned", returnCode: null }),
      "payment_returned",
      "The payer's bank took the payment back. Nothing was delivered, and the invoice is open again.",
    ],
  ])("is told: %s", (_, state, code, words) => {
    expect(whyEnded(state)).toEqual({ code, words });
  });

  test.each([
    [
      "declined, as its payment was taken back",
      at("declined", { screens: [screened({})] }, { status: "returned" }),
      "kyt_declined",
    ],
    ["failed without a code, as one of before may be", { ...at("failed"), failureCode: null }, undefined],
    ["declined without a reason, as one of before may be", { ...at("declined"), declineReason: null }, undefined],
    ["under way, with a decline's reason left over", at("screening", { declineReason: "kyt_declined" }), undefined],
  ])("is the decline first, and nothing that nobody wrote down: %s", (_, state, code) => {
    expect(whyEnded(state as Settlement)?.code).toBe(code);
  });

  test("names what is to be done of a return only where something is", () => {
    const wordsOf = (returnCode: string) => whyEnded(at("failed", {}, { status: "returned", returnCode }))?.words;
    const rest = "Nothing was delivered, and the invoice is open again.";
    expect(["R06", "R10", "R01"].map(wordsOf)).toEqual([
      `The payer's bank took the payment back: R06, returned at our bank's request. ${rest}`,
      `The payer's bank took the payment back: R10, originator unknown or not authorized (revoke authorization). ${rest}`,
      `The payer's bank took the payment back: R01, insufficient funds. ${rest}`,
    ]);
  });

  test("says that a payment could be presented again to nobody: it was, or is not to be", () => {
    const { words } = whyEnded(at("failed", {}, { status: "returned", returnCode: "R01" })) ?? { words: "" };
    expect(words).toMatch(/^The payer's bank took the payment back: R01, [^()]+\. Nothing was delivered/);
  });

  test.each<SettlementStatus>([
    "created",
    "collecting",
    "screening",
    "screened",
    "converting",
    "settling",
    "completed",
  ])("is nothing while it is %s and all is well", (status) => {
    expect(whyEnded(at(status))).toBeNull();
    expect(whyEnded(at(status, { failureCode: "rail_failed" }))).toBeNull();
  });
});
