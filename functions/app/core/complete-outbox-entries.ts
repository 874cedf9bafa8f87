import { commit } from "./change.ts";
import type { CommitContext } from "./context.ts";
import { inOrder } from "./map-concurrent.ts";
import type { Key, Row, Write } from "./ports.ts";

/** Something that is added to a row, whatever others have added meanwhile. */
export interface Adding {
  readonly key: Key;
  readonly add: (row: Row | undefined) => Row;
}

/** An entry, or an aggregate with entries, of which all is done but its mark, and what that adds to counters; `spread` picks which of a counter's rows. */
export interface DoneEntry {
  readonly key: Key;
  /** What takes the mark off, or leaves it to somebody else where that is lost. */
  readonly off: Write;
  readonly adding: (spread: string) => readonly Adding[];
}

/** What became of entries: those that this call has counted, and those that are to come again; the others are off the outbox, or marked anew. */
export interface Completion<E> {
  readonly counted: readonly E[];
  readonly failed: readonly { readonly entry: E; readonly error: unknown }[];
}

/** Attempts at a transaction before its entries are left to come again: each draws other rows of the counters. */
const attempts = 5;

/** DynamoDB's limit of a transaction. */
const mostWrites = 100;

/** The write that takes an entry off the outbox which has a mark of its own; lost where somebody else has. */
export function entryOff(key: Key): Write {
  return { handedOn: keyOf(key), expect: "pending" };
}

/** Entries that count nothing are each an update of their own; so many at once. */
const atOnce = 10;

/** Takes entries off the outbox and adds what they count, exactly once, however often it is tried: a transaction for as many as fit into one, with one write for each counter. */
export async function completeEntries<E extends DoneEntry>(
  context: CommitContext,
  entries: readonly E[],
): Promise<Completion<E>> {
  const counted: E[] = [];
  const failed: { entry: E; error: unknown }[] = [];
  const batches = [...entriesPerTransaction(entries.filter(isCounting))];
  await inOrder(
    entries.filter((each) => !isCounting(each)),
    atOnce,
    async (entry) => {
      try {
        await commit(context, [entry.off]);
      } catch (error) {
        failed.push({ entry, error });
      }
    },
  );
  for (const batch of batches)
    try {
      counted.push(...(await countBatch(context, batch)));
    } catch (error) {
      failed.push(...batch.map((entry) => ({ entry, error })));
    }
  return { counted, failed };
}

function isCounting({ adding }: DoneEntry): boolean {
  return adding("").length > 0;
}

function keyOf({ pk, sk }: Key): Key {
  return { pk, sk };
}

function* entriesPerTransaction<E extends DoneEntry>(entries: readonly E[]): Generator<E[]> {
  let batch: E[] = [];
  let counters = new Set<string>();
  for (const entry of entries) {
    const more = new Set([...counters, ...entry.adding("").map(({ key }) => key.pk)]);
    if (batch.length + 1 + more.size > mostWrites) {
      yield batch;
      batch = [];
      counters = new Set(entry.adding("").map(({ key }) => key.pk));
    } else counters = more;
    batch.push(entry);
  }
  if (batch.length > 0) yield batch;
}

/** Counts a batch in one transaction; entries that somebody else has counted fall out of it. */
async function countBatch<E extends DoneEntry>(context: CommitContext, batch: readonly E[]): Promise<readonly E[]> {
  let left = batch;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (left.length === 0) return [];
    const spread = context.newId("req", context.clock.now());
    const counters = Map.groupBy(
      left.flatMap(({ adding }) => adding(spread)),
      ({ key }) => key.pk,
    );
    const places = [...counters.values()].flatMap(([first]) => first ?? []);
    const rows = await context.store.read(places.map(({ key }) => key));
    const puts = places.map(({ key }, at) => counterWrite(rows[at], counters.get(key.pk) ?? []));
    const written = await commit(context, [...puts, ...left.map(({ off }) => off)]);
    if (written.ok) return left;
    const now = new Map(written.rows.flatMap((row) => (row ? [[nameOf(row), row] as const] : [])));
    left = left.filter(({ key, off }) => !isLost(off, now.get(nameOf(key))));
  }
  throw new Error(`what ${left.length} entries count was not counted`);
}

/** Whether a mark was taken off by somebody else, or is another by now. */
function isLost(off: Write, row: Row | undefined): boolean {
  if (!row) return false;
  return "mark" in off ? row.v !== off.expect : row.outbox !== "pending";
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

/** All additions to one row as one write of it. */
function counterWrite(row: Row | undefined, adding: readonly Adding[]): Write {
  const after = adding.reduce<Row | undefined>((before, { add }) => add(before), row);
  if (!after) throw new Error("a counter is written with something to add");
  return { put: { ...after, v: (row?.v ?? 0) + 1 }, expect: row?.v ?? "absent" };
}
