import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOf, siblingId } from "../../../functions/domain/core/id.ts";
import {
  addDays,
  addSeconds,
  dayAfter,
  dayNumber,
  dayOf,
  dayStart,
  instant,
  moment as momentText,
  monthAfter,
  monthBefore,
  monthOf,
  secondsBetween,
} from "../../../functions/domain/core/time.ts";

const moment = fc
  .integer({ min: Date.parse("2000-01-01T00:00:00Z"), max: Date.parse("2200-01-01T00:00:00Z") })
  .map((ms) => new Date(ms).toISOString());

describe("a moment", () => {
  test("sorts as text the way it sorts in time", () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        expect(one < other).toBe(Date.parse(one) < Date.parse(other));
      }),
      { numRuns: 10_000 },
    );
  });

  test("moved forth and back is itself, and the seconds between are what it was moved by", () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -1e9, max: 1e9 }), (at, seconds) => {
        expect(addSeconds(addSeconds(at, seconds), -seconds)).toBe(at);
        expect(secondsBetween(at, addSeconds(at, seconds))).toBe(seconds);
      }),
      { numRuns: 10_000 },
    );
  });

  test("has a month, and each month one before it", () => {
    expect(monthOf("2026-11-21T04:00:00.000Z")).toBe("2026-11");
    expect([monthBefore("2026-11"), monthBefore("2026-01")]).toEqual(["2026-10", "2025-12"]);
    expect([monthBefore("2026-12"), monthBefore("2026-10")]).toEqual(["2026-11", "2026-09"]);
  });

  test("has a month after it, over the end of the year", () => {
    expect(["2026-01", "2026-09", "2026-11", "2026-12"].map(monthAfter)).toEqual([
      ...["2026-02", "2026-10", "2026-12", "2027-01"],
    ]);
  });

  test("sorts by time as a text in any year of four digits", () => {
    expect([monthBefore("0722-12"), monthBefore("1000-01")]).toEqual(["0722-11", "0999-12"]);
    expect([monthAfter("0722-11"), monthAfter("0999-12")]).toEqual(["0722-12", "1000-01"]);
  });

  test("has a day, which begins at midnight in UTC and is followed by the next", () => {
    expect(dayOf("2026-11-21T23:59:59.999Z")).toBe("2026-11-21");
    expect(dayStart("2026-11-21")).toBe("2026-11-21T00:00:00.000Z");
    expect([dayAfter("2026-11-30"), dayAfter("2028-02-28"), dayAfter("2026-12-31")]).toEqual([
      ...["2026-12-01", "2028-02-29", "2027-01-01"],
    ]);
    expect([addDays("2026-11-21T12:00:00.000Z", 10), addDays("2026-11-21T12:00:00.000Z", -21)]).toEqual([
      ...["2026-12-01T12:00:00.000Z", "2026-10-31T12:00:00.000Z"],
    ]);
  });

  test("has a number among the days since 1970, and a text that is none has none", () => {
    expect(["1970-01-01", "1970-01-02T23:59:59Z", "1969-12-31", "soon", "", null].map(dayNumber)).toEqual([
      ...[0, 1, -1, null, null, null],
    ]);
  });

  test("a moment's part of a second counts as a whole one", () => {
    expect(secondsBetween("2026-11-21T12:00:00.000Z", "2026-11-21T12:00:00.001Z")).toBe(1);
    expect(secondsBetween("2026-11-21T12:00:00.001Z", "2026-11-21T12:00:00.000Z")).toBe(-0);
  });
});

describe("a date-time from outside", () => {
  test.each([
    ["2026-11-21T05:00:00+01:00", "2026-11-21T04:00:00.000Z"],
    ["2026-11-21T04:00:00Z", "2026-11-21T04:00:00.000Z"],
    ["2024-02-29T00:00:00.123456Z", "2024-02-29T00:00:00.123Z"],
  ])("%s is kept as %s", (text, stored) => {
    expect(instant.parse(text)).toBe(stored);
  });

  test.each([
    "2026-11-21",
    "2026-11-21T04:00:00",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-11-21T25:00:00Z",
    "tomorrow",
    "",
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00+01:00",
  ])("%j is refused", (text) => {
    expect(instant.safeParse(text).success).toBe(false);
  });
});

describe("a moment or a day from outside", () => {
  test("means the day's first moment, or itself", () => {
    expect(momentText.parse("2026-11-21")).toBe("2026-11-21T00:00:00.000Z");
    expect(momentText.parse("2026-11-21T05:00:00+01:00")).toBe("2026-11-21T04:00:00.000Z");
  });

  test.each(["2026-02-30", "tomorrow", "2026-11-21T04:00:00"])(
    "is refused in words where it is neither: %s",
    (text) => {
      expect(momentText.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        "a date-time with an offset, or a date, that exists",
      ]);
    },
  );

  test("outside of the years that sort as texts is refused in words", () => {
    expect(instant.safeParse("9999-12-31T23:59:59-23:59").error?.issues.map(({ message }) => message)).toEqual([
      "a year from 0000 to 9999",
    ]);
  });
});

describe("an id", () => {
  const id = "stl_01K0000000000000000000000Z";

  test("names its kind", () => {
    expect(idOf("stl").safeParse(id).success).toBe(true);
    expect(idOf("pay").safeParse(id).success).toBe(false);
    expect(idOf("pay").safeParse(siblingId(id, "pay")).success).toBe(true);
  });

  test.each([`${id}\n`, ` ${id}`, id.toLowerCase(), id.slice(0, -1), `${id}0`, "stl_", ""])("%j is none", (text) => {
    expect(idOf("stl").safeParse(text).success).toBe(false);
  });
});
