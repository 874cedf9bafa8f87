import * as z from "zod";
import { addDays, addSeconds, dayAfter, dayOf, dayStart, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

/** The parts of a nightly run, in their order: the rail's own list; what it opened so long ago that nothing may come back any more, a last time; what our ledger moved; what lies in its wallets; and the breaks that are open. */
const nightlyParts = ["rail_list", "last_look", "ledger", "wallets", "open_breaks"] as const;

/** What the rail counted in a wallet, in stablecoin, when it was asked. */
const walletReading = z.object({ wallet: z.string(), units: z.string(), at: z.string() });

export type WalletReading = z.infer<typeof walletReading>;

/** The reconciliation of one rail's list with our records, for the days up to one that has ended. */
export const nightlyRun = z.object({
  id: z.string(),
  rail: z.string(),
  /** The last day that it covers. */
  date: z.string().describe("the last day that it covers"),
  /** What was moved from `from` (inclusive) to `to` (exclusive). */
  from: z.string().describe("what was moved from here on"),
  to: z.string().describe("what was moved before here"),
  status: z.enum(["running", "done"]).describe("whether it is over"),
  part: z.enum(nightlyParts),
  /** Where the part goes on, in its own words; null at its beginning. */
  cursor: z.string().nullable(),
  /** Wallets that differed from the ledger, to be held against it once more. */
  readings: z.array(walletReading).default([]),
  /** Until then it is somebody's; a run whose holder has died is anybody's after it. */
  leaseUntil: z.string(),
  transfers: z.int().describe("transfers of the rail that were looked at"),
  records: z.int().describe("records of ours that were looked at"),
  /** Breaks that it found first, and those that it found to be over. */
  opened: z.int(),
  matched: z.int(),
  /** Records whose own ledger does not balance. */
  unbalanced: z.int(),
  /** Open breaks by kind, counted at its end. */
  breaks: z.record(z.string(), z.int()),
  /** Why the last attempt stopped; null once it went on. */
  failure: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
});

export type NightlyRun = z.infer<typeof nightlyRun>;

/** A page takes seconds; whoever has been silent for this long is dead. */
const leaseSeconds = 300;

/** The end of a day may still be on its way to us, or into an index, when its run begins. */
const settleSeconds = 600;

/** A run begins this much before the end of the last one: clocks differ, and what was young then was left out. */
const overlapSeconds = 3600;

/** How much further back the rail's list is read, since it is sorted by when a transfer was opened: what ended on the day may have been opened before. */
const openedDays = 3;

/** A debit from an individual's account may come back for 60 days after it was settled (Nacha Operating Rules); by then each transfer is looked at a last time. */
const lastLookDays = 70;

/** The last day that a run may cover now. */
export function nightlyDate(now: Instant): string {
  return dayOf(addDays(addSeconds(now, -settleSeconds), -1));
}

export function newNightlyRun(
  input: { readonly id: string; readonly rail: string; readonly last: NightlyRun | undefined },
  now: Instant,
): Transition<NightlyRun> {
  const { id, rail, last } = input;
  const date = nightlyDate(now);
  const next: NightlyRun = {
    ...{ id, rail, date },
    from: addSeconds(last?.to ?? dayStart(date), -overlapSeconds),
    to: dayStart(dayAfter(date)),
    ...{ status: "running", part: "rail_list", cursor: null, leaseUntil: addSeconds(now, leaseSeconds) },
    readings: [],
    ...{ transfers: 0, records: 0, opened: 0, matched: 0, unbalanced: 0, breaks: {}, failure: null },
    ...{ startedAt: now, finishedAt: null },
  };
  return { next, from: null, to: "running", reason: `${rail} from ${next.from} to ${next.to}` };
}

/** When the transfers were opened that a part reads of the rail's list. */
export function listedStretch({ from, to }: NightlyRun, part: "rail_list" | "last_look") {
  if (part === "rail_list") return { from: addDays(from, -openedDays), to };
  return { from: addDays(from, -lastLookDays), to: addDays(to, -lastLookDays) };
}

/** Whether nobody is at a run that is not done. */
export function isFree({ status, leaseUntil }: NightlyRun, now: Instant): boolean {
  return status === "running" && leaseUntil <= now;
}

function quietly(state: NightlyRun, change: Partial<NightlyRun>): Transition<NightlyRun> {
  return { next: { ...state, ...change }, from: "running", to: "running", reason: "", quiet: true };
}

/** Takes a run that is nobody's. */
export function takeRun(state: NightlyRun, now: Instant): Transition<NightlyRun> {
  return quietly(state, { leaseUntil: addSeconds(now, leaseSeconds) });
}

/** Gives a run back for the next one to go on with; `failure` says what stopped it. */
export function leaveRun(state: NightlyRun, failure: string | null, now: Instant): Transition<NightlyRun> {
  return quietly(state, { leaseUntil: now, failure });
}

/** What a page of a part came to: what to add to the figures, and where the part goes on, null at its end. */
export interface NightlyPage {
  readonly cursor: string | null;
  readonly added: Partial<Record<"transfers" | "records" | "opened" | "matched" | "unbalanced", number>>;
  /** Open breaks of the page, by kind. */
  readonly open?: Readonly<Record<string, number>>;
  readonly readings?: readonly WalletReading[];
  /** There is nothing to do before the next call. */
  readonly waits?: true;
}

/** The run after a page: at the same part, at the next one, or done. */
export function advanceRun(
  state: NightlyRun,
  { cursor, added, open = {}, readings = state.readings }: NightlyPage,
  now: Instant,
): Transition<NightlyRun> {
  const sums = Object.fromEntries(
    Object.entries(added).map(([name, more]) => [name, state[name as keyof NightlyPage["added"]] + more]),
  );
  const breaks = { ...state.breaks };
  for (const [kind, more] of Object.entries(open)) breaks[kind] = (breaks[kind] ?? 0) + more;
  const moved = { ...sums, breaks, readings: [...readings], failure: null, leaseUntil: addSeconds(now, leaseSeconds) };
  if (cursor !== null) return quietly(state, { ...moved, cursor });
  const part = nightlyParts[nightlyParts.indexOf(state.part) + 1];
  if (part) return quietly(state, { ...moved, part, cursor: null });
  const next: NightlyRun = { ...state, ...moved, status: "done", cursor: null, finishedAt: now };
  return { next, from: "running", to: "done", reason: `${openBreaksOf(next)} open breaks` };
}

export function openBreaksOf({ breaks }: Pick<NightlyRun, "breaks">): number {
  return Object.values(breaks).reduce((sum, each) => sum + each, 0);
}

/** A rail whose last finished run is older than this is not reconciled. */
const freshSeconds = 26 * 3600;

/** Whether a rail's last finished run is recent enough for its breaks to be known. */
export function isFresh(last: NightlyRun | undefined, now: Instant): boolean {
  return last?.finishedAt != null && addSeconds(last.finishedAt, freshSeconds) > now;
}

/** A nightly run as reports show it. */
export const nightlyView = nightlyRun
  .pick({ rail: true, date: true, from: true, to: true, status: true, transfers: true, records: true })
  .extend({
    opened: z.int().describe("breaks that this run found first"),
    matched: z.int().describe("breaks that were over"),
    breaks: z.record(z.string(), z.int()).describe("open breaks by kind, counted at its end"),
    failure: z.string().nullable().describe("why the last attempt stopped; it is tried again every ten minutes"),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: "NightlyReconciliation" });

export type NightlyView = z.infer<typeof nightlyView>;
