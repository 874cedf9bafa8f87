import { addDays, dayOf, type Instant, monthOf } from "../../domain/core/time.ts";
import { overviewOf, type PublicOverview } from "../../domain/site/overview-counts.ts";
import type { Clock, Store } from "../core/ports.ts";
import { overviewKeys, shownOn, shownTotals } from "./overview-counters.ts";

const shownDays = 30;

/** How long what was read is good for. */
export const overviewSeconds = 60;

/** What everybody may see, from what the stream has counted: two calls, nothing is scanned. */
async function readOverview(store: Store, now: Instant): Promise<PublicOverview> {
  const dates = Array.from({ length: shownDays }, (_, ago) => dayOf(addDays(now, ago + 1 - shownDays)));
  const keys = overviewKeys([...new Set(dates.map(monthOf))]);
  const [totals, months] = await Promise.all([store.read(keys.totals), store.read(keys.months)]);
  const days = dates.map((date) => [date, shownOn(date, months)] as const);
  return overviewOf(shownTotals(totals), days, now);
}

/** Reads the overview at most once a minute, however many ask. */
export function storedOverview(context: {
  readonly store: Store;
  readonly clock: Clock;
}): () => Promise<PublicOverview> {
  let stored: { readonly atMs: number; readonly read: Promise<PublicOverview> } | undefined;
  return () => {
    const now = context.clock.now();
    const atMs = Date.parse(now);
    const isGood = stored && atMs >= stored.atMs && atMs < stored.atMs + overviewSeconds * 1000;
    if (stored && isGood) return stored.read;
    const read = readOverview(context.store, now);
    const mine = { atMs, read };
    stored = mine;
    // What could not be read is asked for again by the next one.
    read.catch(() => {
      if (stored === mine) stored = undefined;
    });
    return read;
  };
}
