import { addCalendarDays } from "../core/banking-day.ts";
import { dayOf, type Instant, monthAfter, monthBefore, monthOf } from "../core/time.ts";
import { type Counts, countBetween, countIn, type DayCounts, sum } from "../settlement/counters.ts";
import { type Limit, limitOn, type RatioProgram } from "./monitoring-program.ts";

export const ratioLevels = ["ok", "early_warning", "breached"] as const;

export type RatioLevel = (typeof ratioLevels)[number];

/** How a tenant stands in a program in one period. */
export interface Figures {
  /** The month, also of a window that ends in it. */
  readonly period: string;
  readonly count: number;
  readonly base: number;
  readonly cents: number;
  readonly ratioBps: number;
  /** The limit of the period; null before the program began. */
  readonly limit: Limit | null;
  readonly level: RatioLevel;
}

/** Parts of a hundred of each limit at which a tenant is warned. */
const warnAtPercent = 75;

/** `count` of `base` in basis points, half up; a base of nothing counts as one. */
export function ratioBps(count: number, base: number): number {
  const of = BigInt(Math.max(1, base));
  return Number((BigInt(count) * 20_000n + of) / (of * 2n));
}

/** Whether `percent` of a limit is reached, in all that it limits; exact, whatever the rounded ratio says. */
function reaches({ count, base, cents }: Measured, limit: Limit, percent: number): boolean {
  const share = BigInt(percent);
  const isMet = (is: number, least: number) => BigInt(is) * 100n >= BigInt(least) * share;
  const ofBase = BigInt(Math.max(1, base)) * BigInt(limit.bps) * share;
  return (
    isMet(count, limit.minCount) &&
    isMet(base, limit.minBase ?? 0) &&
    isMet(cents, limit.minCents ?? 0) &&
    (limit.isExceeded ? BigInt(count) * 1_000_000n > ofBase : BigInt(count) * 1_000_000n >= ofBase)
  );
}

type Measured = Pick<Figures, "count" | "base" | "cents">;

function figures(program: RatioProgram, period: string, day: string, is: Counts, of: Counts): Figures {
  const measured = { count: program.count(is), base: program.base(of), cents: program.cents(is) };
  const limit = limitOn(program, day) ?? null;
  const levelOf = (): RatioLevel => {
    if (limit === null || !reaches(measured, limit, warnAtPercent)) return "ok";
    return reaches(measured, limit, 100) ? "breached" : "early_warning";
  };
  return { period, ...measured, ratioBps: ratioBps(measured.count, measured.base), limit, level: levelOf() };
}

/** The days of a program's rolling window: as many below its limit lead out of it. */
export function windowDays({ exit }: Pick<RatioProgram, "exit">): number {
  return "days" in exit ? exit.days : 0;
}

/** How a tenant stands in a program in the window that ends with a day. */
function windowFigures(program: RatioProgram, days: DayCounts, day: string): Figures {
  const window = countBetween(days, addCalendarDays(day, 1 - windowDays(program)), day);
  return figures(program, monthOf(day), day, window, window);
}

/** How a tenant stands in a program in a month; in a rolling one, at the month's end or `now`. */
export function periodFigures(program: RatioProgram, days: DayCounts, month: string, now: Instant): Figures {
  if (program.against === "window") return { ...windowFigures(program, days, lastDay(month, now)), period: month };
  const base = program.against === "last_month" ? monthBefore(month) : month;
  return figures(program, month, `${month}-01`, countIn(days, month), countIn(days, base));
}

function lastDay(month: string, now: Instant): string {
  const end = addCalendarDays(`${monthAfter(month)}-01`, -1);
  return end < dayOf(now) ? end : dayOf(now);
}

/** How many more of what is limited would breach it in this period, all else as it is: 0 where it is breached, null where a limit to something else is not reached. */
export function untilBreach({ count, base, cents, limit }: Figures): number | null {
  if (limit === null || base < (limit.minBase ?? 0)) return null;
  const bps = BigInt(limit.bps);
  const ofBase = BigInt(Math.max(1, base)) * bps;
  const byRatio = Number(limit.isExceeded ? ofBase / 10_000n + 1n : (ofBase + 9_999n) / 10_000n);
  const more = Math.max(0, Math.max(limit.minCount, byRatio) - count);
  // Money alone is short: one more could be enough.
  return more === 0 && cents < (limit.minCents ?? 0) ? 1 : more;
}

/** The latest day, or first day of a month, on which a program's limit counts as breached now: within as many full months or days as lead out of it, and today. */
export function lastBreach(program: RatioProgram, days: DayCounts, now: Instant): string | null {
  if ("days" in program.exit) {
    const fewest = Math.min(...program.limits.map(({ minCount }) => minCount));
    if (program.count(sum(Object.values(days))) < fewest) return null;
    for (let back = 0; back < program.exit.days; back++) {
      const day = addCalendarDays(dayOf(now), -back);
      if (windowFigures(program, days, day).level === "breached") return day;
    }
    return null;
  }
  let month = monthOf(now);
  for (let back = 0; back <= program.exit.months; back++) {
    if (periodFigures(program, days, month, now).level === "breached") return `${month}-01`;
    month = monthBefore(month);
  }
  return null;
}

/** Whether a program's rolling limit was breached on every day from one to another. */
export function isBreachedDaily(program: RatioProgram, days: DayCounts, first: string, last: string): boolean {
  for (let day = last; day >= first; day = addCalendarDays(day, -1))
    if (windowFigures(program, days, day).level !== "breached") return false;
  return true;
}

/** The day on which a tenant that was over a program's limit on `breached` is out of it again, if it stays below. */
export function outOn(program: RatioProgram, breached: string): string {
  if ("days" in program.exit) return addCalendarDays(breached, program.exit.days);
  let month = monthAfter(monthOf(breached));
  for (let below = 0; below < program.exit.months; below++) month = monthAfter(month);
  return `${month}-01`;
}

/** Whether a window's rate can reach a limit without another return, once days with many debits leave it. */
export function canDrift({ against }: RatioProgram, { count, limit }: Figures): boolean {
  return against === "window" && limit !== null && count * 100 >= limit.minCount * warnAtPercent;
}

/** The months whose counts tell how a tenant stands in a month: its history of six, the months that lead out, and the two before each that a window of 60 days can reach. */
export function monthsFor(month: string): string[] {
  const months = [month];
  for (let back = 0; back < 7; back++) months.push(monthBefore(months.at(-1) ?? month));
  return months;
}
