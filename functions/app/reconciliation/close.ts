import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/core/canonical-json.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import {
  type AnyCloseRow,
  type CloseFigures,
  type DayFacts,
  figuresOf,
  type RowFacts,
} from "../../domain/reconciliation/close.ts";
import { addPostings, type Balances } from "../../domain/settlement/ledger.ts";
import { hopWrites, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Log, Meter } from "../core/ports.ts";
import { type Patience, TooLarge } from "../core/time-budget.ts";
import { tenantsBefore, type Walked } from "../tenants/walk-store.ts";
import { standingAt } from "./balances-at.ts";
import { closeId, closeKind, closeOf, closeScope, type StoredClose, stretchOf } from "./close-record.ts";
import { type CloseHead, closeCsv } from "./close-report.ts";
import { closeRows, movementsWithin } from "./close-walk.ts";
import type { CsvText, FileStore } from "./ports.ts";

/** What closing works with; without files only a close with few rows can be made. */
export interface CloseDesk extends Desk, Patience {
  readonly csv: CsvText;
  readonly files: FileStore | null;
  readonly log: Log;
  readonly meter: Meter;
}

/** Rows that are kept in the book beside the figures: well within an item's 400 KB. */
const mostRows = 400;

/** An entry of the day may still be on its way into the index for this long after midnight. */
export const settleSeconds = 300;

/** Whether a day's entries may still be incomplete. */
function isPreliminary(date: string, now: Instant): boolean {
  return now < addSeconds(stretchOf(date).to, settleSeconds);
}

/** What the rows of a noun come to, and their digest. */
class NounTally {
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
class RowTally {
  #unbalanced = 0;
  readonly #net: Balances = {};
  readonly #settlements = new NounTally();
  readonly #escrows = new NounTally();

  async *through(pages: AsyncIterable<AnyCloseRow[]>): AsyncGenerator<AnyCloseRow[]> {
    for await (const page of pages) {
      for (const row of page) this.#add(row);
      yield page;
    }
  }

  #add(row: AnyCloseRow): void {
    if (row.unbalanced.length > 0) this.#unbalanced += 1;
    const postings = Object.entries(row.movements).map(([account, amountCents]) => ({
      account,
      amountCents,
    }));
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
async function workOut(desk: CloseDesk, owner: Walked | null, date: string): Promise<StoredClose> {
  const stretch = stretchOf(date);
  const tenantId = owner?.id ?? null;
  const { published: opening, late } = await standingAt(desk, owner, stretch.from);
  const day = await movementsWithin(desk, owner, stretch);
  const facts = { date, tenantId, opening, late, day };
  let tally = new RowTally();
  const rows = await gathered(tally.through(closeRows(desk, owner, stretch)));
  let fileKey: string | null = null;
  if (!rows) {
    if (!desk.files) throw new TooLarge(`more than ${mostRows} rows`);
    tally = new RowTally();
    const head: CloseHead = figuresOf({ ...facts, rows: new RowTally().facts({}) });
    fileKey = `closes/${closeScope(tenantId)}/${date}/${desk.newId("exp", desk.clock.now())}.csv`;
    const pieces = closeCsv(desk.csv, head, tally.through(closeRows(desk, owner, stretch)));
    await desk.files.write(fileKey, pieces, "text/csv; charset=utf-8");
  }
  const figures = figuresOf({ ...facts, rows: tally.facts(day.ofRows) });
  const closedAt = desk.clock.now();
  return {
    id: closeId(tenantId, date),
    figures,
    sha256: digestOf(figures),
    rows: rows ?? null,
    fileKey,
    closedAt,
  };
}

/** The digest that a close is known by. */
export function digestOf(figures: CloseFigures): string {
  return createHash("sha256").update(canonicalJson(figures)).digest("hex");
}

/** Whether there was anybody yet whose day it could have been. */
async function hasBegun(desk: CloseDesk, owner: Walked | null, end: Instant): Promise<boolean> {
  if (owner) return owner.createdAt < end;
  for await (const _ of tenantsBefore(desk.book, end, null)) return true;
  return false;
}

/** The close of a day that has ended: the one that is kept, or a new one, kept from then on. It is not kept while entries may be on their way, nor for a day before there was anything. */
export async function closeDay(
  desk: CloseDesk,
  owner: Walked | null,
  date: string,
): Promise<{ close: StoredClose; preliminary: boolean }> {
  const tenantId = owner?.id ?? null;
  const kept = await closeOf(desk, tenantId, date);
  if (kept) return { close: kept, preliminary: false };
  const close = await workOut(desk, owner, date);
  if (isPreliminary(date, desk.clock.now())) return { close, preliminary: true };
  if (!(await hasBegun(desk, owner, stretchOf(date).to))) return { close, preliminary: false };
  const stored = await keep(desk, close);
  return { close: stored, preliminary: false };
}

async function keep(desk: CloseDesk, close: StoredClose): Promise<StoredClose> {
  const { tenantId, date, unbalanced } = close.figures;
  const stored = await change(desk, async (attempt) => {
    const kept = attempt === 1 ? undefined : await closeOf(desk, tenantId, date);
    if (kept) return { writes: [], result: kept };
    const hop = { next: close, from: null, to: "closed", reason: `closed ${date} as ${close.sha256}` };
    return { writes: hopWrites(unborn(closeKind, close), [hop], desk).writes, result: close };
  });
  if (unbalanced > 0) tellBreaks(desk, `close of ${date}`, { tenantId, unbalanced, breaks: 0 });
  return stored;
}

/** One line and two counts for the alarm that wakes a person. */
export function tellBreaks(
  { log, meter }: Pick<CloseDesk, "log" | "meter">,
  report: string,
  found: { tenantId: string | null; unbalanced: number; breaks: number },
): void {
  meter.count("ReconUnbalanced", found.unbalanced);
  meter.count("ReconBreaks", found.breaks);
  log.error("recon breaks", { report, ...found });
}
