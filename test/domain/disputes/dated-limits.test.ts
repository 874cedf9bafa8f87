import { describe, expect, test } from "vitest";
import { addCalendarDays } from "../../../functions/domain/core/banking-day.ts";
import { monthBefore, monthOf } from "../../../functions/domain/core/time.ts";
import {
  type Limit,
  limitOn,
  mastercardScam,
  programsFor,
  type RatioProgram,
  ratioPrograms,
  vamp,
} from "../../../functions/domain/disputes/monitoring-program.ts";
import { periodFigures, type RatioLevel } from "../../../functions/domain/disputes/ratio.ts";
import type { Counts, DayCounts } from "../../../functions/domain/settlement/counters.ts";

const order: readonly RatioLevel[] = ["ok", "early_warning", "breached"];

/** VAMP's level in the month of a day on which all of this is counted, seen from that day's end. */
function vampOn(day: string, counts: Counts): RatioLevel {
  return periodFigures(vamp, { [day]: counts }, monthOf(day), `${day}T23:59:59.999Z`).level;
}

describe("VAMP's rows, at each of their ends", () => {
  test.each([
    ["2025-05-31", { visaChargebacks: 1501, payments: 1501 }, "ok", "the day before it began"],
    ["2025-06-01", { visaChargebacks: 1501, payments: 1501 }, "breached", "the day on which it began"],
    ["2025-06-01", { visaChargebacks: 2200, payments: 100_000 }, "breached", "at 2.20 %"],
    ["2025-06-01", { visaChargebacks: 2199, payments: 100_000 }, "early_warning", "one under 2.20 %"],
    ["2026-03-31", { visaChargebacks: 2200, payments: 100_000 }, "breached", "the last day at 2.20 %"],
    ["2026-03-31", { visaChargebacks: 2199, payments: 100_000 }, "early_warning", "the last day, one under"],
    ["2026-03-31", { visaChargebacks: 1649, payments: 100_000 }, "ok", "the last day, one under 75 % of 2.20 %"],
    ["2026-04-01", { visaChargebacks: 2199, payments: 100_000 }, "breached", "the first day at 1.50 %"],
    ["2026-04-01", { visaChargebacks: 1649, payments: 100_000 }, "breached", "the same"],
    ["2026-04-01", { visaChargebacks: 1502, payments: 100_133 }, "breached", "one over 1.50 %"],
    ["2026-04-01", { visaChargebacks: 1502, payments: 100_134 }, "early_warning", "a payment too many for 1.50 %"],
    ["2026-04-01", { visaChargebacks: 1502, payments: 9 }, "breached", "one over the count"],
    ["2026-04-01", { visaChargebacks: 1501, payments: 9 }, "breached", "at the count: more than 1,500"],
    ["2026-04-01", { visaChargebacks: 1500, payments: 9 }, "early_warning", "one under the count"],
  ] as const)("%s with %o is %s: %s", (day, counts, is, _why) => {
    expect(vampOn(day, counts)).toBe(is);
  });

  test.each([
    [{ visaFraudReports: 751, visaChargebacks: 750 }, 1501],
    [{ visaFraudReports: 751, visaChargebacks: 750, visaExcluded: 1 }, 1500],
    [{ visaChargebacks: 3, visaExcluded: 9 }, 0],
    [{ visaChargebacks: 5, mastercardChargebacks: 900, amexChargebacks: 9, returnsUnauthorized: 9 }, 5],
  ])("%o are %i items: reports and chargebacks of Visa's, less what is left out", (counts, items) => {
    expect(vamp.count(counts)).toBe(items);
  });

  test("are set against the payments of the same month, and no other", () => {
    const days = { "2026-03-31": { payments: 1_000_000 }, "2026-04-30": { visaChargebacks: 1501, payments: 100_066 } };
    expect(periodFigures(vamp, days, "2026-04", "2026-05-09T00:00:00.000Z")).toMatchObject({
      ...{ count: 1501, base: 100_066, ratioBps: 150, level: "breached" },
    });
  });
});

