import { addDays, dayOf, type Instant, monthOf } from "../../domain/core/time.ts";
import { overviewOf, type PublicOverview } from "../../domain/site/overview-counts.ts";
import type { Book, Clock } from "../core/ports.ts";
import { overviewKeys, shownOn, shownTotals } from "./overview-tally.ts";

/** How many days are shown, today included. */
const shownDays = 30;

/** How long what was read is good for. */
export const overviewSeconds = 60;

/** What everybody may see, from what the stream has counted: one call, nothing is scanned. */
async function readOverview(book: Book, now: Instant): Promise<PublicOverview> {
  const dates = Array.from({ length: shownDays }, (_, ago) => dayOf(addDays(now, ago + 1 - shownDays)));
  const keys = overviewKeys([...new Set(dates.map(monthOf))]);
  const rows = await book.read([...keys.totals, ...keys.months]);
  const months = rows.slice(keys.totals.length);
  const days = dates.map((date) => [date, shownOn(date, months)] as const);
  return overviewOf(shownTotals(rows.slice(0, keys.totals.length)), days, now);
}

/** Reads the overview at most once a minute, however many ask. */
export function keptOverview(desk: {
  readonly book: Book;
  readonly clock: Clock;
}): () => Promise<PublicOverview> {
  let kept: { readonly atMs: number; readonly read: Promise<PublicOverview> } | undefined;
  return () => {
    const now = desk.clock.now();
    const atMs = Date.parse(now);
    const isGood = kept && atMs >= kept.atMs && atMs < kept.atMs + overviewSeconds * 1000;
    if (kept && isGood) return kept.read;
    const read = readOverview(desk.book, now);
    const mine = { atMs, read };
    kept = mine;
    // What could not be read is asked for again by the next one.
    read.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return read;
  };
}
