import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayAfter, dayOf, dayStart } from "../../../functions/domain/core/time.ts";
import { addDaysIn, dayEnd, dayIn, timeZone } from "../../../functions/domain/core/time-zone.ts";

describe("a time zone", () => {
  test.each(["UTC", "America/New_York", "Asia/Kolkata", "Etc/GMT+5", "Pacific/Apia"])("is %s", (zone) => {
    expect(timeZone.parse(zone)).toBe(zone);
  });

  test.each(["", "Mars/Olympus", "+05:00", "America/New York", "local", "UTC\n", "A".repeat(65)])(
    "is not %j",
    (zone) => {
      expect(timeZone.safeParse(zone)).toMatchObject({
        error: { issues: [{ message: "an IANA time zone, such as America/New_York" }] },
      });
    },
  );
});

describe("a day", () => {
  test.each([
    ["in UTC", "2026-12-05", "UTC", "2026-12-05T23:59:59.999Z"],
    ["in winter", "2026-12-05", "America/New_York", "2026-12-06T04:59:59.999Z"],
    ["in summer", "2026-07-05", "America/New_York", "2026-07-06T03:59:59.999Z"],
    ["that has 23 hours", "2026-03-08", "America/New_York", "2026-03-09T03:59:59.999Z"],
    ["before one of 23 hours", "2026-03-07", "America/New_York", "2026-03-08T04:59:59.999Z"],
    ["that has 25 hours", "2026-11-01", "America/New_York", "2026-11-02T04:59:59.999Z"],
    ["whose midnight is skipped", "2026-04-23", "Africa/Cairo", "2026-04-23T21:59:59.999Z"],
    ["whose last hour comes twice", "2026-10-29", "Africa/Cairo", "2026-10-29T21:59:59.999Z"],
    ["that the zone never had", "2011-12-30", "Pacific/Apia", "2011-12-30T09:59:59.999Z"],
    ["far east", "2026-12-05", "Pacific/Kiritimati", "2026-12-05T09:59:59.999Z"],
  ])("%s ends with its last millisecond there", (_, day, zone, end) => {
    expect(dayEnd(day, zone)).toBe(end);
  });

  test("is the day of its last millisecond, and the next one the day of the millisecond after", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const days = fc.date({ min: new Date("2012-01-01"), max: new Date("2037-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(zones, days, (zone, at) => {
        const day = at.toISOString().slice(0, 10);
        const end = dayEnd(day, zone);
        expect(dayIn(end, zone)).toBe(day);
        expect(dayIn(new Date(Date.parse(end) + 1).toISOString(), zone)).toBe(dayAfter(day));
      }),
      { numRuns: 10_000 },
    );
  });

  test("of the first and last years is one too", () => {
    expect(dayIn(dayEnd("0001-01-01", "Pacific/Kiritimati"), "Pacific/Kiritimati")).toBe("0001-01-01");
    expect(dayIn(dayEnd("9998-12-31", "Pacific/Niue"), "Pacific/Niue")).toBe("9998-12-31");
  });
});

describe("days later", () => {
  test.each([
    ["the clocks go back", "2026-10-20T04:30:00.000Z", 30, "America/New_York", "2026-11-19T05:30:00.000Z"],
    ["they go forward", "2026-03-01T04:30:00.000Z", 14, "America/New_York", "2026-03-15T03:30:00.000Z"],
    ["that day skips the time", "2026-09-05T04:30:00.000Z", 1, "America/Santiago", "2026-09-06T04:30:00.000Z"],
    ["nothing changes", "2026-11-28T08:18:51.494Z", 14, "UTC", "2026-12-12T08:18:51.494Z"],
  ])("are calendar days where %s", (_, at, days, zone, later) => {
    expect(addDaysIn(at, days, zone)).toBe(later);
  });

  test("end on the day that the calendar says, in every zone", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const moments = fc.date({ min: new Date("2012-01-02"), max: new Date("2036-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(zones, moments, fc.integer({ min: 0, max: 365 }), (zone, at, days) => {
        const issued = at.toISOString();
        const day = dayOf(addDays(dayStart(dayIn(issued, zone)), days));
        expect(dayIn(addDaysIn(issued, days, zone), zone)).toBe(day);
      }),
      { numRuns: 10_000 },
    );
  });
});
