import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import { closeDay, closeDue } from "../../../functions/app/reconciliation/close.ts";
import { closeJournal } from "../../../functions/app/reconciliation/close-journal.ts";
import { trialBalanceAt } from "../../../functions/app/reconciliation/trial-balance.ts";
import type { WalkedTenant } from "../../../functions/app/tenants/walk-store.ts";
import { ledgerAccounts } from "../../../functions/domain/core/ledger.ts";
import { dayAfter, dayOf } from "../../../functions/domain/core/time.ts";
import type { CloseFigures } from "../../../functions/domain/reconciliation/close.ts";
import { journalAccounts } from "../../../functions/domain/reconciliation/journal.ts";
import { MemoryLog, MemoryMeter } from "../../support/core/memory-log.ts";
import type { VirtualWorld } from "../../support/world/core/virtual-world.ts";

export const dayMs = 86_400_000;
const periodMs = dayMs / 4;

/** A world that does business, and whose regular and daily work is done. */
export interface Business {
  readonly world: VirtualWorld;
  readonly tenants: readonly WalkedTenant[];
  /** What begins on a day, the first of which is 0. */
  begin(day: number): void;
  regularly(): void;
  daily(): void;
}

/** Books as they are closed and read, outside of virtual time. */
function booksOf({ world }: Business) {
  const log = new MemoryLog();
  return { ...world.furnishing(), csv: csvText, files: null, log, meter: new MemoryMeter(), isLate: () => false };
}

/** Plays a month, day by day, each closed by the daily work at ten past midnight; its days. */
export async function playMonth(business: Business, days = 30): Promise<string[]> {
  const { world } = business;
  const { scheduler } = world;
  const closed: string[] = [];
  for (let day = 0; day < days; day += 1) {
    const midnightMs = (Math.floor(scheduler.nowMs / dayMs) + 1) * dayMs;
    const today = dayOf(world.clock.now());
    business.begin(day);
    for (let atMs = scheduler.nowMs; atMs < midnightMs; atMs += periodMs) {
      await playUntil(world, Math.min(midnightMs, atMs + periodMs));
      business.regularly();
    }
    await playUntil(world, midnightMs + 600_000);
    business.daily();
    await closeDue(booksOf(business));
    closed.push(today);
  }
  return closed;
}

async function playUntil(world: VirtualWorld, untilMs: number): Promise<void> {
  await world.scheduler.settle(untilMs - world.scheduler.nowMs);
  if (world.scheduler.nowMs < untilMs) world.jump(untilMs - world.scheduler.nowMs);
}

/** The journal of a closed day, of one tenant where one is named. */
export async function journalOf(
  business: Business,
  date: string,
  hasOpening: boolean,
  owner: WalkedTenant | null = null,
): Promise<string> {
  const books = booksOf(business);
  const { close } = await closeDay(books, owner, date);
  const pieces: string[] = [];
  for await (const piece of closeJournal(books, owner, close, hasOpening)) pieces.push(piece);
  return pieces.join("");
}

/** The figures of a closed day. */
export async function closeOn(business: Business, date: string): Promise<CloseFigures> {
  return (await closeDay(booksOf(business), null, date)).close.figures;
}

/** The journals of days that follow one another, to be read as one. */
export async function journalsOf(
  business: Business,
  days: readonly string[],
  owner: WalkedTenant | null = null,
): Promise<string[]> {
  const journals: string[] = [];
  for (const date of days) journals.push(await journalOf(business, date, date === days[0], owner));
  return journals;
}

/** Our own trial balance at the end of a day, as a journal names its accounts: cents by account, without those at 0. */
export async function balanceAfter(
  business: Business,
  date: string,
  owner: WalkedTenant | null = null,
): Promise<Record<string, number>> {
  const { accounts } = await trialBalanceAt(booksOf(business), owner, `${dayAfter(date)}T00:00:00.000Z`);
  const named = ledgerAccounts.map((account) => {
    const line = accounts.find((each) => each.account === account);
    return [journalAccounts[account], line?.balanceCents ?? 0] as const;
  });
  return Object.fromEntries(named.filter(([, cents]) => cents !== 0));
}
