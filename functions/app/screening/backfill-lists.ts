import { platform } from "../../domain/core/operator.ts";
import { serviceBegan } from "../../domain/core/time.ts";
import {
  auditPartition,
  type Entry,
  entriesIn,
  loadAggregate,
  pointerRows,
  type RecordType,
} from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Write } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { lacksPlace, rowKey } from "../core/row-keys.ts";
import { monthlyPages, pagesOf } from "../tenants/walk-store.ts";
import { accountList, accountRecordType } from "./account-record.ts";
import { internalListRecordType } from "./internal-list-record.ts";
import { monitorRecordType } from "./monitors.ts";
import { screenRecordType } from "./screen-record.ts";

/** How many records a backfill looked at, and how many of them it listed. */
export interface BackfillResult {
  readonly records: number;
  readonly listed: number;
}

// Each kind has a state of its own, which is only ever given back to it.
const kinds = new Map(
  [accountRecordType, monitorRecordType, internalListRecordType, screenRecordType].map((kind) => [
    kind.type,
    kind as RecordType<unknown>,
  ]),
);

/** Records that are looked at side by side. */
const atOnce = 8;

/** Lists what was made before there were the lists of screens and monitors, and the pointers that the search finds by; found by the audit trail, which has all that was ever made. Changes no record's state; safe to stop, to do twice, and beside the service. */
export async function backfillLists(context: CommitContext): Promise<BackfillResult> {
  const result = { records: 0, listed: 0 };
  for await (const page of entriesOfAll(context)) {
    const made = page.filter(({ seq, aggregateType }) => seq === 1 && kinds.has(aggregateType));
    const listed = await inOrder(made, atOnce, (entry) => listRecord(context, entry));
    result.records += listed.length;
    result.listed += listed.filter(Boolean).length;
  }
  return result;
}

/** The audit entries of all accounts and of the platform, each in its order. */
async function* entriesOfAll({ store, clock }: CommitContext): AsyncGenerator<Entry[]> {
  const to = `${clock.now()}~`;
  const trail = (owner: string, from: string) =>
    monthlyPages(store, "group", (month) => auditPartition(owner, month), { from, to });
  for await (const rows of trail(platform, serviceBegan)) yield entriesIn(rows);
  for await (const accounts of pagesOf(store, { index: "list", pk: accountList.name }))
    for (const row of accounts) {
      const account = loadAggregate(accountRecordType, row)?.state;
      if (account) for await (const rows of trail(account.id, account.createdAt)) yield entriesIn(rows);
    }
}

/** Writes what a record's lists lack of it; whether that was anything. */
async function listRecord(context: CommitContext, { aggregateId, aggregateType }: Entry): Promise<boolean> {
  const kind = kinds.get(aggregateType);
  if (!kind) return false;
  return change(context, async () => {
    const [row] = await context.store.read([(kind.key ?? rowKey)(aggregateId)]);
    const state = loadAggregate(kind, row)?.state;
    if (!row || state === undefined) return { writes: [], result: false };
    const pointers = pointerRows(kind, state);
    const known = await rowsAt(context, pointers);
    const missing = pointers.filter((pointer, at) => lacksPlace(known[at], pointer.index));
    const writes: Write[] = missing.map((put) => ({ put, expect: "any" }));
    const index = kind.index?.(state);
    if (lacksPlace(row, index))
      writes.push({ put: { ...row, v: row.v + 1, index: { ...index, ...row.index } }, expect: row.v });
    return { writes, result: writes.length > 0 };
  });
}
