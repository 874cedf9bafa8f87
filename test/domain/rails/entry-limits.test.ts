import { describe, expect, test } from "vitest";
import { addCalendarDays } from "../../../functions/domain/core/banking-day.ts";
import { entryLimitOn, entryLimits, fitsSameDay } from "../../../functions/domain/settlement/entry-limits.ts";
import { decideIat } from "../../../functions/domain/settlement/entry-terms.ts";

describe.each(entryLimits)("the limit of $network of $from", ({ network, from, maxCents }) => {
  test("holds from its day on, and not the day before", () => {
    expect(entryLimitOn(network, from)).toBe(maxCents);
    expect(entryLimitOn(network, addCalendarDays(from, 1))).toBe(maxCents);
    expect(entryLimitOn(network, addCalendarDays(from, -1)) ?? 0).toBeLessThan(maxCents);
  });
});

describe("the most that an entry may be today", () => {
  test.each([
    ["same_day_ach", 100_000_000],
    ["rtp", 1_000_000_000],
    ["fednow", 1_000_000_000],
  ] as const)("by %s is %i cents", (network, cents) => {
    expect(entryLimitOn(network, "2026-11-21")).toBe(cents);
  });
});

describe("a debit", () => {
  test.each([
    ["2022-03-17", 10_000_000, true],
    ["2022-03-17", 10_000_001, false],
    ["2022-03-18", 10_000_001, true],
    ["2022-03-18", 100_000_000, true],
    ["2022-03-18", 100_000_001, false],
    ["2016-09-22", 1, false],
  ])("on %s of %i cents could settle on the same day: %s", (day, cents, fits) => {
    expect(fitsSameDay(cents, day)).toBe(fits);
    const at = `${day}T15:00:00.000Z`;
    expect(decideIat({ source: "ach", holderType: "business", amountCents: cents }, at).sameDayAllowed).toBe(fits);
  });
});
