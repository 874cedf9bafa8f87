import { madeAtMs } from "../../domain/core/id.ts";
import { addedUp } from "../../domain/core/overview-counts.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { monthOf } from "../../domain/core/time.ts";
import { mastercardScam } from "../../domain/disputes/monitoring-program.ts";
import { canBreach } from "../../domain/settlement/counters.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import { type Adding, completeEntries, type DoneEntry, entryOff } from "../core/complete-outbox-entries.ts";
import { firstMarkedEntry, outboxIndex, postponedPlace } from "../core/due-index.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row, Write } from "../core/ports.ts";
import type { CountMetric } from "../core/ports-metrics.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { type Count, counterAdditions } from "../disputes/counters.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { overviewAdding } from "../site/overview-counters.ts";
import {
  askForEntries,
  asksPartner,
  type CarriedOut,
  carryOut,
  type DispatchContext,
  systemContext,
} from "./carry-out.ts";
import type { EntryFailure } from "./each-aggregate.ts";

/** Dispatches what follows from one committed entry, or throws why it is to come again. Safe to do twice. */
export async function dispatchEntry(context: DispatchContext, row: Row): Promise<void> {
  for (const { error } of await dispatchEntries(context, [row])) throw error;
}

/** Dispatches what follows from committed entries. Answers with what is to come again. An aggregate's mark stays for the sweep, which finds there what the stream has lost; what may breach a program counts at once. */
export async function dispatchEntries(context: DispatchContext, rows: readonly Row[]): Promise<EntryFailure[]> {
  const { ready, failures } = await carryOut(context, rows, "first");
  const others = await leave(
    context,
    ready.filter((each) => !asksPartner(each)),
  );
  const partner = await askForEntries(context, ready.filter(asksPartner), "first");
  return [...failures, ...others, ...partner.failures, ...(await leave(context, partner.answered))];
}

/** Leaves what was carried out with its aggregate's mark; takes it off where it has one of its own. */
async function leave(context: DispatchContext, entries: readonly CarriedOut[]): Promise<EntryFailure[]> {
  const [own, marked] = [entries.filter(hasOwnMark), entries.filter((each) => !hasOwnMark(each))];
  const failures = await complete(
    context,
    own.map(({ row, body }) => ({ row, off: entryOff(row), ...countingOf(context, row, [body]) })),
  );
  const failed = new Set(failures.map(({ row }) => row));
  for (const { row, body } of entries) if (!failed.has(row)) measure(context, body);
  const urgent = marked.filter(({ row, body }) => countsOf(row, [body]).some(({ counts }) => canBreach(counts)));
  return [...failures, ...(await completeNow(context, urgent))];
}

function hasOwnMark({ row }: CarriedOut): boolean {
  return row.outbox === "pending";
}

/** Attempts to complete an aggregate at once that moves on meanwhile; after that it is the sweep's. */
const attempts = 3;

/** Completes the aggregates of entries that were carried out just now and cannot wait for the sweep; answers with those entries that are to come again. */
async function completeNow(context: DispatchContext, entries: readonly CarriedOut[]): Promise<EntryFailure[]> {
  const failures: EntryFailure[] = [];
  let left = [...new Set(entries.map(({ row }) => row.pk))];
  for (let attempt = 1; attempt <= attempts && left.length > 0; attempt++) {
    const rows = (await rowsAt(context, left.map(rowKey))).flatMap((row) => row ?? []);
    const marked = rows.filter((row) => entries.some((each) => isMarkedBy(row, each)));
    const how = { occasion: "at_once", carriedOut: entries } as const;
    const { failures: some } = await completeAll(context, marked, how);
    failures.push(...some);
    const failed = new Set(some.map(({ row: { pk } }) => pk));
    left = marked.flatMap(({ pk }) => (failed.has(pk) ? [] : [pk]));
  }
  return failures.flatMap(({ row: { pk }, error }) =>
    entries.flatMap(({ row }) => (row.pk === pk ? [{ row, error }] : [])),
  );
}