/** The counts that a program reads as so many of its own, on a day that they are counted for its period. */
function countsFor(program: RatioProgram, day: string, count: number, base: number, cents: number): DayCounts {
  const names = ["visaChargebacks", "mastercardChargebacks", "mastercardFraudChargebacks"] as const;
  const returns = ["returnsUnauthorized", "returnsAdministrative", "returnsOther"] as const;
  const name = [...names, ...returns].find((each) => program.count({ [each]: 1 }) === 1);
  if (!name) throw new Error(`${program.id} counts nothing`);
  const is: Counts = { [name]: count, mastercardFraudCents: cents, visaCents: cents };
  const of: Counts = { payments: base, debits: base };
  if (program.against !== "last_month") return { [day]: { ...is, ...of } };
  return { [day]: is, [`${monthBefore(monthOf(day))}-15`]: of };
}

function levelOn(program: RatioProgram, day: string, count: number, base: number, cents: number): RatioLevel {
  const days = countsFor(program, day, count, base, cents);
  return periodFigures(program, days, monthOf(day), `${day}T12:00:00.000Z`).level;
}

/** The fewest that a row takes for a breach, the least base for it, and the most base that so many still breach. */
function edgeOf(limit: Limit) {
  const minBase = Math.max(1, limit.minBase ?? 0);
  const share = (minBase * limit.bps) / 10_000;
  const ofBase = limit.isExceeded ? Math.floor(share) + 1 : Math.ceil(share);
  const count = Math.max(limit.minCount, ofBase);
  const most = (count * 10_000) / limit.bps;
  const mostBase = limit.isExceeded ? Math.ceil(most) - 1 : Math.floor(most);
  return { count, minBase, mostBase, cents: limit.minCents ?? 0 };
}

const since = "2026-07-01T00:00:00.000Z";

/** VAMP as it is for a merchant of a country. */
function vampFor(country: string | null): RatioProgram {
  const [program] = programsFor({ since, country }).filter(({ id }) => id === "vamp");
  if (!program) throw new Error("no such program");
  return program;
}

const rows = [...ratioPrograms, vampFor("AE")].flatMap((program) => {
  return program.limits.map((limit) => [program.id, program, limit] as const);
});

describe.each(rows)("a row of %s", (_, program, limit) => {
  const { count, minBase, mostBase, cents } = edgeOf(limit);
  const day = limit.from > "2000" ? limit.from : "2026-11-15";

  test("is breached at all of its limits, and not by one fewer, nor by one more payment", () => {
    const over = levelOn(program, day, count, mostBase, cents);
    const fewer = levelOn(program, day, count - 1, mostBase, cents);
    const more = levelOn(program, day, count, mostBase + 1, cents);
    expect([over, fewer, more].map((level) => level === "breached")).toEqual([true, false, false]);
    expect(levelOn(program, day, count + 1, mostBase, cents)).toBe("breached");
  });

  test("is breached from its least base and amount on, where it has any", () => {
    const enough = Math.max(count, limit.minCount);
    expect(levelOn(program, day, enough, minBase, cents)).toBe("breached");
    if (limit.minBase !== undefined)
      expect(levelOn(program, day, enough, limit.minBase - 1, cents)).not.toBe("breached");
    if (limit.minCents !== undefined)
      expect(levelOn(program, day, enough, minBase, limit.minCents - 1)).not.toBe("breached");
  });

  test("applies from its day on", () => {
    expect(limitOn(program, day)).toBe(limit);
    if (limit.from < "2000") return;
    const before = addCalendarDays(limit.from, -1);
    expect(limitOn(program, before)).not.toBe(limit);
    const levels = [before, limit.from].map((each) => levelOn(program, each, count, mostBase, cents));
    const [was = "ok", is = "ok"] = levels;
    expect(is).toBe("breached");
    expect(order.indexOf(was)).toBeLessThan(order.indexOf(is));
  });
});

/** A cent over 75,000 USD. */
const worth = { visaCents: 7_500_001 };

