import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, dayOf, type Instant, monthOf } from "../../domain/core/time.ts";
import {
  addCounts,
  type Counts,
  canBreach,
  daysOf,
  type MonthCounters,
  monthCounters,
} from "../../domain/settlement/counters.ts";
import type { Adding } from "../core/complete-outbox-entries.ts";
import { dueIndex } from "../core/due-index.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import { spreadOf } from "../core/ports-lanes.ts";
import { rowKey } from "../core/row-keys.ts";

/** Rows that one tenant's month is spread over: each batch of entries is a transaction with one of them. */
const shards = 4;

/** When the sweeper looks at what was counted, if whoever counted it has not. */
const graceSeconds = 30;

/** Something to count: where it happened, how often. */
export interface Count {
  readonly tenantId: string;
  readonly at: Instant;
  readonly counts: Readonly<Record<string, number>>;
}

function counterKey({ tenantId, month, shard }: Pick<MonthCounters, "tenantId" | "month" | "shard">): Key {
  return rowKey(`tally#${tenantId}#${month}#${shard}`);
}

export function counterKeys(tenantId: string, months: readonly string[]): Key[] {
  const all = Array.from({ length: shards }, (_, shard) => shard);
  return months.flatMap((month) => all.map((shard) => counterKey({ tenantId, month, shard })));
}

export function countedDays(rows: readonly (Row | undefined)[]) {
  return daysOf(rows.flatMap((row) => (row ? [monthCounters.parse(row.body)] : [])));
}

export function counterRowOf(row: Row): Pick<MonthCounters, "tenantId" | "month"> {
  return monthCounters.parse(row.body);
}

/** The write that takes a tally off what is due: its programs have been looked at with what it says. */
export function lookedAt(row: Row | undefined): Write[] {
  if (!row?.index?.due) return [];
  const { index: _, ...stored } = row;
  return [{ put: { ...stored, v: row.v + 1 }, expect: row.v }];
}

/** What an entry adds to a tenant's counters; `spread` picks which of their rows. */
export function counterAdditions(input: readonly Count[], spread: string, now: Instant): Adding[] {
  const shard = spreadOf(spread) % shards;
  const placed = input.map((each) => ({ ...each, month: monthOf(each.at), shard }));
  const keys = new Map(placed.map((each) => [counterKey(each).pk, counterKey(each)]));
  return [...keys.values()].map((key): Adding => {
    const more = placed.filter((each) => counterKey(each).pk === key.pk);
    return { key, add: (row) => added(key, row, more, now) };
  });
}

function added(
  key: Key,
  row: Row | undefined,
  more: readonly (Count & { readonly month: string; readonly shard: number })[],
  now: Instant,
): Row {
  let body: MonthCounters | undefined = row && readBody(monthCounters, row.body);
  for (const { tenantId, month, shard, at, counts } of more)
    body = addCounts(body ?? { tenantId, month, shard, days: {} }, dayOf(at), counts as Counts);
  const isToLookAt = more.some(({ counts }) => canBreach(counts));
  const due = isToLookAt ? dueIndex(key, addSeconds(now, graceSeconds)) : row?.index?.due;
  return { ...key, v: (row?.v ?? 0) + 1, type: "tally", body, ...(due && { index: { due } }) };
}
