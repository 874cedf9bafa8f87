import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addDays, addSeconds, dayAfter, dayOf, type Instant, monthOf, serviceBegan } from "../../domain/core/time.ts";
import { auditPartition } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import type { CommitContext } from "../core/context.ts";
import { monthlyPartitions } from "../core/list-page.ts";
import type { Key, Place, Row, Store } from "../core/ports.ts";
import { placeOf, rowKey } from "../core/row-keys.ts";
import { tenantList } from "../tenants/records.ts";
import { allRows } from "../tenants/walk-store.ts";
import { growLanes } from "./grow-lanes.ts";
import type { AuditArchive } from "./ports.ts";
import { auditPart, dayRoot, type Part, PartRoot, partKey, type RootDocument, rootKey } from "./root.ts";

export type ArchiveContext = CommitContext & {
  readonly archive: AuditArchive;
  /** Where webhooks' lists are that are to have as many lanes; left out where there are none of their own. */
  readonly deliveries?: Store;
  /** The partition that lists whose entries there may be beside the platform's: the tenants, where it is left out. */
  readonly owners?: string;
  /** The moment up to which all is written; now, where it is left out. A test clock that was just moved has left work behind in its past. */
  readonly settledAt?: Instant;
};

/** What one run archived. `done` is false where time ran out or somebody else is at it; the next run goes on. */
export interface ArchiveResult {
  readonly days: number;
  readonly entries: number;
  readonly done: boolean;
}

/** Entries of one object: about 15 MB before compression, which is all that is in memory. */
const partEntries = 10_000;
const pageSize = 1000;

/** What was written before midnight has arrived by then. */
const graceSeconds = 300;

/** Whose entries a day may have: the platform's, or a tenant's (an account's of the screening interface) with its place in the list of all. */
interface Owner {
  readonly tenantId: string;
  readonly since: Instant;
  readonly place: Place | undefined;
}

const place = z.object({ pk: z.string(), sk: z.string(), sort: z.string() });

/** How far the archive is: the last root, and the last day that was looked at. */
const progress = z.object({ root: z.object({ date: z.string(), root: z.string() }).nullable(), through: z.string() });

const partBody = z.object({
  part: auditPart,
  /** Where the next part goes on: behind this entry of this owner. */
  after: place,
  owner: place.nullable(),
  whole: z.boolean(),
});

type PartBody = z.infer<typeof partBody>;

const headKey = rowKey("archive#head");

/** Archives every day that is over, oldest first, with a root for each, until `deadline`. Safe to run at any time and twice at once. */
export async function archiveDue(context: ArchiveContext, deadline: Instant): Promise<ArchiveResult> {
  const lastDay = dayOf(addDays(addSeconds(context.settledAt ?? context.clock.now(), -graceSeconds), -1));
  let days = 0;
  let entries = 0;
  for (;;) {
    const [row] = await context.store.read([headKey]);
    const head = row ? readBody(progress, row.body) : { root: null, through: dayOf(addDays(serviceBegan, -1)) };
    if (head.through >= lastDay) return { days, entries, done: true };
    const v = row?.v ?? 0;
    const date = await nextDay(context, dayAfter(head.through), lastDay);
    if (date === undefined) {
      await saveHead(context, { ...head, through: lastDay }, v);
      return { days, entries, done: true };
    }
    const parts = await archiveDay(context, date, deadline);
    if (!parts) return { days, entries, done: false };
    const document = rootOf(date, head.root, parts);
    await context.archive.put(rootKey(date), Buffer.from(JSON.stringify(document)), "application/json");
    const saved = await saveHead(context, { ...head, root: { date, root: document.root }, through: date }, v);
    if (saved) await growLanes(context, parts);
    days += saved ? 1 : 0;
    entries += saved ? document.entries : 0;
    if (!saved || context.clock.now() >= deadline) return { days, entries, done: false };
  }
}

function rootOf(date: string, previous: RootDocument["previous"], parts: Part[]): RootDocument {
  const entries = parts.reduce((sum, each) => sum + each.entries, 0);
  const root = dayRoot({ date, previous, parts });
  return { version: 1, date, previous, entries, parts, root };
}

async function saveHead(context: ArchiveContext, body: z.infer<typeof progress>, v: number): Promise<boolean> {
  const put = { ...headKey, v: v + 1, type: "archive", body };
  return (await commit(context, [{ put, expect: v === 0 ? "absent" : v }])).ok;
}

type OwnersContext = Pick<ArchiveContext, "store" | "owners">;

