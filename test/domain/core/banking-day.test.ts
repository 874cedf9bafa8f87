import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addBankingDays,
  addCalendarDays,
  easternDate,
  federalReserveHolidays,
  isBankingDay,
} from "../../../functions/domain/core/banking-day.ts";

// The Federal Reserve's published schedule; what falls on a Saturday closes nothing and is left out.
const published: Readonly<Record<number, string>> = {
  2024: "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  2025: "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25",
  2026: "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25",
  2027: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
  2028: "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
  2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
  2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
};

describe("the Federal Reserve's holidays", () => {
  test.each(Object.entries(published))("are those published for %s", (year, dates) => {
    const expected = dates.split(" ").map((date) => `${year}-${date}`);
    expect(federalReserveHolidays(Number(year))).toEqual(expected);
  });

  test("had no Juneteenth before 2022", () => {
    expect(isBankingDay("2020-06-19")).toBe(true);
    expect(isBankingDay("2023-06-19")).toBe(false);
  });
});

describe("a banking day", () => {
  test("is the Friday before a holiday on a Saturday", () => {
    expect(isBankingDay("2026-07-03")).toBe(true);
  });

  test("is not the Monday after a holiday on a Sunday", () => {
    expect(isBankingDay("2027-07-05")).toBe(false);
  });

  test("is not a Saturday or a Sunday", () => {
    expect(["2026-11-14", "2026-11-15"].map(isBankingDay)).toEqual([false, false]);
  });

  test("begins at midnight in New York, in summer and in winter", () => {
    expect(easternDate("2026-07-01T03:59:59.999Z")).toBe("2026-06-30");
    expect(easternDate("2026-07-01T04:00:00.000Z")).toBe("2026-07-01");
    expect(easternDate("2026-12-01T04:59:59.999Z")).toBe("2026-11-30");
  });
});

describe("counting banking days", () => {
  test("two after the Wednesday before Thanksgiving is the Monday after it", () => {
    expect(addBankingDays("2026-11-25", 2)).toBe("2026-11-30");
  });

  test("one after a Saturday is the Monday", () => {
    expect(addBankingDays("2026-11-14", 1)).toBe("2026-11-16");
  });

  test("none is the day itself", () => {
    expect(addBankingDays("2026-11-14", 0)).toBe("2026-11-14");
  });

  test.each([-1, 0.5, Number.NaN, 1001])("refuses %d days", (days) => {
    expect(() => addBankingDays("2026-11-14", days)).toThrow(RangeError);
  });

  test("passes exactly that many of them, and ends on one", () => {
    const day = fc.integer({ min: 0, max: 3650 }).map((n) => addCalendarDays("2024-01-01", n));
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (from, days) => {
        const end = addBankingDays(from, days);
        const passed = [];
        for (let at = addCalendarDays(from, 1); at <= end; at = addCalendarDays(at, 1))
          if (isBankingDay(at)) passed.push(at);
        expect(passed).toHaveLength(days);
        expect(passed.at(-1)).toBe(end);
      }),
      { numRuns: 1000 },
    );
  });
});
