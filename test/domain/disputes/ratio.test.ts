import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ecm,
  efm,
  hecm,
  nachaAdministrative,
  nachaOverall,
  nachaUnauthorized,
  type RatioProgram,
  ratioPrograms,
  vamp,
} from "../../../functions/domain/disputes/monitoring-program.ts";
import {
  lastBreach,
  monthsFor,
  outOn,
  periodFigures,
  ratioBps,
  untilBreach,
} from "../../../functions/domain/disputes/ratio.ts";
import type { Counts, DayCounts } from "../../../functions/domain/settlement/counters.ts";

const now = "2026-11-21T12:00:00.000Z";

function level(program: RatioProgram, days: DayCounts, month = "2026-11", at = now) {
  return periodFigures(program, days, month, at).level;
}

/** What was counted in a month, with the sales of the month before. */
function monthly(counts: Counts, before: number): DayCounts {
  return { "2026-10-15": { payments: before }, "2026-11-15": counts };
}

describe("the worked example: 185 chargebacks in February, 7,500 sales in January", () => {
  const days = { "2026-01-20": { payments: 7500 }, "2026-02-10": { mastercardChargebacks: 185, payments: 99_000 } };
  const is = periodFigures(ecm, days, "2026-02", now);

  test("is 247 basis points, and over Mastercard's limit", () => {
    expect(is).toMatchObject({ count: 185, base: 7500, ratioBps: 247, level: "breached", period: "2026-02" });
  });

  test("is not over the high one", () => {
    expect(level(hecm, days, "2026-02")).toBe("ok");
  });
});

