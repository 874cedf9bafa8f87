import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxCents } from "../../../functions/domain/core/money.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  discountShares,
  type NewLine,
  percentText,
  taxSums,
  totalsOf,
} from "../../../functions/domain/invoicing/totals.ts";
import { agreed } from "../../support/core/samples.ts";

const runs = { numRuns: 10_000 };

function aLine(unitCents: number, tax: Pick<NewLine, "taxRate" | "taxCents"> = {}, quantity = 1): NewLine {
  return { description: "line", unitCents, quantity, ...tax };
}

function totals(lines: readonly NewLine[], discountCents = 0) {
  return agreed(totalsOf(lines, discountCents));
}

/** The path of the one field that totals are refused for. */
function refusedField(lines: readonly NewLine[], discountCents = 0): string | undefined {
  const reply = totalsOf(lines, discountCents);
  return reply instanceof Refusal ? reply.detail.fields?.[0]?.path : undefined;
}

const taxes = fc.oneof(
  fc.constant({}),
  fc.record({ taxRate: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ taxCents: fc.integer({ min: -50_000, max: 1_000_000 }) }),
);
const lines = fc.array(
  fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
        fc.integer({ min: -200_000, max: -1 }),
      ),
      fc.integer({ min: 1, max: 50 }),
      taxes,
    )
    .map(([unitCents, quantity, tax]) => aLine(unitCents, tax, quantity)),
  { minLength: 1, maxLength: 12 },
);
const discounts = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 }));

describe("totals", () => {
  test("add up to the cent, in whole cents, whatever the lines, their tax and the discount", () => {
    let reckoned = 0;
    const property = fc.property(lines, discounts, (input, discountCents) => {
      const reply = totalsOf(input, discountCents);
      if (reply instanceof Refusal) return;
      reckoned += 1;
      const { lineItems } = reply;
      const sum = (of: (line: (typeof lineItems)[number]) => number) =>
        lineItems.reduce((all, each) => all + of(each), 0);
      const every = lineItems.flatMap((each) => [each.amountCents, each.discountCents, each.taxCents]);
      expect([...every, reply.totalCents].every(Number.isSafeInteger)).toBe(true);
      expect(every.some((each) => Object.is(each, -0))).toBe(false);
      expect(sum((each) => each.amountCents)).toBe(reply.subtotalCents);
      expect(sum((each) => each.discountCents)).toBe(discountCents);
      expect(sum((each) => each.taxCents)).toBe(reply.taxCents);
      expect(sum((each) => each.amountCents - each.discountCents + each.taxCents)).toBe(reply.totalCents);
      expect(reply.totalCents).toBeGreaterThanOrEqual(1);
    });
    fc.assert(property, runs);
    expect(reckoned).toBeGreaterThan(runs.numRuns / 4);
  });

  test("give each line no more discount than its amount, and within a cent of its part", () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    const property = fc.property(amounts, fc.nat(), (each, wish) => {
      const positive = each.filter((one) => one > 0).reduce((sum, one) => sum + one, 0);
      const discount = positive === 0 ? 0 : wish % (positive + 1);
      const shares = discountShares(each, discount);
      expect(shares.reduce((sum, one) => sum + one, 0)).toBe(discount);
      for (const [at, amount] of each.entries()) {
        const share = shares[at] ?? Number.NaN;
        const most = Math.max(0, amount);
        expect(share >= 0 && share <= most).toBe(true);
        const apart = BigInt(share) * BigInt(positive) - BigInt(discount) * BigInt(most);
        expect(apart < BigInt(positive) || positive === 0).toBe(true);
        expect(-apart < BigInt(positive) || positive === 0).toBe(true);
      }
    });
    fc.assert(property, runs);
  });

  test("tax a line by its rate on what the discount leaves, half up to the cent", () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.nat(),
      (amount, taxRate, wish) => {
        const discount = wish % amount;
        const [line] = totals([aLine(amount, { taxRate })], discount).lineItems;
        const exact = BigInt(amount - discount) * BigInt(taxRate);
        const apart = BigInt(line?.taxCents ?? 0) * 10_000n - exact;
        expect(apart > -5_000n && apart <= 5_000n).toBe(true);
        const [, credit] = totals([aLine(2 * amount + 1), aLine(-amount, { taxRate })]).lineItems;
        const [whole] = totals([aLine(amount, { taxRate })]).lineItems;
        expect(credit?.taxCents).toBe(0 - (whole?.taxCents ?? 0));
      },
    );
    fc.assert(property, runs);
  });

  test("share a discount among equals by the cent, the earlier first, and never to a credit", () => {
    expect(discountShares([100, 100, 100], 100)).toEqual([34, 33, 33]);
    expect(discountShares([100, -50, 200], 100)).toEqual([33, 0, 67]);
    expect(discountShares([0, 5, 0], 5)).toEqual([0, 5, 0]);
    expect(totals([aLine(10_000, { taxRate: 1000 }), aLine(5_000)], 1_500)).toMatchObject({
      ...{ subtotalCents: 15_000, discountCents: 1_500, taxCents: 900, totalCents: 14_400 },
      lineItems: [
        { discountCents: 1_000, taxRate: 1000, taxCents: 900 },
        { discountCents: 500, taxRate: null, taxCents: 0 },
      ],
    });
  });

  test("take a tax that was reckoned elsewhere as it is", () => {
    const [line] = totals([aLine(10_000, { taxCents: 1_900 })]).lineItems;
    expect(line).toMatchObject({ taxRate: null, taxCents: 1_900 });
    expect(totals([aLine(0, { taxCents: 7 })]).totalCents).toBe(7);
  });

  test.each([
    ["a credit in tax on a charge", [aLine(100, { taxCents: -1 })], 0, "lineItems.0.taxCents"],
    ["a tax on a credit", [aLine(300), aLine(-100, { taxCents: 1 })], 0, "lineItems.1.taxCents"],
    ["a tax that makes the total too large", [aLine(maxCents, { taxRate: 1 })], 0, "lineItems"],
    ["a tax that takes all", [aLine(300), aLine(-200, { taxCents: -100 })], 0, "lineItems"],
    ["a discount over the subtotal", [aLine(300, { taxRate: 1000 })], 301, "discountCents"],
  ])("refuse %s", (_, input, discount, path) => {
    expect(refusedField(input, discount)).toBe(path);
  });
});

describe("taxes on paper", () => {
  test("are summed by rate, the highest first, and none where there is none", () => {
    const of = (taxRate: number | null, taxCents: number) => ({ taxRate, taxCents });
    expect(taxSums([of(700, 7), of(null, 3), of(1900, 19), of(700, 14), of(0, 0)])).toEqual([
      { rate: 1900, cents: 19 },
      { rate: 700, cents: 21 },
      { rate: null, cents: 3 },
    ]);
    expect(taxSums([of(0, 0), of(null, 0)])).toEqual([]);
  });

  test.each([
    [1900, "19%"],
    [725, "7.25%"],
    [750, "7.5%"],
    [5, "0.05%"],
    [10_000, "100%"],
  ])("name %i basis points %s", (rate, text) => {
    expect(percentText(rate)).toBe(text);
  });
});
