import * as z from "zod";
import { addedUp, type ShownCounts } from "../../domain/core/overview-counts.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { dayOf, type Instant, monthOf } from "../../domain/core/time.ts";
import { shownByDay } from "../../domain/site/overview-counts.ts";
import type { Adding } from "../core/complete-outbox-entries.ts";
import type { Key, Row } from "../core/ports.ts";
import { spreadOf } from "../core/ports-lanes.ts";
import { rowKey } from "../core/row-keys.ts";

/** Rows that the public overview is spread over: each batch of entries is a transaction with one of them. */
const shards = 32;

const counts = z.record(z.string(), z.int());
const totals = z.object({ counts });
const month = z.object({ days: z.record(z.string(), counts) });

function totalsKey(shard: number): Key {
  return rowKey(`overview#${shard}`);
}

function monthKey(name: string, shard: number): Key {
  return rowKey(`overview#${name}#${shard}`);
}

/** What an entry adds to the public overview; `spread` picks which of its rows. */
export function overviewAdding(spread: string, at: Instant, shown: ShownCounts): Adding[] {
  if (Object.keys(shown).length === 0) return [];
  const shard = spreadOf(spread) % shards;
  const total: Adding = {
    key: totalsKey(shard),
    add: (row) => {
      const before = row ? readBody(totals, row.body) : { counts: {} };
      return next(totalsKey(shard), row, { ...before, counts: addedUp([before.counts, shown]) });
    },
  };
  const daily = Object.fromEntries(shownByDay.flatMap((name) => (shown[name] ? [[name, shown[name]]] : [])));
  if (Object.keys(daily).length === 0) return [total];
  const key = monthKey(monthOf(at), shard);
  const add = (row: Row | undefined) => {
    const before = row ? readBody(month, row.body) : { days: {} };
    const today = addedUp([before.days[dayOf(at)] ?? {}, daily]);
    return next(key, row, { ...before, days: { ...before.days, [dayOf(at)]: today } });
  };
  return [total, { key, add }];
}

function next(key: Key, row: Row | undefined, body: unknown): Row {
  return { ...key, v: (row?.v ?? 0) + 1, type: "overview", body };
}

export function overviewKeys(months: readonly string[]): { totals: Key[]; months: Key[] } {
  const all = Array.from({ length: shards }, (_, shard) => shard);
  return { totals: all.map(totalsKey), months: months.flatMap((name) => all.map((shard) => monthKey(name, shard))) };
}

export function shownTotals(rows: readonly (Row | undefined)[]): ShownCounts {
  return addedUp(rows.flatMap((row) => (row ? [totals.parse(row.body).counts] : [])));
}

export function shownOn(day: string, rows: readonly (Row | undefined)[]): ShownCounts {
  return addedUp(rows.flatMap((row) => (row ? [month.parse(row.body).days[day] ?? {}] : [])));
}
