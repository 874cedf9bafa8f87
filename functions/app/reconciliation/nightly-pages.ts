import { isRecordExpected, type ReconBreak, unmatchedBreak } from "../../domain/reconciliation/break.ts";
import {
  type BreakItem,
  type FoundBreak,
  isStillOpen,
  matchBreak,
  recordBreak,
} from "../../domain/reconciliation/break-item.ts";
import { listedStretch, type NightlyPage, type NightlyRun } from "../../domain/reconciliation/nightly-run.ts";
import { auditPartition, loadAggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Log, Meter, Row } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { placeOf } from "../core/row-keys.ts";
import { monthlyPages, pagesOf, tenantsBefore } from "../tenants/walk-store.ts";
import { breakId, breakList, breakRecordType } from "./break-item-record.ts";
import { entriesOf, type Partition, partitionsOf, type ReconContext } from "./read.ts";
import { findingsOf, type RecordFindings, transferOwners } from "./recon.ts";

/** What a nightly run works with, for one rail. */
export type NightlyContext = Context & ReconContext & { readonly log: Log; readonly meter: Meter };

/** Items that are written at once. */
const writesAtOnce = 8;

/** Writes what was found into the queue; how many items are new there. */
export async function recordAll(context: NightlyContext, found: readonly FoundBreak[]): Promise<number> {
  const opened = await inOrder(found, writesAtOnce, (each) =>
    change(context, async () => {
      const existing = await findRecord(context, breakRecordType, each.id);
      const [transition] = recordBreak(existing?.state, each, context.clock.now());
      if (!transition) return { writes: [], result: false };
      const from = existing ?? newAggregate(breakRecordType, transition.next);
      const { writes } = transitionWrites(from, [transition], context);
      return { writes, result: transition.from !== "open" };
    }),
  );
  return opened.filter(Boolean).length;
}

/** What reconciliation has found about records, without what they hold open themselves: that is in the queue as theirs. */
function breaksIn({ rail }: NightlyContext, findings: readonly RecordFindings[]): FoundBreak[] {
  return findings
    .flatMap(({ breaks }) => breaks)
    .filter(({ about }) => about !== "record")
    .map((each) => identified({ ...each, rail: rail.name, reference: null, transferRef: null }, false));
}

function identified(found: Omit<FoundBreak, "id">, isUnmatched: boolean): FoundBreak {
  return { id: breakId(found, isUnmatched), ...found };
}

/** Reconciles records and writes what was found. */
async function reconcileRecords(
  context: NightlyContext,
  partitions: readonly Partition[],
): Promise<NightlyPage["added"]> {
  const findings = await findingsOf(context, partitions, context.clock.now());
  const unbalanced = findings.filter(({ isUnbalanced }) => isUnbalanced).length;
  return { records: partitions.length, opened: await recordAll(context, breaksIn(context, findings)), unbalanced };
}

/** A page of the rail's own list: what no record has, and records for which the rail has moved something of which the ledger says nothing in that time. The others are left to the ledger's part. */
export async function railListPage(
  context: NightlyContext,
  run: NightlyRun,
  part: "rail_list" | "last_look",
): Promise<NightlyPage> {
  const page = await context.rail.transfers({ ...listedStretch(run, part), cursor: run.cursor });
  const now = context.clock.now();
  const done = page.transfers.filter((each) => isRecordExpected(each, now));
  const owners = await transferOwners(context, done);
  const unmatched = owners.flatMap(({ transfer, record, isOurs }) => {
    if (isOurs) return [];
    const { reference, transferRef = null } = transfer;
    const found: ReconBreak = unmatchedBreak(transfer, record);
    return [identified({ ...found, rail: context.rail.name, reference, transferRef }, true)];
  });
  const isLast = part === "last_look";
  const ids = owners.flatMap(({ transfer, id, isOurs }) =>
    isOurs && id !== undefined && (isLast || transfer.at >= run.from) ? [id] : [],
  );
  const partitions = await partitionsOf(context, [...new Set(ids)], "");
  const added = await reconcileRecords(
    context,
    partitions.filter((each) => isLast || !movedWithin(each, run)),
  );
  const opened = (added.opened ?? 0) + (await recordAll(context, unmatched));
  return { cursor: page.nextCursor, added: { ...added, opened, transfers: page.transfers.length } };
}

/** Whether the ledger moved money of a record in a run's time. */
function movedWithin({ rows }: Partition, { from, to }: NightlyRun): boolean {
  return entriesOf(rows).entries.some(({ at, postings }) => postings.length > 0 && at >= from && at < to);
}

/** Entries that one page reads. */
const pageEntries = 500;