describe("thresholds, each with its source", () => {
  test.each([
    // Checkout.com help centre, Visa Acquirer Monitoring Program: 1.50 % from 2026-04-01, and more than 1,500.
    ["VAMP, 1,501 of 100,066", vamp, { visaChargebacks: 1501, payments: 100_066 }, 0, "breached"],
    ["VAMP, a payment too many", vamp, { visaChargebacks: 1501, payments: 100_067 }, 0, "early_warning"],
    ["VAMP, 1,500 are not more than 1,500", vamp, { visaChargebacks: 1500, payments: 50_000 }, 0, "early_warning"],
    ["VAMP, 75 % of both", vamp, { visaChargebacks: 1126, payments: 100_088 }, 0, "early_warning"],
    ["VAMP, 1,125", vamp, { visaChargebacks: 1125, payments: 50_000 }, 0, "ok"],
    ["VAMP, under 112.5 bps", vamp, { visaChargebacks: 1126, payments: 100_089 }, 0, "ok"],
    ["VAMP adds both reports", vamp, { visaChargebacks: 800, visaFraudReports: 701, payments: 50_000 }, 0, "breached"],
    [
      "VAMP without what is excluded",
      vamp,
      { visaChargebacks: 1501, visaExcluded: 1, payments: 9 },
      0,
      "early_warning",
    ],
    // Solidgate support, Mastercard monitoring programs: 100 and 1.5 %, of last month's sales.
    ["ECM, 100 of 6,666", ecm, { mastercardChargebacks: 100, payments: 1 }, 6666, "breached"],
    ["ECM, 100 of 6,667", ecm, { mastercardChargebacks: 100, payments: 1 }, 6667, "early_warning"],
    ["ECM, 99", ecm, { mastercardChargebacks: 99 }, 100, "early_warning"],
    ["ECM, 75", ecm, { mastercardChargebacks: 75 }, 100, "early_warning"],
    ["ECM, 74", ecm, { mastercardChargebacks: 74 }, 100, "ok"],
    // The same: 300 and 3 %.
    ["HECM, 300 of 10,000", hecm, { mastercardChargebacks: 300 }, 10_000, "breached"],
    ["HECM, 300 of 10,001", hecm, { mastercardChargebacks: 300 }, 10_001, "early_warning"],
    ["HECM, 299", hecm, { mastercardChargebacks: 299 }, 100, "early_warning"],
    ["ECM, where HECM is", ecm, { mastercardChargebacks: 300 }, 10_000, "breached"],
    // Braintree, Excessive Fraud Merchant Program: 1,000 sales, 50,000, 0.50 %.
    ["EFM", efm, { mastercardFraudChargebacks: 5, mastercardFraudCents: 5_000_000 }, 1000, "breached"],
    ["EFM, 999 sales", efm, { mastercardFraudChargebacks: 5, mastercardFraudCents: 5_000_000 }, 999, "early_warning"],
    ["EFM, 749 sales", efm, { mastercardFraudChargebacks: 5, mastercardFraudCents: 5_000_000 }, 749, "ok"],
    [
      "EFM, a cent short",
      efm,
      { mastercardFraudChargebacks: 5, mastercardFraudCents: 4_999_999 },
      1000,
      "early_warning",
    ],
    ["EFM, 4 of 1,000", efm, { mastercardFraudChargebacks: 4, mastercardFraudCents: 5_000_000 }, 1000, "early_warning"],
    ["EFM, 3 of 1,000", efm, { mastercardFraudChargebacks: 3, mastercardFraudCents: 5_000_000 }, 1000, "ok"],
    // Increase docs, ACH returns: 0.5 %; the floor of 5 is ours.
    ["Nacha unauthorized", nachaUnauthorized, { returnsUnauthorized: 5, debits: 1000 }, 0, "breached"],
    [
      "Nacha unauthorized, under 0.5 %",
      nachaUnauthorized,
      { returnsUnauthorized: 5, debits: 1001 },
      0,
      "early_warning",
    ],
    ["Nacha unauthorized, the floor", nachaUnauthorized, { returnsUnauthorized: 4, debits: 10 }, 0, "early_warning"],
    ["Nacha unauthorized, below all", nachaUnauthorized, { returnsUnauthorized: 3, debits: 10 }, 0, "ok"],
    // Nacha, ACH Network Risk and Enforcement Topics: 3 % and 15 %; the floors of 10 are ours.
    ["Nacha administrative", nachaAdministrative, { returnsAdministrative: 12, debits: 400 }, 0, "breached"],
    [
      "Nacha administrative, one debit more",
      nachaAdministrative,
      { returnsAdministrative: 12, debits: 401 },
      0,
      "early_warning",
    ],
    [
      "Nacha overall",
      nachaOverall,
      { returnsUnauthorized: 5, returnsAdministrative: 5, returnsOther: 5, debits: 100 },
      0,
      "breached",
    ],
    ["Nacha overall, below", nachaOverall, { returnsOther: 11, debits: 100 }, 0, "ok"],
  ] as const)("%s", (_, program, counts, before, is) => {
    expect(level(program, monthly(counts, before))).toBe(is);
  });

  test.each([
    ["2025-05", 1, "ok", null],
    ["2025-06", 68_227, "breached", 220],
    ["2025-06", 68_228, "early_warning", 220],
    ["2026-03", 100_000, "ok", 220],
    ["2026-04", 100_000, "breached", 150],
  ] as const)("VAMP in %s with 1,501 of %i is %s at %s bps", (month, payments, is, bps) => {
    const days = { [`${month}-07`]: { visaFraudReports: 1501, payments } };
    const figures = periodFigures(vamp, days, month, now);
    expect([figures.level, figures.limit?.bps ?? null]).toEqual([is, bps]);
  });
});

describe("a period", () => {
  test("of a month ends with its last day in UTC", () => {
    const days = { "2026-10-31": { mastercardChargebacks: 60 }, "2026-11-01": { mastercardChargebacks: 60 } };
    expect(periodFigures(ecm, days, "2026-10", now).count).toBe(60);
    expect(level(ecm, days)).toBe("ok");
  });

  test("of a window is 60 days, today's included", () => {
    const days = {
      "2026-09-22": { returnsUnauthorized: 9, debits: 9 },
      "2026-09-23": { returnsUnauthorized: 1, debits: 1 },
      "2026-11-21": { returnsUnauthorized: 1, debits: 1 },
    };
    expect(periodFigures(nachaUnauthorized, days, "2026-11", now)).toMatchObject({ count: 2, base: 2 });
    expect(periodFigures(nachaUnauthorized, days, "2026-10", now)).toMatchObject({ count: 10, base: 10 });
  });

  test("of a window is known by its month, also one that has not begun", () => {
    expect(periodFigures(nachaOverall, {}, "2027-03", now).period).toBe("2027-03");
  });

  test("needs the months that its windows reach back to: six of them, the first by up to two more", () => {
    // The window that ends with February begins on the last day of December.
    expect(monthsFor("2027-07")).toEqual(expect.arrayContaining(["2027-02", "2026-12"]));
  });
});