function isMarkedBy({ pk, index }: Row, { row }: CarriedOut): boolean {
  return pk === row.pk && index?.outbox !== undefined && firstMarkedEntry(index.outbox[1]) <= row.sk;
}

/** Entries of one aggregate that are completed at once. */
const mostEntries = 90;

/** What became of marked aggregates: those that are to come again, and those with entries so young that their marks stay or move to them. */
export interface AggregateEnding {
  readonly failures: readonly EntryFailure[];
  readonly waiting: readonly Row[];
}

/** Sees that all is done that follows from the entries of marked aggregates, counts them, and takes the marks off, where nothing has come since. */
export function completeAggregates(context: DispatchContext, rows: readonly Row[]): Promise<AggregateEnding> {
  return completeAll(context, rows, { occasion: "again", carriedOut: [] });
}

async function completeAll(
  context: DispatchContext,
  rows: readonly Row[],
  { occasion, carriedOut }: { readonly occasion: "again" | "at_once"; readonly carriedOut: readonly CarriedOut[] },
): Promise<AggregateEnding> {
  const marked = await inOrder(
    rows.filter(({ index }) => index?.outbox),
    atOnce,
    (row) => entriesOf(context, row),
  );
  const known = new Map(carriedOut.map((each) => [nameOf(each.row), each]));
  const entries = marked.flatMap((each) => each.entries);
  const left = entries.filter((row) => !known.has(nameOf(row)));
  const { ready, waiting, failures } = await carryOut(context, left, occasion);
  const asked = await askForEntries(context, ready.filter(asksPartner), occasion);
  const broken = new Map([...failures, ...asked.failures].map(({ row: { pk }, error }) => [pk, error]));
  const isWaiting = new Set(waiting.map(({ row: { pk } }) => pk));
  const unanswered = new Set(asked.failures.map(({ row }) => row));
  const seen = ready.filter(({ row }) => !unanswered.has(row));
  const done = new Map([...known, ...seen.map((each) => [nameOf(each.row), each] as const)]);
  const completing = marked.flatMap((each) => completingOf(context, each, done, broken.has(each.row.pk)));
  const failed = await complete(context, completing);
  const stuck = marked.flatMap(({ row }) => (broken.has(row.pk) ? [{ row, error: broken.get(row.pk) }] : []));
  const still = marked.flatMap(({ row }) => (isWaiting.has(row.pk) && !broken.has(row.pk) ? [row] : []));
  return { failures: [...stuck, ...failed], waiting: still };
}

function nameOf({ pk, sk }: Row): string {
  return `${pk} ${sk}`;
}

/** Aggregates whose entries are read at once. */
const atOnce = 10;

/** An aggregate's entries from its mark on. */
interface MarkedEntries {
  readonly row: Row;
  readonly entries: readonly Row[];
  readonly to: string | null;
}

/** The entries that an aggregate's mark is for, and where the mark goes then: off, or to those that are left. */
async function entriesOf(context: DispatchContext, row: Row): Promise<MarkedEntries> {
  const place = row.index?.outbox?.[1] ?? "";
  const from = firstMarkedEntry(place);
  const page = await context.store.page({ pk: row.pk, from, upTo: "entry#~", limit: mostEntries + 1 });
  const next = page[mostEntries];
  const entries = page.slice(0, mostEntries).filter(({ outbox }) => outbox === "aggregate");
  const [at = ""] = place.split("#", 1);
  return { row, entries, to: next ? `${at}#${next.pk}#${next.sk}` : null };
}

/** An entry or an aggregate that is to be taken off the outbox. */
interface Completing extends DoneEntry {
  readonly row: Row;
  readonly counts: readonly Count[];
}

