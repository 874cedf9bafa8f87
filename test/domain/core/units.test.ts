import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsOfUnits, shareOf, unitsOf, unitsText } from "../../../functions/domain/core/units.ts";

describe("an amount of stablecoin", () => {
  test.each([
    ["0", 0n, "0.000000"],
    ["1", 1_000_000n, "1.000000"],
    ["0.5", 500_000n, "0.500000"],
    ["12.3456789", 12_345_678n, "12.345678"],
    ["0.000001", 1n, "0.000001"],
    ["0.0000019", 1n, "0.000001"],
    ["999999999999999999.999999", 999_999_999_999_999_999_999_999n, "999999999999999999.999999"],
  ])("%s is that many millionths, and what is smaller is cut off", (text, units, plain) => {
    expect(unitsOf(text)).toBe(units);
    expect(unitsText(units)).toBe(plain);
  });

  test.each(["", ".5", "1.", "-1", "1e6", "1,5"])("is never read from %j", (text) => {
    expect(() => unitsOf(text)).toThrow();
  });
});

describe("a share of an amount", () => {
  test("is rounded down, so that all parts are never more than the whole", () => {
    const part = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(part, part, fc.bigInt({ min: 0n, max: 10n ** 15n }), (one, other, units) => {
        const whole = one + other;
        if (whole === 0) return;
        const shares = [one, other].map((each) => unitsOf(shareOf(unitsText(units), each, whole)));
        const sum = shares.reduce((total, each) => total + each, 0n);
        expect(sum <= units && sum >= units - 1n).toBe(true);
        expect((shares[0] ?? 0n) * BigInt(whole) <= units * BigInt(one)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("is all of it for all cents, and nothing for none", () => {
    expect(shareOf("10.5", 7, 7)).toBe("10.500000");
    expect(shareOf("10.5", 0, 7)).toBe("0.000000");
    expect(shareOf("1", 1, 3)).toBe("0.333333");
  });

  test.each([
    [8, 7, "8 of 7 cents is no part"],
    [0, 0, "0 of 0 cents is no part"],
  ])("of %i in %i cents is none", (part, whole, message) => {
    expect(() => shareOf("1", part, whole)).toThrow(new RangeError(message));
  });
});

describe("millionths", () => {
  test.each([
    [0n, 0],
    [4_999n, 0],
    [5_000n, 1],
    [14_999n, 1],
    [1_000_000n, 100],
    [-4_999n, 0],
    [-5_000n, -1],
    [-1_000_000n, -100],
  ])("%d are %i cents, a half away from 0", (units, cents) => {
    expect(centsOfUnits(units)).toBe(cents);
  });

  test.each([
    [-1n, "-0.000001"],
    [-1_500_000n, "-1.500000"],
    [999_999n, "0.999999"],
  ])("%d are the text %s", (units, text) => {
    expect(unitsText(units)).toBe(text);
  });
});
