import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOf, siblingId } from "../../../functions/domain/core/id.ts";
import { addSeconds, instant, monthBefore, monthOf, secondsBetween } from "../../../functions/domain/core/time.ts";

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
