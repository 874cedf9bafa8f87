import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  basisPointsOf,
  centsText,
  convertCents,
  decimalText,
  dollars,
  isSameAmount,
  maxCents,
  positiveCents,
} from "../../../functions/domain/core/money.ts";
import { splitAmount } from "../../../functions/domain/settlement/fee.ts";
import { aRule } from "../../support/core/samples.ts";

const runs = { numRuns: 10_000 };
const amount = fc.integer({ min: 1, max: maxCents });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

/** Decimal text with up to six digits before the point and 18 after it. */
const rate = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999n }), fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 18 }))
  .map(([whole, fraction]) => (fraction === "" ? `${whole}` : `${whole}.${fraction}`));

/** Decimal text as numerator and denominator. */
function rational(text: string): [bigint, bigint] {
  const [whole = "0", fraction = ""] = text.split(".");
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}

describe("basis points", () => {
  test("are rounded half up to the cent, as the exact fraction says", () => {
    fc.assert(
      fc.property(amount, basisPoints, (cents, points) => {
        const exact = BigInt(cents) * BigInt(points);
        const rounded = BigInt(basisPointsOf(cents, points)) * 10_000n;
        expect(rounded - exact <= 5_000n && exact - rounded < 5_000n).toBe(true);
      }),
      runs,
    );
  });

  test("half a cent goes up", () => {
    expect(basisPointsOf(50, 100)).toBe(1);
    expect(basisPointsOf(49, 100)).toBe(0);
    expect(basisPointsOf(150, 100)).toBe(2);
  });

  test("all of them are the whole amount", () => {
    expect(basisPointsOf(maxCents, 10_000)).toBe(maxCents);
  });
});

describe("a split", () => {
  const clamp = fc.integer({ min: 0, max: 1_000_000 });
  const rule = fc
    .record({ bps: basisPoints, fixedCents: clamp, minCents: clamp, above: fc.option(clamp), reserveBps: basisPoints })
    .map(({ above, ...rest }) => aRule({ ...rest, maxCents: above === null ? null : rest.minCents + above }));

  test("is fee and reserve and net, to the cent, none of them negative", () => {
    fc.assert(
      fc.property(amount, rule, (cents, each) => {
        const { feeCents, reserveCents, netCents } = splitAmount(cents, each);
        expect(feeCents + reserveCents + netCents).toBe(cents);
        expect([feeCents, reserveCents, netCents].every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
      }),
      runs,
    );
  });

  test("takes a fee within the rule's clamps, and never more than the amount", () => {
    fc.assert(
      fc.property(amount, rule, (cents, each) => {
        const { feeCents } = splitAmount(cents, each);
        const raw = basisPointsOf(cents, each.bps) + each.fixedCents;
        expect(feeCents).toBeGreaterThanOrEqual(Math.min(each.minCents, cents));
        if (each.maxCents !== null) expect(feeCents).toBeLessThanOrEqual(each.maxCents);
        const free = raw >= each.minCents && (each.maxCents === null || raw <= each.maxCents) && raw <= cents;
        if (free) expect(feeCents).toBe(raw);
      }),
      runs,
    );
  });

  test("keeps a reserve from what the fee leaves, rounded half up", () => {
    fc.assert(
      fc.property(amount, rule, (cents, each) => {
        const { feeCents, reserveCents } = splitAmount(cents, each);
        expect(reserveCents).toBe(basisPointsOf(cents - feeCents, each.reserveBps));
        expect(reserveCents).toBeLessThanOrEqual(cents - feeCents);
      }),
      runs,
    );
  });

  test("of $100 at 2.5 % plus 30 cents with a tenth reserved is 2.80, 9.72 and 87.48", () => {
    expect(splitAmount(10_000, aRule({ bps: 250, fixedCents: 30, reserveBps: 1000 }))).toEqual({
      feeCents: 280,
      reserveCents: 972,
      netCents: 8748,
    });
  });
});

describe("a conversion", () => {
  test("is the exact product truncated to six decimals", () => {
    fc.assert(
      fc.property(amount, rate, (cents, text) => {
        const [over, under] = rational(text);
        const [millionths] = rational(convertCents(cents, text));
        const left = BigInt(cents) * over * 10_000n - millionths * under;
        expect(left >= 0n && left < under).toBe(true);
      }),
      runs,
    );
  });

  test("is decimal text with exactly six decimals and no leading zeros", () => {
    fc.assert(
      fc.property(amount, rate, (cents, text) => {
        const out = convertCents(cents, text);
        expect(out).toMatch(/^(0|[1-9]\d*)\.\d{6}$/);
        expect(decimalText.safeParse(out).success).toBe(true);
      }),
      runs,
    );
  });

  test.each([
    [1, "1", "0.010000"],
    [10_000, "0.99985", "99.985000"],
    [8748, "1.00000099", "87.480086"],
    [1, "0.00009999", "0.000000"],
    [maxCents, "1", "9999999999.990000"],
  ])("of %i cents at %s is %s", (cents, text, out) => {
    expect(convertCents(cents, text)).toBe(out);
  });

  test.each(["", "-1", "1.", ".5", "1e3", "NaN", "1,5", "0x1", " 1"])("at %j throws", (text) => {
    expect(() => convertCents(100, text)).toThrow();
  });
});

describe("cents", () => {
  test("as text come back as the same cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: -maxCents, max: maxCents }), (cents) => {
        const text = centsText(cents);
        expect(text).toMatch(/^-?\d+\.\d{2}$/);
        expect(BigInt(text.replace(".", ""))).toBe(BigInt(cents));
      }),
      runs,
    );
  });

  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [1250, "12.50"],
    [-123_456, "-1234.56"],
  ])("%i are %s, and that in dollars", (cents, text) => {
    expect([centsText(cents), dollars(cents)]).toEqual([text, `${text} USD`]);
  });

  test.each([0, -1, 0.5, maxCents + 1, Number.NaN, Infinity, "1", null])("of %j are not an amount", (value) => {
    expect(positiveCents.safeParse(value).success).toBe(false);
  });
});

describe("two decimal texts", () => {
  test.each([
    ["1.5", "1.500000"],
    ["01.50", "1.5"],
    ["0.0", "0"],
    ["000", "0"],
    ["10", "10.000"],
    ["100", "0100.0"],
    ["0.05", "00.050"],
    ["1.", "1"],
  ])("%s and %s are one amount", (one, other) => {
    expect([isSameAmount(one, other), isSameAmount(other, one)]).toEqual([true, true]);
  });

  test.each([
    ["1.5", "1.05"],
    ["10", "1"],
    ["100", "1"],
    ["0.1", "0.01"],
    ["1.000001", "1"],
    ["101.0", "11"],
  ])("%s and %s are two", (one, other) => {
    expect(isSameAmount(one, other)).toBe(false);
  });
});