describe("VAMP in the Middle East and North Africa", () => {
  test.each([
    ["AE", "2025-05-31", { ...worth, visaChargebacks: 101, payments: 101 }, "ok", "the day before it began"],
    ["AE", "2025-06-01", { ...worth, visaChargebacks: 101, payments: 4590 }, "breached", "the day on which it began"],
    [
      "AE",
      "2026-03-31",
      { ...worth, visaChargebacks: 101, payments: 4590 },
      "breached",
      "the day before 1.50 % elsewhere",
    ],
    ["AE", "2026-04-01", { ...worth, visaChargebacks: 101, payments: 4590 }, "breached", "at 2.20 % still"],
    [
      "AE",
      "2026-04-01",
      { ...worth, visaChargebacks: 101, payments: 4591 },
      "early_warning",
      "a payment too many for 2.20 %",
    ],
    ["AE", "2026-04-02", { ...worth, visaChargebacks: 101, payments: 6000 }, "early_warning", "1.68 %"],
    [
      "AE",
      "2026-04-01",
      { ...worth, visaChargebacks: 100, payments: 100 },
      "early_warning",
      "at the count: more than 100",
    ],
    ["AE", "2026-04-01", { visaChargebacks: 101, visaCents: 7_500_000, payments: 101 }, "early_warning", "75,000 USD"],
    [
      ...(["AE", "2026-04-01"] as const),
      { visaChargebacks: 102, visaCents: 7_510_000, visaExcluded: 1, visaExcludedCents: 10_000, payments: 101 },
      ...(["early_warning", "75,000 USD without what was left out"] as const),
    ],
    [
      "AE",
      "2026-04-01",
      { ...worth, visaChargebacks: 1501, payments: 100_000 },
      "ok",
      "1.50 %, which breaches elsewhere",
    ],
    ["US", "2026-04-01", { visaChargebacks: 101, payments: 101 }, "ok", "elsewhere"],
    ["US", "2026-04-01", { visaChargebacks: 1501, payments: 100_000 }, "breached", "the same"],
    [null, "2026-04-01", { visaChargebacks: 1501, payments: 100_000 }, "breached", "nobody knows where"],
  ] as const)("of a merchant in %s on %s with %o is %s: %s", (country, day, counts, is, _why) => {
    const figures = periodFigures(vampFor(country), { [day]: counts }, monthOf(day), `${day}T23:59:59.999Z`);
    expect(figures.level).toBe(is);
  });
});

const boarded = "2026-08-31T18:00:00.000Z";

function scamOn(day: string, counts: Counts, since = boarded): RatioLevel {
  const [scam] = programsFor({ since }).filter(({ id }) => id === mastercardScam.id);
  if (!scam) throw new Error("no such program");
  return periodFigures(scam, { [day]: counts }, monthOf(day), `${day}T12:00:00.000Z`).level;
}

describe("Mastercard's scam program", () => {
  test.each([
    ["2026-07-23", { refunds: 26, payments: 500 }, "ok", "the day before it began"],
    ["2026-07-24", { refunds: 26, payments: 500 }, "breached", "the day on which it began"],
    ["2026-07-24", { refunds: 25, payments: 500 }, "early_warning", "5 % exactly, and not above"],
    ["2026-07-24", { refunds: 27, payments: 540 }, "early_warning", "the same"],
    ["2026-07-24", { refunds: 27, payments: 539 }, "breached", "a purchase fewer"],
    ["2026-07-24", { refunds: 400, payments: 499 }, "early_warning", "a purchase short of 500"],
    ["2026-07-24", { refunds: 13, mastercardChargebacks: 13, payments: 500 }, "breached", "both together"],
    ["2026-07-24", { refunds: 20, visaChargebacks: 400, payments: 500 }, "early_warning", "Visa's do not count"],
  ] as const)("on %s with %o is %s: %s", (day, counts, is, _why) => {
    expect(scamOn(day, counts, "2026-07-01T00:00:00.000Z")).toBe(is);
  });

  test.each([
    ["2027-02-27", "breached"],
    ["2027-02-28", "ok"],
  ] as const)("of a merchant since 31 August is on %s %s: six months end with February", (day, is) => {
    expect(scamOn(day, { refunds: 100, payments: 500 })).toBe(is);
  });

  test("looks at 30 days, today's included", () => {
    const days = (first: string): DayCounts => ({ [first]: { refunds: 26 }, "2026-11-21": { payments: 500 } });
    const level = (first: string) =>
      periodFigures(mastercardScam, days(first), "2026-11", "2026-11-21T12:00:00.000Z").level;
    expect([level("2026-10-23"), level("2026-10-22")]).toEqual(["breached", "ok"]);
  });
});
