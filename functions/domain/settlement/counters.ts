import * as z from "zod";
import { fieldsOf } from "../core/fields-of.ts";
import { type Instant, monthOf } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import type { Payment } from "./payment.ts";
import { isAdministrative, isUnauthorized } from "./return-code-rules.ts";

/** What is counted. `payments` are those collected, escrows' deposits among them, whatever way; `debits` the ACH debit entries among them, and those that came back before their money did. `refunds` are those of what was collected. */
export const countNames = [
  "payments",
  "paymentCents",
  "debits",
  "refunds",
  "returnsUnauthorized",
  "returnsAdministrative",
  "returnsOther",
  "visaFraudReports",
  "visaChargebacks",
  "visaExcluded",
  "visaCents",
  "visaExcludedCents",
  "mastercardFraudReports",
  "mastercardChargebacks",
  "mastercardFraudChargebacks",
  "mastercardFraudCents",
  "amexFraudReports",
  "amexChargebacks",
  "discoverFraudReports",
  "discoverChargebacks",
] as const;

export type CountName = (typeof countNames)[number];

/** How many of what; what is left out is none. */
export type Counts = Readonly<Partial<Record<CountName, number>>>;

/** Counts by UTC day, `2026-11-21`. */
export type DayCounts = Readonly<Record<string, Counts>>;

const counts = fieldsOf(countNames, z.int());

/** One tenant's counts of one month, by day: one of several rows that share its load. */
export const monthCounters = z.object({
  tenantId: z.string(),
  month: z.string(),
  shard: z.int(),
  days: z.record(z.string(), counts),
});

export type MonthCounters = z.infer<typeof monthCounters>;

/** What was counted of several, together. */
export function sum(all: readonly Counts[]): Counts {
  const total: Partial<Record<CountName, number>> = {};
  for (const each of all)
    for (const name of countNames) {
      const more = each[name] ?? 0;
      if (more !== 0) total[name] = (total[name] ?? 0) + more;
    }
  return total;
}

/** A tally with more counted on a day of its month. */
export function addCounts(state: MonthCounters, day: string, more: Counts): MonthCounters {
  if (monthOf(day) !== state.month) throw new Error(`${day} is not counted in ${state.month}`);
  return { ...state, days: { ...state.days, [day]: sum([state.days[day] ?? {}, more]) } };
}

/** The days of several tallies of one tenant, in one. */
export function daysOf(counters: readonly MonthCounters[]): DayCounts {
  const days: Record<string, Counts> = {};
  for (const { days: each } of counters)
    for (const [day, more] of Object.entries(each)) days[day] = sum([days[day] ?? {}, more]);
  return days;
}

/** What was counted from one day to another, both included. */
export function countBetween(days: DayCounts, first: string, last: string): Counts {
  return sum(Object.entries(days).flatMap(([day, each]) => (day >= first && day <= last ? [each] : [])));
}

export function countIn(days: DayCounts, month: string): Counts {
  return countBetween(days, `${month}-01`, `${month}-31`);
}

const bases: readonly string[] = ["payments", "paymentCents", "debits"] satisfies CountName[];

/** Whether any of these can bring a tenant nearer to a program's limit. */
export function canBreach(more: Readonly<Record<string, number>>): boolean {
  // What was left out counts again once that is taken back, and its money with it.
  return Object.entries(more).some(([name, howMany]) => {
    return (howMany > 0 || name.startsWith("visaExcluded")) && !bases.includes(name);
  });
}

/** What makes a transition count: nothing where there is nothing to count. `at` is when it happened, the entry's own time at the latest. */
export function counting(tenantId: string, at: Instant, more: Counts): SideEffect[] {
  const counts = Object.fromEntries(Object.entries(more).filter(([, howMany]) => howMany !== 0));
  return Object.keys(counts).length === 0 ? [] : [{ kind: "count", tenantId, at, counts }];
}

/** Takes back what was counted, as of the same moment. */
export function takingBack(counted: readonly SideEffect[]): SideEffect[] {
  return counted.flatMap((each) => {
    if (each.kind !== "count") return [];
    const negated = Object.entries(each.counts).map(([name, howMany]) => [name, -howMany]);
    return [{ ...each, counts: Object.fromEntries(negated) }];
  });
}

/** A run of transitions that are written together: what one of them counts and another takes back is not counted at all, or it could breach a limit in between. */
export function withoutTakenBack<H extends { readonly follows?: readonly SideEffect[] }>(
  transitions: readonly H[],
): H[] {
  const counted = transitions.flatMap(({ follows = [] }) => follows.filter(({ kind }) => kind === "count"));
  const left = sum(counted.flatMap((each) => (each.kind === "count" ? [each.counts as Counts] : [])));
  if (counted.length === 0 || Object.values(left).some((howMany) => howMany !== 0)) return [...transitions];
  return transitions.map((transition) => ({
    ...transition,
    ...(transition.follows && { follows: transition.follows.filter(({ kind }) => kind !== "count") }),
  }));
}

/** A payment, or an escrow's deposit, whose money has come. */
export function countsOfCollection({ source, amountCents }: Pick<Payment, "source" | "amountCents">): Counts {
  return { payments: 1, paymentCents: amountCents, ...(source === "ach" && { debits: 1 }) };
}

/** What was collected and counted, and has gone back to its payer since. */
export const countsOfRefund: Counts = { refunds: 1 };

/** A debit that its payer's bank took back; `counted` says whether its collection was counted before. What a payer had pushed is no debit of ours. */
export function countsOfReturn({ source }: Pick<Payment, "source">, code: string, counted: boolean): Counts {
  if (source !== "ach") return {};
  const debits = counted ? {} : { debits: 1 };
  if (isUnauthorized(code)) return { returnsUnauthorized: 1, ...debits };
  return isAdministrative(code) ? { returnsAdministrative: 1, ...debits } : { returnsOther: 1, ...debits };
}
