import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/core/canonical-json.ts";
import { addDays, addSeconds, dayAfter, dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import {
  type AnyCloseRow,
  type CloseFigures,
  type DayFacts,
  figuresOf,
  type RowFacts,
} from "../../domain/reconciliation/close.ts";
import { addPostings, type Balances } from "../../domain/settlement/ledger.ts";
import { creationWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Log, Meter } from "../core/ports.ts";
import { refuseTooLate, type TimeBudget, TooLarge } from "../core/time-budget.ts";
import { tenantsBefore, type WalkedTenant } from "../tenants/walk-store.ts";
import {
  closeId,
  closeOf,
  closeRecordType,
  closeScope,
  dayBefore,
  lastCloseBefore,
  type StoredClose,
  stretchOf,
} from "./close-record.ts";
import { type CloseHead, closeCsv } from "./close-report.ts";
import { closeRows, hasMoved, movementsWithin } from "./close-walk.ts";
import type { CsvText, FileStore } from "./ports.ts";
import { balancesAt } from "./trial-balance.ts";

/** What closing works with; without files only a close with few rows can be made. */
export interface CloseContext extends Context, TimeBudget {
  readonly csv: CsvText;
  readonly files: FileStore | null;
  readonly log: Log;
  readonly meter: Meter;
}

/** Rows that are kept in the book beside the figures: well within an item's 400 KB. */
const mostRows = 400;

/** An entry of the day may still be on its way into the index for this long after midnight. */
const settleSeconds = 300;

/** Whether a day's entries may still be incomplete. */
function isPreliminary(date: string, now: Instant): boolean {
  return now < addSeconds(stretchOf(date).to, settleSeconds);
}

class NounCounters {
  #count = 0;
  #adjusted = 0;
  readonly #digest = createHash("sha256");

  add(row: AnyCloseRow): void {
    this.#count += 1;
    if (row.record === "adjustment") this.#adjusted += 1;
    this.#digest.update(`${canonicalJson(row)}\n`);
  }

  facts(): RowFacts {
    return { count: this.#count, adjusted: this.#adjusted, sha256: this.#digest.digest("hex") };
  }
}

/** Rows as they pass: what they come to, and the digests of each noun's. */
class RowCounters {
  #unbalanced = 0;
  readonly #net: Balances = {};
  readonly #settlements = new NounCounters();
  readonly #escrows = new NounCounters();

  async *through(pages: AsyncIterable<AnyCloseRow[]>): AsyncGenerator<AnyCloseRow[]> {
    for await (const page of pages) {
      for (const row of page) this.#add(row);
      yield page;
    }
  }

  #add(row: AnyCloseRow): void {
    if (row.unbalanced.length > 0) this.#unbalanced += 1;
    const postings = Object.entries(row.movements).map(([account, amountCents]) => ({ account, amountCents }));
    addPostings(this.#net, postings);
    ("escrowId" in row ? this.#escrows : this.#settlements).add(row);
  }

  /** The rows come from the records, the day's sums from the index: where they differ, something was cut out. */
  facts(ofRows: Balances): DayFacts["rows"] {
    const names = new Set([...Object.keys(this.#net), ...Object.keys(ofRows)]);
    const agrees = [...names].every((name) => (this.#net[name] ?? 0) === (ofRows[name] ?? 0));
    const unbalanced = this.#unbalanced + (agrees ? 0 : 1);
    return { ...this.#settlements.facts(), unbalanced, escrows: this.#escrows.facts() };
  }
}

async function gathered(pages: AsyncIterable<AnyCloseRow[]>): Promise<AnyCloseRow[] | undefined> {
  const rows: AnyCloseRow[] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length > mostRows) return undefined;
  }
  return rows;
}

/** Works out the close of a day that has ended, from the audit entries alone. Throws TooLarge where there are too many rows and no files. */
async function workOut(context: CloseContext, owner: WalkedTenant | null, date: string): Promise<StoredClose> {
  const stretch = stretchOf(date);
  const tenantId = owner?.id ?? null;
  const { published: opening, late } = await balancesAt(context, owner, stretch.from);
  const day = await movementsWithin(context, owner, stretch);
  const facts = { date, tenantId, opening, late, day };
  let counters = new RowCounters();
  const rows = await gathered(counters.through(closeRows(context, owner, stretch)));
  let fileKey: string | null = null;
  if (!rows) {
    if (!context.files) throw new TooLarge(`more than ${mostRows} rows`);
    counters = new RowCounters();
    const head: CloseHead = figuresOf({ ...facts, rows: new RowCounters().facts({}) });
    fileKey = `closes/${closeScope(tenantId)}/${date}/${context.newId("exp", context.clock.now())}.csv`;
    const pieces = closeCsv(context.csv, head, counters.through(closeRows(context, owner, stretch)));
    await context.files.write(fileKey, pieces, "text/csv; charset=utf-8");
  }
  const figures = figuresOf({ ...facts, rows: counters.facts(day.ofRows) });
  const closedAt = context.clock.now();
  return { id: closeId(tenantId, date), figures, sha256: digestOf(figures), rows: rows ?? null, fileKey, closedAt };
}

export function digestOf(figures: CloseFigures): string {
  return createHash("sha256").update(canonicalJson(figures)).digest("hex");
}

/** Whether there was anybody yet whose day it could have been. */
async function hasBegun(context: CloseContext, owner: WalkedTenant | null, end: Instant): Promise<boolean> {
  if (owner) return owner.createdAt < end;
  for await (const _ of tenantsBefore(context.store, end, null)) return true;
  return false;
}

/** The close of a day that has ended: the one that is kept, or a new one, kept from then on. It is not kept while entries may be on their way, nor for a day before there was anything. */
export async function closeDay(
  context: CloseContext,
  owner: WalkedTenant | null,
  date: string,
): Promise<{ close: StoredClose; preliminary: boolean }> {
  const tenantId = owner?.id ?? null;
  const existing = await closeOf(context, tenantId, date);
  if (existing) return { close: existing, preliminary: false };
  const close = await workOut(context, owner, date);
  if (isPreliminary(date, context.clock.now())) return { close, preliminary: true };
  if (!(await hasBegun(context, owner, stretchOf(date).to))) return { close, preliminary: false };
  const stored = await keep(context, close);
  return { close: stored, preliminary: false };
}

async function keep(context: CloseContext, close: StoredClose): Promise<StoredClose> {
  const { tenantId, date, unbalanced } = close.figures;
  const stored = await change(context, async () => {
    const existing = await closeOf(context, tenantId, date);
    if (existing) return { writes: [], result: existing };
    const transition = { next: close, from: null, to: "closed", reason: `closed ${date} as ${close.sha256}` };
    return { writes: creationWrites(closeRecordType, transition, context), result: close };
  });
  if (unbalanced > 0) tellBreaks(context, `close of ${date}`, { tenantId, unbalanced, breaks: 0 });
  return stored;
}

/** One line and two counts for the alarm that wakes a person. */
export function tellBreaks(
  { log, meter }: Pick<CloseContext, "log" | "meter">,
  report: string,
  found: { tenantId: string | null; unbalanced: number; breaks: number },
): void {
  meter.count("ReconUnbalanced", found.unbalanced);
  meter.count("ReconBreaks", found.breaks);
  log.error("recon breaks", { report, ...found });
}

/** How many days without a close are caught up with; older ones are closed when they are asked for. */
const catchUpDays = 7;

/** What one run closed. `done` is false where time ran out; the next run goes on. */
export interface ClosedDays {
  readonly closes: number;
  readonly done: boolean;
}

/** Closes every day that has ended and has no close yet. Safe to do twice, and at the same time. */
export async function closeDue(context: CloseContext): Promise<ClosedDays> {
  let closes = 0;
  try {
    for await (const _ of closing(context)) closes += 1;
    return { closes, done: true };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { closes, done: false };
  }
}

/** Each tenant with movements first, everybody last, whose close says that the day is done. */
async function* closing(context: CloseContext): AsyncGenerator<string> {
  // Five minutes ago is another day until the entries of yesterday are all in the index.
  const today = dayOf(addSeconds(context.clock.now(), -settleSeconds));
  const yesterday = dayBefore(today);
  const last = await lastCloseBefore(context, null, today);
  const oldest = dayOf(addDays(dayStart(today), -catchUpDays));
  const next = last ? dayAfter(last.figures.date) : yesterday;
  for (let date = next < oldest ? oldest : next; date <= yesterday; date = dayAfter(date)) {
    let hasTenants = false;
    for await (const tenant of tenantsBefore(context.store, stretchOf(date).to, null)) {
      hasTenants = true;
      refuseTooLate(context);
      if (!(await hasMoved(context, tenant, stretchOf(date)))) continue;
      if (await closeOf(context, tenant.id, date)) continue;
      await closeDay(context, tenant, date);
      yield date;
    }
    if (!hasTenants) continue;
    await closeDay(context, null, date);
    yield date;
  }
}
