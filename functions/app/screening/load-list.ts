import { createHash } from "node:crypto";
import {
  addressCount,
  anotherList,
  implausible,
  ListImplausible,
  ListUnreadable,
} from "../../domain/screening/list-check.ts";
import type { ListHead, ParsedList, StoredIndex } from "../../domain/screening/list-entry.ts";
import { buildIndex, changesBetween, versionOf } from "../../domain/screening/list-index.ts";
import { type ListId, listIds, listSpecs } from "../../domain/screening/list-sources.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { errorText } from "../core/error-text.ts";
import type { Log, Meter } from "../core/ports.ts";
import {
  type Catalogue,
  catalogueFrom,
  catalogueKey,
  type ListStep,
  readCatalogue,
  versionPointer,
  versionRow,
} from "./list-catalogue.ts";
import { indexAt } from "./list-memory.ts";
import type { FetchList, ListParser, ListStore, StoredFile } from "./ports.ts";

export interface LoadContext extends Context {
  readonly listStore: ListStore;
  readonly parserOf: (list: ListId) => ListParser;
}

export interface LoadInput {
  readonly list: ListId;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Where it came from, for the audit trail: an address, a file's name. */
  readonly source: string;
  /** An operator's own import: an older date and a first list that is small are theirs to want. */
  readonly byHand?: boolean;
  /** The publisher's own mark of the file. */
  readonly etag?: string | null;
}

/** What came of a file: a new version of the list, or the same one, seen again. */
export interface LoadedList {
  readonly head: ListHead;
  /** The version before; null for the first. */
  readonly before: ListHead | null;
  readonly changed: boolean;
  /** Addresses that came, and went, for any of their parties. */
  readonly added: number;
  readonly removed: number;
}

/** Fetches a list from its publisher and loads it; what the publisher says is unchanged is not fetched. Throws as `loadList` does. */
export async function fetchList(
  context: LoadContext & { readonly fetch: FetchList },
  list: ListId,
  url: string,
): Promise<LoadedList> {
  const { lists } = await readCatalogue(context);
  const etag = lists.find((head) => head.list === list)?.etag ?? null;
  const fetched = await context.fetch({ url, etag });
  if (fetched) return loadList(context, { list, ...fetched, source: url });
  return change(context, async () => {
    const { before, good } = await inForce(context, list);
    if (!good) throw new Error(`list ${list} is unchanged, and is not there`);
    if (good.etag === etag) return seenAgain(context, before, good, { source: bareSource(url), etag });
    // Another file took its place meanwhile: of that one the publisher said nothing.
    return { writes: [], result: { head: good, before: good, changed: false, added: 0, removed: 0 } };
  });
}

/** Makes a file the list that everybody is screened by. Throws `ListUnreadable` where it is no whole list, and `ListImplausible` where it cannot be this one; the good list stays. */
export async function loadList(context: LoadContext, told: LoadInput): Promise<LoadedList> {
  const input = { ...told, source: bareSource(told.source) };
  const file = await context.listStore.writeFile(input.list, input.bytes);
  // Read when it is needed, once: two loads at a time may decide twice.
  let parsed: Promise<ParsedList> | undefined;
  return change(context, async () => {
    const { before, good } = await inForce(context, input.list);
    if (good?.sha256 === file.sha256) return seenAgain(context, before, good, input);
    parsed ??= parse(context, input.list, file);
    return newVersion(context, before, good, input, { file, parsed: await parsed });
  });
}

async function inForce({ store }: Context, id: ListId) {
  const [row] = await store.read([catalogueKey]);
  const before = catalogueFrom(row);
  return { before, good: before.state.lists.find(({ list }) => list === id) };
}

async function parse({ listStore, parserOf }: LoadContext, list: ListId, file: StoredFile): Promise<ParsedList> {
  if (file.bytes === 0) throw new ListUnreadable("the file is empty");
  const bytes = await listStore.readFile(file.key);
  if (bytes === null) throw new Error(`the store has no file ${file.key}, which was just put there`);
  return parserOf(list)(bytes);
}

/** The publisher still has what we have: nothing but its age changes. */
function seenAgain(
  context: LoadContext,
  before: Aggregate<Catalogue>,
  good: ListHead,
  { source, etag = null }: Pick<LoadInput, "source" | "etag">,
): Plan<LoadedList> {
  const head = { ...good, loadedAt: context.clock.now(), etag };
  const transition = {
    ...{ next: withHead(before.state, head), from: "loaded", to: "loaded" },
    reason: `${head.list} from ${source}: unchanged since ${head.publishedAt}`,
  };
  const { writes } = transitionWrites(before, [transition], context);
  return { writes, result: { head, before: good, changed: false, added: 0, removed: 0 } };
}

