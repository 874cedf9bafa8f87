import * as z from "zod";
import { addCalendarDays } from "../core/banking-day.ts";
import { fieldsOf } from "../core/fields-of.ts";
import { type ProgramId, programIds, type suspensionPrograms } from "../core/program-id.ts";
import { addDays, addSeconds, dayOf, dayStart, type Instant, monthAfter, monthOf } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { DayCounts } from "../settlement/counters.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { type CountedTenant, programsFor, type RatioProgram, ratioPrograms } from "./monitoring-program.ts";
import {
  canDrift,
  type Figures,
  isBreachedDaily,
  lastBreach,
  outOn,
  periodFigures,
  ratioLevels,
  windowDays,
} from "./ratio.ts";

const record = z.object({
  /** The highest level that was told of each period; the newest two years of them. */
  told: z.record(z.string(), z.enum(ratioLevels)),
  /** The latest day on which the period of that day was found breached. */
  breachedOn: z.string().nullable(),
  suspendedAt: z.string().nullable(),
  /** Operators gave the credit back: breaches of this month and before it suspend no more, nor does a window that has been breached ever since. */
  forgiven: z.string().nullable(),
});

type ProgramRecord = z.infer<typeof record>;

/** What ratio programs have come to for one tenant: what it was told, and what suspends its credit. */
export const programCredit = z.object({
  tenantId: z.string(),
  programs: fieldsOf(programIds, record),
  /** An operator suspended the credit, whatever the ratios say. */
  manual: z.object({ since: z.string(), note: z.string().nullable() }).nullable(),
  /** When the daily work looks again: while something is not in order, or can come out of it by itself. */
  lookAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type ProgramCredit = z.infer<typeof programCredit>;

export type ProgramTransitions = Transition<ProgramCredit>[];

type TransitionNote = Pick<Transition<ProgramCredit>, "reason" | "events" | "quiet">;

/** The word under which operators suspend a credit by hand, in place of a program's. */
const byHand = "manual" satisfies (typeof suspensionPrograms)[number];

/** A tenant that nothing was ever said about. */
export function freshCredit(tenantId: string, now: Instant): ProgramCredit {
  return { tenantId, programs: {}, manual: null, lookAt: null, createdAt: now, updatedAt: now };
}

const nothingTold: ProgramRecord = { told: {}, breachedOn: null, suspendedAt: null, forgiven: null };

export function recordOf(state: ProgramCredit, id: ProgramId): ProgramRecord {
  return state.programs[id] ?? nothingTold;
}

/** `good`, or `suspended` while any program or an operator suspends it. */
export function creditStatus(state: ProgramCredit): "good" | "suspended" {
  const byRatio = Object.values(state.programs).some(({ suspendedAt }) => suspendedAt !== null);
  return byRatio || state.manual !== null ? "suspended" : "good";
}

/** What a tenant's record says of its credit: the first program that suspends it, or an operator. */
export function creditOf(state: ProgramCredit): Tenant["creditSuspended"] {
  if (state.manual) return { program: byHand, since: state.manual.since, reason: "manual" };
  const since = ratioPrograms.flatMap(({ id }) => {
    const { suspendedAt } = recordOf(state, id);
    return suspendedAt === null ? [] : [{ program: id, since: suspendedAt, reason: "ratio" }];
  });
  return since.sort((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null;
}

/** The day of the breach that keeps a tenant in a program now; null where it is in none. A month or a day that is not over counts as breached once it was found so. */
export function breachOf(program: RatioProgram, state: ProgramCredit, days: DayCounts, now: Instant): string | null {
  const found = lastBreach(program, days, now);
  const { breachedOn } = recordOf(state, program.id);
  if (breachedOn === null || (found !== null && found >= breachedOn)) return found;
  const isOver = "days" in program.exit ? outOn(program, breachedOn) <= dayOf(now) : monthOf(breachedOn) < monthOf(now);
  return isOver ? found : breachedOn;
}

/** Whether a tenant is over, or not yet out of, any program's limit. */
export function isBreached(state: ProgramCredit, counted: CountedTenant, now: Instant): boolean {
  return programsFor(counted).some((program) => breachOf(program, state, counted.days, now) !== null);
}

/** Periods of which is known what was told, and the farthest back that anything is told of. */
const keptPeriods = 24;

/** Looks at every program with the counts as they are: tells a level that was crossed, once in its period, suspends the credit with a breach and gives it back once the tenant is out. `late` is a month that something was counted in after its end. */
export function lookAtPrograms(
  state: ProgramCredit,
  counted: CountedTenant,
  now: Instant,
  late?: string,
): ProgramTransitions {
  const { days } = counted;
  const transitions: ProgramTransitions = [];
  const current = () => transitions.at(-1)?.next ?? state;
  const month = monthOf(now);
  const earliest = monthOf(addDays(now, -30 * keptPeriods));
  const periods = [...(late !== undefined && late < month && late >= earliest ? [late] : []), month];
  for (const program of programsFor(counted)) {
    for (const period of program.against === "window" ? [month] : periods)
      transitions.push(...tell(current(), program, periodFigures(program, days, period, now), now));
    transitions.push(...settleCredit(current(), program, days, now));
  }
  return [...transitions, ...lookAgainLater(current(), counted, now)];
}

function factsOf(state: ProgramCredit, program: ProgramId, { period, ratioBps }: Figures, now: Instant) {
  return { tenantId: state.tenantId, createdAt: now, program, period, ratioBps };
}

function recorded(
  state: ProgramCredit,
  id: ProgramId,
  change: Partial<ProgramRecord>,
  now: Instant,
  note: TransitionNote,
): Transition<ProgramCredit> {
  const programs = { ...state.programs, [id]: { ...recordOf(state, id), ...change } };
  return transitionTo(state, { ...state, programs }, now, note);
}

function transitionTo(
  state: ProgramCredit,
  next: ProgramCredit,
  now: Instant,
  note: TransitionNote,
): Transition<ProgramCredit> {
  const moved = { ...next, updatedAt: now };
  return { ...note, next: moved, from: creditStatus(state), to: creditStatus(moved) };
}

function tell(state: ProgramCredit, program: RatioProgram, is: Figures, now: Instant): ProgramTransitions {
  const { told: report, breachedOn } = recordOf(state, program.id);
  const { period, level, limit, count } = is;
  const isNow = period === monthOf(now) && level === "breached";
  const breached = isNow && breachedOn !== dayOf(now) ? { breachedOn: dayOf(now) } : {};
  const isTold = ratioLevels.indexOf(level) <= ratioLevels.indexOf(report[period] ?? "ok");
  if (level === "ok" || isTold || limit === null)
    return "breachedOn" in breached
      ? [recorded(state, program.id, breached, now, { reason: "still breached", quiet: true })]
      : [];
  const stored = Object.entries({ ...report, [period]: level }).sort(([one], [other]) => (one < other ? 1 : -1));
  const change = { told: Object.fromEntries(stored.slice(0, keptPeriods)), ...breached };
  const data = { ...factsOf(state, program.id, is, now), network: program.network, count };
  return [
    recorded(state, program.id, change, now, {
      reason: `${program.id} ${level} in ${period}: ${count} of ${is.base}, ${is.ratioBps} bps`,
      events: [{ name: "ratio.threshold_breached", data: { ...data, thresholdBps: limit.bps, level } }],
    }),
  ];
}

function isForgiven(
  program: RatioProgram,
  { forgiven, breachedOn }: ProgramRecord,
  days: DayCounts,
  breached: string,
): boolean {
  if (forgiven === null) return false;
  if (monthOf(breached) <= forgiven) return true;
  // What was found breached on a day that has fallen below since is told by the days before it.
  const last = breached === breachedOn ? addCalendarDays(breached, -1) : breached;
  return program.against === "window" && isBreachedDaily(program, days, `${monthAfter(forgiven)}-01`, last);
}

/** Suspends the credit for a breach that was not forgiven, and gives it back with the program's exit. */
function settleCredit(state: ProgramCredit, program: RatioProgram, days: DayCounts, now: Instant): ProgramTransitions {
  const { suspendedAt } = recordOf(state, program.id);
  const breached = breachOf(program, state, days, now);
  const suspends = breached !== null && !isForgiven(program, recordOf(state, program.id), days, breached);
  if (suspends === (suspendedAt !== null)) return [];
  const facts = factsOf(state, program.id, periodFigures(program, days, monthOf(now), now), now);
  if (suspends)
    return [
      recorded(state, program.id, { suspendedAt: now }, now, {
        reason: `credit suspended by ${program.id}, breached on ${breached}`,
        events: [{ name: "program.credit_suspended", data: { ...facts, reason: "ratio", effectiveAt: now } }],
      }),
    ];
  return [
    recorded(state, program.id, { suspendedAt: null }, now, {
      reason: `credit reinstated: out of ${program.id}`,
      events: [{ name: "program.credit_reinstated", data: { ...facts, since: now } }],
    }),
  ];
}

function lookAgainLater(state: ProgramCredit, counted: CountedTenant, now: Instant): ProgramTransitions {
  const { days } = counted;
  const isWatched = programsFor(counted).some((program) => {
    const is = periodFigures(program, days, monthOf(now), now);
    return is.level !== "ok" || canDrift(program, is) || breachOf(program, state, days, now) !== null;
  });
  const lookAt = isWatched ? dayStart(dayOf(addDays(now, 1))) : null;
  if (lookAt === state.lookAt) return [];
  return [transitionTo(state, { ...state, lookAt }, now, { reason: "looked at", quiet: true })];
}

/** What operators have to look into since a look at the programs: each program that has come to suspend a credit and gives them hours for it. */
export function programsToInvestigate(
  before: ProgramCredit,
  after: ProgramCredit,
  counted: CountedTenant,
  now: Instant,
): { readonly rule: ProgramId; readonly text: string; readonly dueAt: Instant }[] {
  return programsFor(counted).flatMap((program) => {
    const { id, name, investigateHours } = program;
    const isNew = recordOf(before, id).suspendedAt === null && recordOf(after, id).suspendedAt !== null;
    if (investigateHours === undefined || !isNew) return [];
    const { count, base, ratioBps } = periodFigures(program, counted.days, monthOf(now), now);
    const figures = `${count} refunds and chargebacks of ${base} purchases in ${windowDays(program)} days, ${ratioBps} bps`;
    const text = `${name} flags this tenant: ${figures}; it is to be looked into within ${investigateHours} hours`;
    return [{ rule: id, text, dueAt: addSeconds(now, investigateHours * 3600) }];
  });
}

/** An operator suspends a credit; nothing where an operator has already. */
export function suspendByHand(state: ProgramCredit, note: string | null, now: Instant): ProgramTransitions {
  if (state.manual !== null) return [];
  const { tenantId } = state;
  const facts = { tenantId, createdAt: now, program: byHand, period: monthOf(now), ratioBps: 0 };
  return [
    transitionTo(state, { ...state, manual: { since: now, note } }, now, {
      reason: `credit suspended by an operator${note === null ? "" : `: ${note}`}`,
      events: [{ name: "program.credit_suspended", data: { ...facts, reason: "manual", effectiveAt: now } }],
    }),
  ];
}

/** An operator gives a credit back, whatever suspends it; what was breached until the end of this month suspends it no more, nor does a return rate that stays breached. That a ratio is breached stays true, and goes on keeping reserves. */
export function reinstateByHand(
  state: ProgramCredit,
  counted: CountedTenant,
  note: string | null,
  now: Instant,
): ProgramTransitions {
  const transitions: ProgramTransitions = [];
  const current = () => transitions.at(-1)?.next ?? state;
  const reason = `credit reinstated by an operator${note === null ? "" : `: ${note}`}`;
  const since = now;
  if (state.manual !== null) {
    const { tenantId } = state;
    const data = { tenantId, createdAt: now, program: byHand, period: monthOf(now), ratioBps: 0, since };
    const next = { ...state, manual: null };
    transitions.push(transitionTo(state, next, now, { reason, events: [{ name: "program.credit_reinstated", data }] }));
  }
  for (const program of programsFor(counted)) {
    if (recordOf(state, program.id).suspendedAt === null) continue;
    const facts = factsOf(state, program.id, periodFigures(program, counted.days, monthOf(now), now), now);
    transitions.push(
      recorded(current(), program.id, { suspendedAt: null, forgiven: monthOf(now) }, now, {
        reason,
        events: [{ name: "program.credit_reinstated", data: { ...facts, since } }],
      }),
    );
  }
  return transitions;
}
