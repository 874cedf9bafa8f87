import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { checkEntry, type Fault, genesis, type Link, type StoredAggregate, verifyChain } from "./chain.ts";
import { archivedEntry, dayRoot, type Part, PartRoot, type RootDocument, rootDocument, rootKey } from "./root.ts";

/** The book as an auditor reads it. */
export interface AuditedStore {
  /** Everything that is stored, aggregate by aggregate; one that is being written may come half. */
  aggregates(): AsyncIterable<StoredAggregate>;
  aggregate(pk: string): Promise<StoredAggregate>;
  /** The last root that the book knows of, and the day up to which it has looked. */
  lastRoot(): Promise<{ date: string; root: string } | null>;
}

/** The archive as an auditor reads it: from its bucket, or from a folder that it was copied to. */
export interface ArchiveReader {
  /** The days that have a root, oldest first. */
  days(): Promise<readonly string[]>;
  read(key: string): Promise<Uint8Array | undefined>;
}

/** What was proven, or the first thing that does not hold. */
export interface VerificationResult {
  readonly fault: Fault | null;
  readonly aggregates: number;
  readonly entries: number;
  readonly days: number;
  readonly archivedEntries: number;
  readonly lastRoot: { readonly date: string; readonly root: string } | null;
}

const timed = z.object({ at: z.string() });

/** Where each aggregate's archived trail ends; all that is kept in memory of an archive. */
type Ends = Map<string, Link>;

class Broken extends Error {
  readonly fault: Fault;
  constructor(aggregate: string, seq: number | null, what: string) {
    super(what);
    this.fault = { aggregate, seq, what };
  }
}

/** Proves the archive by itself, the book by itself, and the one against the other; stops at the first fault. */
export async function verifyAudit(
  store: AuditedStore | undefined,
  archive: ArchiveReader | undefined,
): Promise<VerificationResult> {
  const figures = { aggregates: 0, entries: 0, days: 0, archivedEntries: 0 };
  let lastRoot: VerificationResult["lastRoot"] = null;
  try {
    const ends: Ends = new Map();
    for (const date of (await archive?.days()) ?? []) {
      const document = await readRoot(archive as ArchiveReader, date);
      checkLink(document, lastRoot);
      for (const part of document.parts) await walkPart(archive as ArchiveReader, part, ends);
      lastRoot = { date, root: document.root };
      figures.days += 1;
      figures.archivedEntries += document.entries;
    }
    if (store && archive) checkLastRoot(await store.lastRoot(), lastRoot);
    if (store) await walkStore(store, archive, ends, lastRoot?.date ?? "", figures);
    return { fault: null, ...figures, lastRoot };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { fault: error.fault, ...figures, lastRoot };
  }
}