async function newVersion(
  context: LoadContext,
  before: Aggregate<Catalogue>,
  good: ListHead | undefined,
  { list, source, byHand = false, etag = null }: LoadInput,
  { file, parsed }: { file: StoredFile; parsed: ParsedList },
): Promise<Plan<LoadedList>> {
  const now = context.clock.now();
  const spec = listSpecs[list];
  const problem = implausible(parsed, { spec, good, byHand, now });
  if (problem !== undefined) throw new ListImplausible(problem);
  // Without it the history of what was taken off would be lost.
  const previous = good ? await indexAt(context.listStore, good.indexKey) : null;
  const index = buildIndex(parsed, previous, { list, sha256: file.sha256 }, now);
  const changes = changesBetween(previous, index);
  const counts = { added: addressCount(changes.added), removed: addressCount(changes.removed) };
  const other = good && !byHand ? anotherList(counts.removed, good) : undefined;
  if (other !== undefined) throw new ListImplausible(other);
  const { title, staleAfterSeconds } = spec;
  const head: ListHead = {
    ...{ ...versionOf(index), title, loadedAt: now, since: now, source },
    ...{ indexKey: await storeIndex(context, index), fileKey: file.key, staleAfterSeconds, etag },
  };
  const next = { ...withHead(before.state, head), version: before.state.version + 1 };
  const transition = {
    ...{ next, from: good ? "loaded" : null, to: "loaded" },
    reason: `${list} of ${head.publishedAt} from ${source}: ${head.records} addresses, ${counts.added} added, ${counts.removed} removed`,
  };
  const { publishedAt, sha256 } = head;
  const step: ListStep = {
    ...{ version: next.version, list, at: now, ...counts, publishedAt, sha256, source },
    ...{ before: good?.indexKey ?? null, after: head.indexKey },
  };
  const { writes } = transitionWrites(before, [transition], context);
  return {
    writes: [
      ...writes,
      { put: versionRow(step), expect: "absent" },
      { put: versionPointer(step, sha256), expect: "any" },
    ],
    result: { head, before: good ?? null, changed: true, ...counts },
  };
}

/** An address without what may let somebody in there: name, password and query. */
function bareSource(source: string): string {
  if (!/^https?:/.test(source) || !URL.canParse(source)) return source;
  const { origin, pathname } = new URL(source);
  return `${origin}${pathname}`;
}

function withHead(catalogue: Catalogue, head: ListHead): Catalogue {
  const others = catalogue.lists.filter(({ list }) => list !== head.list);
  return { ...catalogue, lists: [...others, head].sort((one, other) => (one.list < other.list ? -1 : 1)) };
}

/** Under its own hash, so that two loads at once cannot write over one another. */
async function storeIndex({ listStore }: LoadContext, index: StoredIndex): Promise<string> {
  const sha256 = createHash("sha256").update(JSON.stringify(index)).digest("hex");
  const key = `indexes/${index.list}/${sha256}.json`;
  await listStore.writeIndex(key, index);
  return key;
}

/** What publishers' lists are fetched and loaded with. */
export interface FetchContext extends LoadContext {
  readonly fetch: FetchList;
  readonly log: Log;
  readonly meter: Meter;
}

export type FetchResult = Pick<LoadedList, "changed" | "added" | "removed"> | "refused" | "failed";

/** Fetches every list that has an address. What is no list, or not this one, is refused and told of, and the good one stays; one list's trouble is not another's. */
export async function fetchLists(context: FetchContext): Promise<Readonly<Record<string, FetchResult>>> {
  const done: Record<string, FetchResult> = {};
  for (const list of listIds) {
    const { url } = listSpecs[list];
    if (url !== null) done[list] = await fetchOne(context, list, url);
  }
  return done;
}

async function fetchOne(context: FetchContext, list: (typeof listIds)[number], url: string): Promise<FetchResult> {
  try {
    const { changed, added, removed } = await fetchList(context, list, url);
    return { changed, added, removed };
  } catch (error) {
    const isRefused = error instanceof ListUnreadable || error instanceof ListImplausible;
    context.meter.count("ListRefused", 1);
    context.log.error(isRefused ? "list refused" : "list not loaded", {
      ...{ requestId: context.requestId, operation: "load-lists", correlationId: context.requestId, list },
      ...(isRefused ? { why: error.message } : { error: errorText(error) }),
    });
    return isRefused ? "refused" : "failed";
  }
}
