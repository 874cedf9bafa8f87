import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PayerType, payerTypes } from "../../../functions/domain/core/holder-type.ts";
import { type PaymentSource, paymentSources } from "../../../functions/domain/rails/payment-source.ts";
import {
  type DebitTerms,
  type ReturnWindow,
  returnWindowEnds,
  returnWindows,
  secCodeOf,
} from "../../../functions/domain/settlement/return-window.ts";

/** The Friday before Thanksgiving, 10:00 in New York. */
const friday = "2026-11-20T15:00:00.000Z";

function paid(source: PaymentSource, holderType: PayerType, hosted?: object): DebitTerms {
  return { source, holderType, ...(hosted && { hosted }) };
}

describe("the entry class of a payment", () => {
  test.each([
    ["a debit of a business's account is CCD", paid("ach", "business"), "CCD"],
    ["one that its business agreed to on the page is CCD too", paid("ach", "business", {}), "CCD"],
    ["a debit that an individual agreed to on the page is WEB", paid("ach", "individual", {}), "WEB"],
    ["one that a tenant has the authorization of is PPD", paid("ach", "individual"), "PPD"],
    ["an account that nobody knows the holder of counts as an individual's", paid("ach", "unknown"), "PPD"],
    ["a transfer that the payer sends is no entry of ours", paid("ach_push", "individual"), null],
  ])("%s", (_, payment, code) => {
    expect(secCodeOf(payment)).toBe(code);
  });
});

describe("money can no longer be taken back", () => {
  test("five banking days after a transfer that the payer sent, whoever it was", () => {
    for (const holderType of payerTypes)
      expect(returnWindowEnds(paid("ach_push", holderType), friday)).toBe("2026-12-01T05:00:00.000Z");
  });

  test("three banking days after a corporate debit", () => {
    expect(returnWindowEnds(paid("ach", "business"), friday)).toBe("2026-11-26T05:00:00.000Z");
  });

  test("60 calendar days and the banking day after them after a debit of an individual's account", () => {
    // The 60th day is Tuesday, January 19; the return is at our bank by Wednesday.
    for (const payment of [paid("ach", "individual"), paid("ach", "individual", {}), paid("ach", "unknown")])
      expect(returnWindowEnds(payment, friday)).toBe("2027-01-21T05:00:00.000Z");
  });

  test("no earlier where the 60th day is a holiday", () => {
    // Martin Luther King's birthday, January 18, 2027, is day 60 of November 19.
    expect(returnWindowEnds(paid("ach", "individual"), "2026-11-19T15:00:00.000Z")).toBe("2027-01-20T05:00:00.000Z");
  });

  test("counted from the day in New York", () => {
    expect(returnWindowEnds(paid("ach", "business"), "2026-11-21T03:00:00.000Z")).toBe("2026-11-26T05:00:00.000Z");
  });

  test("never before it came, and never sooner for an individual than for a business", () => {
    const at = fc.date({ min: new Date("2024-01-01"), max: new Date("2034-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.constantFrom(...paymentSources), (date, source) => {
        const receivedAt = date.toISOString();
        const business = returnWindowEnds(paid(source, "business"), receivedAt);
        expect(business > receivedAt).toBe(true);
        expect(returnWindowEnds(paid(source, "individual"), receivedAt) >= business).toBe(true);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

describe("a rule that changes", () => {
  const longer: ReturnWindow = { of: "CCD", from: "2027-03-01", calendarDays: 0, bankingDays: 10 };

  test("is a row: it holds for what settles from its date on, and not before", () => {
    const rows = [longer, ...returnWindows];
    const before = "2027-02-26T15:00:00.000Z";
    const after = "2027-03-01T15:00:00.000Z";
    expect(returnWindowEnds(paid("ach", "business"), before, rows)).toBe(
      returnWindowEnds(paid("ach", "business"), before),
    );
    expect(returnWindowEnds(paid("ach", "business"), after, rows)).toBe("2027-03-16T05:00:00.000Z");
  });

  test("leaves no payment without a window", () => {
    expect(() => returnWindowEnds(paid("ach", "business"), friday, [longer])).toThrow("no return window");
  });
});
