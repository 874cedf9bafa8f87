export type CalendarDate = string;

const eastern = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" });

/** The date in the Federal Reserve's time zone at a moment. */
export function easternDate(at: string): CalendarDate {
  return eastern.format(new Date(at));
}

function utc(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month - 1, day));
}

function dateText(date: Date): CalendarDate {
  return date.toISOString().slice(0, 10);
}

/** `date` moved by whole calendar days, forward or back. */
export function addCalendarDays(date: CalendarDate, days: number): CalendarDate {
  return dateText(new Date(Date.parse(date) + days * 86_400_000));
}

/** The nth weekday (0 is Sunday) of a month. */
function nth(year: number, month: number, weekday: number, n: number): CalendarDate {
  const first = utc(year, month, 1).getUTCDay();
  return dateText(utc(year, month, 1 + ((7 + weekday - first) % 7) + (n - 1) * 7));
}

function last(year: number, month: number, weekday: number): CalendarDate {
  const end = utc(year, month + 1, 0);
  return addCalendarDays(dateText(end), -((7 + end.getUTCDay() - weekday) % 7));
}

/** A holiday by its date: on a Sunday the banks close on Monday, on a Saturday they have opened on Friday and close on no other day. */
function observed(year: number, month: number, day: number): CalendarDate[] {
  const date = utc(year, month, day);
  if (date.getUTCDay() === 6) return [];
  return [addCalendarDays(dateText(date), date.getUTCDay() === 0 ? 1 : 0)];
}

/** The days on which the Federal Reserve Banks are closed, weekends apart (their standard holiday schedule; Juneteenth since 2022). */
export function federalReserveHolidays(year: number): readonly CalendarDate[] {
  return [
    ...observed(year, 1, 1),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    last(year, 5, 1),
    ...(year >= 2022 ? observed(year, 6, 19) : []),
    ...observed(year, 7, 4),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    ...observed(year, 11, 11),
    nth(year, 11, 4, 4),
    ...observed(year, 12, 25),
  ];
}

/** Whether the Federal Reserve settles ACH on this date. */
export function isBankingDay(date: CalendarDate): boolean {
  const weekday = new Date(date).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return !federalReserveHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The date `days` banking days after `date`; the day itself does not count, whether it is one or not. */
export function addBankingDays(date: CalendarDate, days: number): CalendarDate {
  if (!Number.isInteger(days) || days < 0 || days > 1000) throw new RangeError("0 to 1000 banking days");
  let at = date;
  for (let left = days; left > 0; ) {
    at = addCalendarDays(at, 1);
    if (isBankingDay(at)) left -= 1;
  }
  return at;
}
