import * as z from "zod";

/** A moment as ISO 8601 in UTC with milliseconds: `2026-11-21T04:00:00.000Z`. Texts of this form sort by time. */
export type Instant = string;

/** No record of the service is older: a list without another beginning ends here. */
export const serviceBegan: Instant = "2026-01-01T00:00:00.000Z";

/** Reads any ISO 8601 date-time with an offset and keeps it as an `Instant`; outside the years 0 to 9999 texts would not sort. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => /^\d/.test(new Date(text).toISOString()), "a year from 0000 to 9999")
  .transform((text): Instant => new Date(text).toISOString());

/** A moment, or a day, which means its first moment in UTC. */
export const moment = z.union(
  [instant, z.iso.date().transform((day): Instant => `${day}T00:00:00.000Z`)],
  "a date-time with an offset, or a date, that exists",
);

/** A calendar day, `2026-11-21`, from the year 1 to 9998, so that its ends in every time zone are instants. */
export const calendarDay = z.iso
  .date({ abort: true })
  .refine((day) => day >= "0001" && day < "9999", "a year from 0001 to 9998");

/** `at` moved by `seconds`, forward or back. */
export function addSeconds(at: Instant, seconds: number): Instant {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}

/** The beginning of the step of so many seconds that a moment falls into. */
export function startOfStep(at: Instant, seconds: number): Instant {
  const stepMs = seconds * 1000;
  return new Date(Math.floor(Date.parse(at) / stepMs) * stepMs).toISOString();
}

/** `at` moved by whole days of 24 hours. */
export function addDays(at: Instant, days: number): Instant {
  return addSeconds(at, days * 86_400);
}

/** Days since 1970 of a date or a moment, in UTC; null where a text is neither. */
export function dayNumber(text: string | null): number | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : Math.floor(ms / 86_400_000);
}

/** Whole seconds from `from` to `to`, rounded up; negative when `to` is earlier. */
export function secondsBetween(from: Instant, to: Instant): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / 1000);
}

/** The calendar day of a moment in UTC, `2026-11-21`. */
export function dayOf(at: Instant): string {
  return at.slice(0, 10);
}

/** The calendar month of a moment in UTC, `2026-11`. */
export function monthOf(at: Instant): string {
  return at.slice(0, 7);
}

export function monthBefore(month: string): string {
  const [year, number] = partsOf(month);
  return number === 1 ? monthText(year - 1, 12) : monthText(year, number - 1);
}

export function monthAfter(month: string): string {
  const [year, number] = partsOf(month);
  return number === 12 ? monthText(year + 1, 1) : monthText(year, number + 1);
}

function partsOf(month: string): [year: number, number: number] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return [year, number];
}

/** With four digits of the year, since months are compared as texts: `722-11` would come after `2026-11`. */
function monthText(year: number, number: number): string {
  return `${String(year).padStart(4, "0")}-${String(number).padStart(2, "0")}`;
}

/** `day` moved forward by whole calendar months; a month that is too short ends with its own last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The same moment so many calendar years later. */
export function addYears(at: Instant, years: number): Instant {
  const day = new Date(at);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString();
}

/** The first moment of a calendar day in UTC. */
export function dayStart(date: string): Instant {
  return `${date}T00:00:00.000Z`;
}

export function dayAfter(date: string): string {
  return dayOf(addDays(dayStart(date), 1));
}

/** The later of two moments; where one is left out, the other. */
export function laterOf(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one === undefined || (other !== undefined && one < other) ? other : one;
}

/** The earlier of two moments; where one is left out, the other. */
export function earlierOf(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