/** A page of what our ledger moved: each record is reconciled with the last of its entries. */
export async function ledgerPage(context: NightlyContext, run: NightlyRun): Promise<NightlyPage> {
  const { to } = run;
  const [begun, after] = run.cursor?.split(" ") ?? [];
  for await (const tenant of tenantsBefore(context.store, to, null, begun)) {
    const place = `${tenant.createdAt}#${tenant.id}`;
    // Just behind the last entry that was seen, if it was this tenant's.
    const from = place === begun ? `${after}!` : run.from;
    const pages = monthlyPages(
      context.store,
      "group",
      (month) => auditPartition(tenant.id, month),
      { from, to },
      pageEntries,
    );
    for await (const rows of pages) {
      const last = rows.map((row) => placeOf(row, "group").sort).at(-1);
      const partitions = await partitionsOf(context, movedRecords(rows), tenant.id);
      const lastOnPage = partitions.filter((each) => isLastOn(rows, each, run));
      return { cursor: `${place} ${last}`, added: await reconcileRecords(context, lastOnPage) };
    }
  }
  return { cursor: null, added: {} };
}

function movedRecords(rows: readonly Row[]): string[] {
  const moved = rows.filter(({ pk, body }) => {
    const { postings } = (body ?? {}) as { postings?: unknown };
    return /^(stl|esc|fsw)_/.test(pk) && Array.isArray(postings) && postings.length > 0;
  });
  return [...new Set(moved.map(({ pk }) => pk))];
}

/** Whether a page has the last entry with which a record moved money in a run's time. */
function isLastOn(rows: readonly Row[], { id, rows: own }: Partition, { from, to }: NightlyRun): boolean {
  const last = entriesOf(own).entries.findLast(({ at, postings }) => postings.length > 0 && at >= from && at < to);
  return rows.some(({ pk, sk }) => pk === id && Number(sk.slice("entry#".length)) === last?.seq);
}

/** Open breaks that one page looks at. */
const pageBreaks = 50;

/** A page of the breaks that are open: each is looked at as things stand now, and those that are over leave the queue. */
export async function openBreaksPage(context: NightlyContext, run: NightlyRun): Promise<NightlyPage> {
  const query = { index: "status", pk: breakList(run.rail, "open"), from: `${run.cursor ?? ""}!` } as const;
  for await (const rows of pagesOf(context.store, query, pageBreaks)) {
    const items = rows.flatMap((row) => loadAggregate(breakRecordType, row)?.state ?? []);
    const found = await findAgain(context, items);
    const open: Record<string, number> = {};
    let matched = 0;
    for (const item of items) {
      const again = found.get(item.id);
      if (isStillOpen(item, again, run.startedAt)) open[item.kind] = (open[item.kind] ?? 0) + 1;
      else if (await matchItem(context, item)) matched += 1;
    }
    return { cursor: rows.map((row) => placeOf(row, "status").sort).at(-1) ?? null, added: { matched }, open };
  }
  return { cursor: null, added: {} };
}

/** Those of the open breaks that are still there, as they are now; those of a record that cannot be read stay. */
async function findAgain(context: NightlyContext, items: readonly BreakItem[]): Promise<Map<string, FoundBreak>> {
  // A wallet's is matched where wallets are looked at.
  const wallets = items.filter(({ about }) => about === "wallet");
  const unmatched = items.filter((each) => breakId(each, true) === each.id);
  const ofRecords = items.filter((each) => !unmatched.includes(each) && !wallets.includes(each));
  const ids = items.map(recordOf).filter((id) => id !== null);
  const partitions = await partitionsOf(context, [...new Set(ids)], "");
  const findings = await findingsOf(context, partitions, context.clock.now());
  const unreadable = new Set<string | null>(findings.filter(({ isUnreadable }) => isUnreadable).map(({ id }) => id));
  const known = new Set(ofRecords.map(({ id }) => id));
  const again = breaksIn(context, findings).filter(({ id }) => known.has(id));
  await recordAll(context, again);
  const owners = await transferOwners(
    context,
    unmatched.map((each) => ({ ...each, railRef: each.railRef ?? "", transferRef: each.transferRef ?? undefined })),
  );
  const strange = new Set(owners.filter(({ isOurs }) => !isOurs).map(({ transfer }) => transfer.id));
  const left = unmatched.filter(({ id }) => strange.has(id));
  const unsure = ofRecords.filter((each) => unreadable.has(recordOf(each)));
  return new Map([...wallets, ...unsure, ...again, ...left].map((each) => [each.id, each]));
}

function recordOf({ settlementId, escrowId, feeSweepId }: BreakItem): string | null {
  return settlementId ?? escrowId ?? feeSweepId ?? null;
}

export async function matchItem(context: NightlyContext, { id }: BreakItem): Promise<boolean> {
  return change(context, async () => {
    const found = await findRecord(context, breakRecordType, id);
    const transitions = found ? matchBreak(found.state, context.clock.now()) : [];
    if (!found || transitions.length === 0) return { writes: [], result: false };
    return { writes: transitionWrites(found, transitions, context).writes, result: true };
  });
}