describe("the way out", () => {
  const big = { mastercardChargebacks: 185, visaChargebacks: 2000 };

  test.each([
    [vamp, "2026-11-30T23:00:00.000Z", "2026-10-01"],
    [vamp, "2026-12-01T00:00:00.000Z", null],
    [ecm, "2027-01-31T23:00:00.000Z", "2026-10-01"],
    [ecm, "2027-02-01T00:00:00.000Z", null],
  ] as const)("of $id breached in October: at %s it still counts as of %s", (program, at, is) => {
    expect(lastBreach(program, { "2026-10-05": big }, at)).toBe(is);
    expect(outOn(program, "2026-10-05") <= at.slice(0, 10)).toBe(is === null);
  });

  test("of a window is a full one below", () => {
    const days = { "2026-09-01": { returnsUnauthorized: 5, debits: 5 } };
    // Days 0 to 59 hold it in their windows, and 60 more lead out.
    expect(lastBreach(nachaUnauthorized, days, "2026-10-30T12:00:00.000Z")).toBe("2026-10-30");
    expect(lastBreach(nachaUnauthorized, days, "2026-10-31T12:00:00.000Z")).toBe("2026-10-30");
    expect(lastBreach(nachaUnauthorized, days, "2026-12-28T12:00:00.000Z")).toBe("2026-10-30");
    expect(lastBreach(nachaUnauthorized, days, "2026-12-29T12:00:00.000Z")).toBeNull();
    expect(outOn(nachaUnauthorized, "2026-10-30")).toBe("2026-12-29");
  });
});

const amount = fc.integer({ min: 0, max: 5_000_000 });
const cases = { numRuns: 10_000 };

describe("for any counts", () => {
  test("a ratio is the nearest whole basis point", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 2 ** 31 }), (count, base) => {
        const twice = 2n * 10_000n * BigInt(count);
        const is = 2n * BigInt(ratioBps(count, base)) * BigInt(base);
        expect(is - twice <= BigInt(base) && twice - is < BigInt(base)).toBe(true);
      }),
      cases,
    );
  });

  test("as many more as the forecast says breach the limit, and one fewer do not", () => {
    fc.assert(
      fc.property(fc.constantFrom(vamp, ecm, hecm, nachaOverall), amount, amount, (program, count, base) => {
        const days = (more: number): DayCounts => ({
          "2026-10-01": { payments: base, debits: 0 },
          "2026-11-01": {
            ...{ visaChargebacks: count + more, mastercardChargebacks: count + more },
            ...{ returnsOther: count + more, payments: base, debits: base },
          },
        });
        const figures = periodFigures(program, days(0), "2026-11", now);
        const more = untilBreach(figures) ?? -1;
        expect(more === 0).toBe(figures.level === "breached");
        expect(level(program, days(more))).toBe("breached");
        if (more > 0) expect(level(program, days(more - 1))).not.toBe("breached");
      }),
      cases,
    );
  });

  test("more of what is limited never lowers a level, and a larger base never raises it", () => {
    const order = ["ok", "early_warning", "breached"];
    fc.assert(
      fc.property(fc.constantFrom(...ratioPrograms), amount, amount, amount, (program, count, base, more) => {
        const rank = (is: number, of: number) =>
          order.indexOf(
            level(program, {
              "2026-10-20": { payments: of, debits: of },
              "2026-11-20": {
                ...{ visaChargebacks: is, mastercardChargebacks: is, mastercardFraudChargebacks: is },
                ...{ mastercardFraudCents: 9_000_000, returnsUnauthorized: is, returnsAdministrative: is },
                payments: of,
              },
            }),
          );
        expect(rank(count + more, base)).toBeGreaterThanOrEqual(rank(count, base));
        const enough = base + 1000;
        expect(rank(count, enough + more)).toBeLessThanOrEqual(rank(count, enough));
      }),
      cases,
    );
  });
});

describe("a forecast", () => {
  test("says nothing of EFM where too little was sold, and one where its money alone is short", () => {
    const at = (sales: number, cents: number) =>
      untilBreach(
        periodFigures(
          efm,
          monthly({ mastercardFraudChargebacks: 9, mastercardFraudCents: cents }, sales),
          "2026-11",
          now,
        ),
      );
    expect([at(999, 1), at(1000, 1), at(1000, 5_000_000), at(10_000, 5_000_000)]).toEqual([null, 1, 0, 41]);
  });
});