/** What of a marked aggregate is to be counted: all, and its mark comes off or goes to the entries that were not read; or what comes before the first entry that waits or has failed, and the mark goes there. Where that counts nothing the mark stays, unwritten. */
function completingOf(
  context: DispatchContext,
  { row, entries, to }: MarkedEntries,
  done: ReadonlyMap<string, CarriedOut>,
  isBroken: boolean,
): readonly Completing[] {
  const stop = entries.find((each) => !done.has(nameOf(each)));
  const before = stop ? entries.slice(0, entries.indexOf(stop)) : entries;
  const bodies = before.flatMap((each) => done.get(nameOf(each))?.body ?? []);
  const counting = countingOf(context, row, bodies);
  if (!stop) return [{ row, off: moved(row, to), ...counting }];
  if (counting.adding("").length === 0) return [];
  const [, place] = row.index?.outbox ?? ["", ""];
  const later = () => postponedPlace(stop, place, context.clock.now());
  const next = isBroken ? later() : outboxIndex(stop, entry.parse(stop.body).at)[1];
  return [{ row, off: moved(row, next), ...counting }];
}

function moved({ pk, sk, v }: Row, to: string | null): Write {
  return { mark: { pk, sk }, to, expect: v };
}

/** What entries of an aggregate count; nothing counts for later than its entry. */
function countsOf({ pk }: Pick<Row, "pk">, bodies: readonly Entry[]): readonly (Count & { readonly pk: string })[] {
  return bodies.flatMap(({ at, follows }) =>
    follows.flatMap((each) => (each.kind === "count" ? [{ ...each, pk, at: each.at < at ? each.at : at }] : [])),
  );
}

/** What they count and show, to be added once. */
function countingOf(context: DispatchContext, row: Row, bodies: readonly Entry[]): Omit<Completing, "row" | "off"> {
  const now = context.clock.now();
  const counts = countsOf(row, bodies);
  const shown = bodies.map(({ at, follows }) => ({
    at,
    counts: addedUp(follows.flatMap((each) => (each.kind === "show" ? [each.counts] : []))),
  }));
  const adding = (given: string): readonly Adding[] => {
    const spread = given || row.pk;
    return [
      ...counterAdditions(counts, spread, now),
      ...shown.flatMap((each) => overviewAdding(spread, each.at, each.counts)),
    ];
  };
  return { key: { pk: row.pk, sk: row.sk }, adding, counts };
}

/** Takes entries off the outbox with what they count, and looks at the ratio programs that this may have brought near a limit. */
async function complete(context: DispatchContext, entries: readonly Completing[]): Promise<EntryFailure[]> {
  const { counted, failed } = await completeEntries(context, entries);
  const failures = failed.map(({ entry: { row }, error }) => ({ row, error }));
  const near = new Map<string, { tenantId: string; month: string; row: Row }>();
  for (const { row, counts } of counted)
    for (const { tenantId, at, counts: more } of counts)
      if (canBreach(more)) near.set(`${tenantId} ${monthOf(at)}`, { tenantId, month: monthOf(at), row });
  for (const { tenantId, month, row } of near.values())
    try {
      await lookAtTenantPrograms(systemContext(context, "programs"), tenantId, month);
    } catch (error) {
      // Others count for it at the same time: its counters are still due, and the sweeper looks.
      if (!(error instanceof Refusal)) failures.push({ row, error });
    }
  return failures;
}

const endings: Readonly<Record<string, CountMetric>> = {
  "settlement.completed": "SettlementCompleted",
  "settlement.declined": "SettlementDeclined",
  "settlement.failed": "SettlementFailed",
};

/** Counts how settlements end, who is flagged for operators to look into, and how late an entry was dispatched. */
function measure({ meter, clock }: DispatchContext, { at, aggregateId, events }: Entry): void {
  meter.time("OutboxLag", Math.max(0, Date.parse(clock.now()) - Date.parse(at)));
  for (const { name, data } of events) {
    if (name === "program.credit_suspended" && data.program === mastercardScam.id) meter.count("MerchantsFlagged", 1);
    const ending = endings[name];
    if (ending === undefined) continue;
    meter.count(ending, 1);
    if (ending !== "SettlementCompleted") continue;
    meter.count("SettledCents", Number(data.fiatInCents));
    meter.time("TimeToSettle", Date.parse(at) - madeAtMs(aggregateId));
  }
}
