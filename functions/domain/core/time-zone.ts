import * as z from "zod";
import { addDays, dayAfter, dayOf, dayStart, type Instant } from "./time.ts";

const form = "an IANA time zone, such as America/New_York";

/** The name of an IANA time zone, such as `America/New_York`. */
export const timeZone = z
  .string()
  .max(64, { error: form, abort: true })
  .regex(/^[A-Za-z][A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+){0,2}$/, { error: form, abort: true })
  .refine(isTimeZone, form)
  .meta({ examples: ["America/New_York", "Europe/Berlin", "UTC"] });

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs far more to make than to use; there are as many as zones. */
function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    ...({ timeZone: zone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23" } as const),
    ...({ year: "numeric", month: "2-digit", day: "2-digit" } as const),
    ...({ hour: "2-digit", minute: "2-digit", second: "2-digit" } as const),
  });
  clocks.set(zone, clock);
  return clock;
}

function isTimeZone(zone: string): boolean {
  try {
    return clockIn(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What the zone's clocks show at a moment, as `2026-11-21T04:00:00`. */
function wallClock(at: Instant, zone: string): string {
  const parts = Object.fromEntries(
    clockIn(zone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  );
  const { year = "", month, day, hour, minute, second } = parts;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** The calendar day of a moment in a time zone, `2026-11-21`. */
export function dayIn(at: Instant, zone: string): string {
  return wallClock(at, zone).slice(0, 10);
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function aheadMs(at: Instant, zone: string): number {
  const second = Math.floor(Date.parse(at) / 1000) * 1000;
  return Date.parse(`${wallClock(at, zone)}Z`) - second;
}

/** The moment that is whole calendar days later in a time zone, at the same time by its clocks where that day has it. */
export function addDaysIn(at: Instant, days: number, zone: string): Instant {
  const later = addDays(at, days);
  const same = new Date(Date.parse(later) + aheadMs(at, zone) - aheadMs(later, zone)).toISOString();
  const day = dayOf(addDays(dayStart(dayIn(at, zone)), days));
  return [same, later].find((moment) => dayIn(moment, zone) === day) ?? dayEnd(day, zone);
}

/** The last millisecond of a calendar day in a time zone, whatever its clocks do on that day; a day from the year 1 to 9998. */
export function dayEnd(date: string, zone: string): Instant {
  const midnight = Date.parse(dayStart(dayAfter(date)));
  const ends = [-86_400_000, 86_400_000].map((apart) => {
    const near = new Date(midnight + apart).toISOString();
    return new Date(midnight - aheadMs(near, zone) - 1).toISOString();
  });
  // Clocks that change about midnight have two offsets; the later end that is still in the day is the day's.
  const within = ends.filter((end) => dayIn(end, zone) <= date).sort();
  return within.at(-1) ?? new Date(midnight - 1).toISOString();
}