async function readRoot(archive: ArchiveReader, date: string): Promise<RootDocument> {
  const key = rootKey(date);
  const bytes = await archive.read(key);
  const read = rootDocument.safeParse(bytes && parsed(Buffer.from(bytes).toString("utf8")));
  if (!read.success || read.data.date !== date) throw new Broken(key, null, "is no root of that day");
  if (dayRoot(read.data) !== read.data.root) throw new Broken(key, null, "was changed: its root is another");
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkLink({ date, previous }: RootDocument, before: VerificationResult["lastRoot"]): void {
  if (previous?.root === before?.root && previous?.date === before?.date) return;
  const what = `follows the root of ${previous?.date ?? "no day"}, and before it lies that of ${before?.date ?? "no day"}`;
  throw new Broken(rootKey(date), null, what);
}

function checkLastRoot(known: VerificationResult["lastRoot"], found: VerificationResult["lastRoot"]): void {
  if (known === null || (known.date === found?.date && known.root === found.root)) return;
  const what = `is not the last root of the archive, which is that of ${found?.date ?? "no day"}`;
  throw new Broken(rootKey(known.date), null, what);
}

/** The entries of a part, one by one; refuses an object that is not what the root says. */
async function* entriesOf(archive: ArchiveReader, part: Part) {
  const bytes = await archive.read(part.key);
  if (!bytes) throw new Broken(part.key, null, "is missing from the archive");
  if (createHash("sha256").update(bytes).digest("hex") !== part.sha256)
    throw new Broken(part.key, null, "was changed: its SHA-256 is another");
  const lines = gunzipSync(bytes).toString("utf8").split("\n");
  for (const line of lines) if (line !== "") yield archivedEntry.parse(parsed(line));
}

/** Proves a part: each entry by itself, after the one before it of its record, and all of them against the part's root. */
async function walkPart(archive: ArchiveReader, part: Part, ends: Ends): Promise<void> {
  const sum = new PartRoot();
  for await (const { pk, sk, body } of entriesOf(archive, part)) {
    const text = checkEntry(ends.get(pk) ?? genesis, sk, body);
    if (typeof text === "string") throw new Broken(pk, seqOf(sk), `${text} (in ${part.key})`);
    ends.set(pk, text);
    sum.add(pk, body);
  }
  if (sum.root !== part.root || sum.entries !== part.entries)
    throw new Broken(part.key, null, "holds other entries than its root says");
}

function seqOf(sk: string): number | null {
  const seq = Number(sk.slice("entry#".length));
  return Number.isInteger(seq) ? seq : null;
}

async function walkStore(
  store: AuditedStore,
  archive: ArchiveReader | undefined,
  ends: Ends,
  closedThrough: string,
  figures: { aggregates: number; entries: number },
): Promise<void> {
  const unseen = new Set(ends.keys());
  for await (const found of store.aggregates()) {
    unseen.delete(found.pk);
    const entries = await proven(store, archive, found, ends.get(found.pk), closedThrough);
    figures.aggregates += entries > 0 ? 1 : 0;
    figures.entries += entries;
  }
  for (const pk of unseen) await proven(store, archive, { pk, rows: [] }, ends.get(pk), closedThrough);
}

/** Proves one aggregate. What was written while it was read is looked at again before it is called broken. */
async function proven(
  store: AuditedStore,
  archive: ArchiveReader | undefined,
  found: StoredAggregate,
  end: Link | undefined,
  closedThrough: string,
): Promise<number> {
  const first = judge(found, end, closedThrough);
  if (typeof first === "number") return first;
  const reread = await store.aggregate(found.pk);
  const second = judge(reread, end, closedThrough);
  if (typeof second === "number") return second;
  const seq = second.seq ?? (archive && end ? await firstDifference(archive, reread) : null);
  throw new Broken(found.pk, seq, second.what);
}

function judge(found: StoredAggregate, end: Link | undefined, closedThrough: string): number | Fault {
  const chain = verifyChain(found);
  if (chain && "what" in chain) return chain;
  const links = chain?.links ?? [];
  const fault = (seq: number | null, what: string): Fault => ({ aggregate: found.pk, seq, what });
  if (end && links.length < end.seq) return fault(links.length + 1, "was archived and is missing from the book");
  if (end && links[end.seq - 1]?.hash !== end.hash) return fault(null, "is not the entry that was archived");
  const rest = found.rows.filter(({ sk }) => sk.startsWith("entry#")).slice(end?.seq ?? 0);
  const late = rest.find(({ body }) => dayOfEntry(body) <= closedThrough);
  return late ? fault(seqOf(late.sk), `was added to ${dayOfEntry(late.body)}, which is closed`) : links.length;
}

function dayOfEntry(body: unknown): string {
  return timed.parse(body).at.slice(0, 10);
}

/** The first of an aggregate's archived entries that the book has otherwise. */
async function firstDifference(archive: ArchiveReader, { pk, rows }: StoredAggregate): Promise<number | null> {
  for (const date of await archive.days()) {
    for (const part of (await readRoot(archive, date)).parts) {
      for await (const entry of entriesOf(archive, part)) {
        if (entry.pk !== pk) continue;
        const stored = rows.find(({ sk }) => sk === entry.sk);
        if (JSON.stringify(stored?.body) !== JSON.stringify(entry.body)) return seqOf(entry.sk);
      }
    }
  }
  return null;
}
