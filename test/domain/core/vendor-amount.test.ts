import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsText, convertCents } from "../../../functions/domain/core/money.ts";
import { exactCents, isNothing, rateOf, vendorAmount } from "../../../functions/domain/core/vendor-amount.ts";

describe("a vendor's amount", () => {
  test.each([
    ["75.0", 7500],
    ["1250.00", 125_000],
    ["0.01", 1],
    ["10", 1000],
    ["12.340000", 1234],
    ["9999999999.99", 999_999_999_999],
  ])("%s is %i cents", (text, cents) => {
    expect(exactCents(text)).toBe(cents);
  });

  test.each(["0.005", "1.001", "3.333333"])("%s has a fraction of a cent and is none", (text) => {
    expect(exactCents(text)).toBeNull();
  });

  test("of more than any record may carry is none", () => {
    expect(exactCents("10000000000.00")).toBeNull();
  });

  test.each([75, "-1.00", "1e3", "", ".5", "5.", "1,000.00", " 1", null, "NaN", "Infinity"])(
    "%j is refused",
    (reply) => {
      expect(vendorAmount.safeParse(reply).success).toBe(false);
    },
  );
});

describe("a vendor's nothing", () => {
  test.each([
    ["0", true],
    ["0.00", true],
    ["000.0000", true],
    ["0.000000000000000001", false],
    ["10", false],
  ])("%s is it: %s", (amount, is) => {
    expect(isNothing(amount)).toBe(is);
  });

  test("is not read from what is no amount", () => {
    expect(() => isNothing("")).toThrow();
    expect(vendorAmount.safeParse("1e3").error?.issues[0]?.message).toBe("an amount as decimal text");
  });
});

describe("the rate of a conversion", () => {
  test.each([
    ["1250.00", 125_000, "1"],
    ["1248.75", 125_000, "0.999"],
    ["2", 100, "2"],
    ["1", 300, "0.333333333333333334"],
  ])("%s for %i cents is %s", (out, cents, rate) => {
    expect(rateOf(out, cents)).toBe(rate);
  });

  test("gives the same amount again, to the millionth", () => {
    const cents = fc.integer({ min: 1, max: 999_999_999_999 });
    const millionths = fc.bigInt({ min: 0n, max: 10n ** 16n });
    fc.assert(
      fc.property(cents, millionths, (inCents, amount) => {
        const digits = amount.toString().padStart(7, "0");
        const out = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
        // A rate of 19 digits and more is nobody's.
        fc.pre(amount / 10_000n < BigInt(inCents) * 10n ** 6n);
        expect(convertCents(inCents, rateOf(out, inCents))).toBe(out);
      }),
      { numRuns: 10_000 },
    );
  });

  test("is read back from our own text of cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        expect(exactCents(centsText(cents))).toBe(cents);
      }),
    );
  });

  test("needs an amount that went in", () => {
    expect(() => rateOf("1.00", 0)).toThrow(new RangeError("a rate needs an amount that went in"));
    expect(() => rateOf("1.00", -1)).toThrow(RangeError);
    expect(rateOf("0.00", 100)).toBe("0");
  });
});
