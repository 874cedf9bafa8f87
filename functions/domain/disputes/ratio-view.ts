import * as z from "zod";
import { programIds } from "../core/program-id.ts";
import { dayOf, type Instant, monthBefore, monthOf } from "../core/time.ts";
import type { DayCounts } from "../settlement/counters.ts";
import { type CountedTenant, programsFor, type RatioProgram } from "./monitoring-program.ts";
import { breachOf, creditOf, type ProgramCredit, recordOf } from "./program-credit.ts";
import { type Figures, outOn, periodFigures, ratioLevels, untilBreach, windowDays } from "./ratio.ts";

const measured = {
  period: z.string().describe("the month; a rolling window ends with it, or today"),
  count: z.int().describe("how many disputes, frauds or returns counted"),
  base: z.int().describe("the payments that the count is set against"),
  ratioBps: z.int().describe("count to base in basis points: 100 are 1%"),
  level: z.enum(ratioLevels).describe("how near the limit it is"),
};

const feeShown = z.union([
  z.object({
    from: z.string().describe("the day from which on it is charged"),
    currency: z.string(),
    perItemCents: z.int().describe("what each counted one costs, in cents"),
  }),
  z.object({
    currency: z.string(),
    byMonth: z
      .array(
        z.object({
          fromMonth: z.int().describe("from which month of the breach on"),
          cents: z.int().describe("what the month costs, in cents"),
        }),
      )
      .describe("what a month costs, by how long the breach lasts"),
  }),
]);

const exit = z.object({
  breachedOn: z.string().describe("the day, or a day of the month, that last counts as breached"),
  after: z.string().describe("how long below the limit leads out"),
  earliest: z.string().describe("the first day out of the program, if it stays below"),
});

const programView = z
  .object({
    program: z.enum(programIds).describe("the program, for programs"),
    name: z.string().describe("the program, for people"),
    network: z.enum(["visa", "mastercard", "ach"]).describe("whose program it is"),
    against: z
      .enum(["this_month", "last_month", "window"])
      .describe("which payments the count is set against: this month's, last month's, or those of a rolling window"),
    windowDays: z.int().nullable().describe("days of the rolling window; null for a program that counts by month"),
    ...measured,
    thresholdBps: z.int().nullable().describe("null before the program began, and where it does not apply to you"),
    thresholdCount: z.int().nullable().describe("the count below which it is no breach; null where it has none"),
    thresholdBase: z.int().nullable().describe("the payments below which it is not measured; null where it has none"),
    amountCents: z.int().nullable().describe("for a program that limits the money, too"),
    thresholdAmountCents: z
      .int()
      .nullable()
      .describe("the money below which it is no breach, in cents; null where it has none"),
    untilBreach: z.int().nullable().describe("how many more would breach it, all else as it is"),
    credit: z
      .object({
        suspended: z.boolean().describe("whether settlements wait out their return windows and reserves rise"),
        since: z.string().nullable().describe("since when; null while it is given"),
        reason: z.string().nullable().describe("why it is suspended; null while it is given"),
        exit: exit.nullable().describe("how it ends; null where the program is not breached"),
      })
      .describe("what the program does to your credit"),
    fee: feeShown.nullable().describe("what the network publishes, as information"),
    months: z.array(z.object(measured)).describe("newest first"),
  })
  .meta({ id: "RatioProgram" });

export const ratioReply = z
  .object({
    period: z.string().describe("the month that was asked for"),
    credit: z
      .object({
        suspended: z.boolean().describe("whether settlements wait out their return windows and reserves rise"),
        program: z.string().nullable().describe("the program that suspends it; null where none does"),
        since: z.string().nullable().describe("since when; null while it is given"),
      })
      .describe("whether your program credit is given, all programs together"),
    programs: z.array(programView).describe("every program, and how you stand in it"),
  })
  .meta({ id: "Ratios" });

export type RatioView = z.infer<typeof ratioReply>;

const historyMonths = 6;

/** How a tenant stands in every program in a month, and what that does to its credit now. */
export function ratioView(state: ProgramCredit, counted: CountedTenant, month: string, now: Instant): RatioView {
  const credit = creditOf(state);
  return {
    period: month,
    credit: { suspended: credit !== null, program: credit?.program ?? null, since: credit?.since ?? null },
    programs: programsFor(counted).map((program) => viewOf(program, state, counted.days, month, now)),
  };
}

function viewOf(
  program: RatioProgram,
  state: ProgramCredit,
  days: DayCounts,
  month: string,
  now: Instant,
): RatioView["programs"][number] {
  const history: Figures[] = [];
  for (let each = month; history.length < historyMonths; each = monthBefore(each))
    history.push(periodFigures(program, days, each, now));
  const is = history[0] ?? periodFigures(program, days, month, now);
  const { limit } = is;
  const isMoney = limit?.minCents !== undefined;
  return {
    ...{ program: program.id, name: program.name, network: program.network, against: program.against, ...shown(is) },
    windowDays: windowDays(program) || null,
    thresholdBps: limit?.bps ?? null,
    thresholdCount: limit?.minCount ?? null,
    thresholdBase: limit?.minBase ?? null,
    amountCents: isMoney ? is.cents : null,
    thresholdAmountCents: limit?.minCents ?? null,
    untilBreach: month === monthOf(now) ? untilBreach(is) : null,
    credit: creditView(program, state, days, now),
    fee: feeView(program),
    months: history.map(shown),
  };
}

function shown({ period, count, base, ratioBps, level }: Figures) {
  return { period, count, base, ratioBps, level };
}

function creditView(program: RatioProgram, state: ProgramCredit, days: DayCounts, now: Instant) {
  const { suspendedAt } = recordOf(state, program.id);
  const breachedOn = breachOf(program, state, days, now);
  const after = "days" in program.exit ? `${windowDays(program)} days` : monthsText(program.exit.months);
  return {
    suspended: suspendedAt !== null,
    since: suspendedAt,
    reason: suspendedAt === null ? null : "ratio",
    exit: breachedOn === null ? null : { breachedOn, after, earliest: earliestOut(program, breachedOn, now) },
  };
}

function feeView({ fee }: RatioProgram): z.infer<typeof feeShown> | null {
  return fee && "byMonth" in fee ? { ...fee, byMonth: [...fee.byMonth] } : fee;
}

function monthsText(months: number): string {
  return months === 1 ? "1 full month" : `${months} full months`;
}

function earliestOut(program: RatioProgram, breachedOn: string, now: Instant): string {
  const out = outOn(program, breachedOn);
  return out > dayOf(now) ? out : dayOf(now);
}