/** The platform, then every tenant in the order in which they were made, from a place in that list on. */
async function* ownersFrom(
  { store, owners = tenantList.name }: OwnersContext,
  from: Place | null | undefined,
): AsyncGenerator<Owner> {
  if (from === undefined) yield { tenantId: platform, since: serviceBegan, place: undefined };
  let last = from ?? undefined;
  for (;;) {
    const rows = await store.page({ index: "list", keysOnly: true, pk: owners, limit: pageSize, after: last });
    for (const row of rows) {
      last = placeOf(row, "list");
      yield { tenantId: row.pk, since: last.sort.slice(0, 24), place: last };
    }
    if (rows.length < pageSize) return;
  }
}

/** The first day from `from` to `to` on which anybody has an entry. */
async function nextDay(context: OwnersContext, from: string, to: string): Promise<string | undefined> {
  let first: string | undefined;
  for await (const { tenantId, since } of ownersFrom(context, undefined)) {
    const start = dayOf(since) > from ? dayOf(since) : from;
    const end = first ?? to;
    if (start > end) continue;
    const day = await firstDayOf(context.store, tenantId, start, end);
    if (day !== undefined) first = day;
    if (first === from) break;
  }
  return first;
}

async function firstDayOf(store: Store, tenantId: string, from: string, to: string): Promise<string | undefined> {
  const partitions = monthlyPartitions((month) => auditPartition(tenantId, month), from, to).toReversed();
  for (const pk of partitions) {
    const [row] = await store.page({ index: "group", keysOnly: true, pk, from, upTo: `${to}~`, limit: 1 });
    if (row) return dayOf(placeOf(row, "group").sort);
  }
  return undefined;
}

function partsKey(date: string): string {
  return `archive#${date}`;
}

function partRowKey(date: string, number: number): Key {
  return { pk: partsKey(date), sk: `part#${String(number).padStart(6, "0")}` };
}

/** The parts of a day that are archived already: a run that was cut short goes on behind the last one. */
async function partsSoFar(store: Store, date: string): Promise<PartBody[]> {
  return (await allRows(store, partsKey(date))).map((row) => partBody.parse(row.body));
}

/** Archives a day's entries, owner by owner, an object at a time; undefined where it did not come to its end. */
async function archiveDay(context: ArchiveContext, date: string, deadline: Instant): Promise<Part[] | undefined> {
  const parts = await partsSoFar(context.store, date);
  const resumed = parts.at(-1);
  const begun = resumed && !resumed.whole ? resumed : undefined;
  const owners = begun ? restOf(context, begun) : ownersFrom(context, resumed?.owner);
  for await (const owner of owners) {
    let previous = owner.tenantId === begun?.part.tenantId ? begun : undefined;
    for (let whole = false; !whole; ) {
      const made = await archivePart(context, date, owner, previous);
      if (!made) break;
      const put = { ...partRowKey(date, parts.length + 1), v: 1, type: "archive_part", body: made };
      if (!(await commit(context, [{ put, expect: "absent" }])).ok) return undefined;
      parts.push(made);
      previous = made;
      whole = made.whole;
      // Only here, where there is something to go on from.
      if (context.clock.now() >= deadline) return undefined;
    }
  }
  return parts.map((each) => each.part);
}

/** The owner that a part is of, whose entries did not all fit, and those behind it. */
async function* restOf(context: OwnersContext, { part, owner }: PartBody): AsyncGenerator<Owner> {
  yield { tenantId: part.tenantId, since: serviceBegan, place: owner ?? undefined };
  yield* ownersFrom(context, owner);
}

async function archivePart(
  context: ArchiveContext,
  date: string,
  owner: Owner,
  previous: PartBody | undefined,
): Promise<PartBody | undefined> {
  const { tenantId } = owner;
  const lines: Buffer[] = [];
  const sum = new PartRoot();
  let last = previous?.after;
  let whole = false;
  while (!whole && sum.entries < partEntries) {
    const rows = await dayPage(context.store, tenantId, date, last);
    for (const row of rows) {
      lines.push(Buffer.from(`${JSON.stringify({ pk: row.pk, sk: row.sk, body: row.body })}\n`));
      sum.add(row.pk, row.body);
      last = placeOf(row, "group");
    }
    whole = rows.length < pageSize;
  }
  if (sum.entries === 0 || !last) return undefined;
  const number = (previous?.part.number ?? 0) + 1;
  const key = partKey(date, tenantId, number);
  const bytes = gzipSync(Buffer.concat(lines));
  await context.archive.put(key, bytes, "application/gzip");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const part = { tenantId, number, entries: sum.entries, root: sum.root, key, sha256 };
  return { part, after: last, owner: owner.place ?? null, whole };
}

function dayPage(store: Store, tenantId: string, date: string, after: Place | undefined): Promise<readonly Row[]> {
  const pk = auditPartition(tenantId, monthOf(date));
  return store.page({ index: "group", pk, prefix: date, limit: pageSize, after });
}
