import { changesBetween } from "../domain/list-index.ts";
import type { ListHead, StoredIndex } from "../domain/listed.ts";
import type { Desk } from "./desk.ts";
import { type ListStep, readCatalogue, stepsSince } from "./list-catalogue.ts";
import type { ListStore } from "./ports-screening.ts";

/** What tells changes: the book's catalogue, and the store's indexes. */
export interface ChangesDesk extends Pick<Desk, "book"> {
  readonly store: Pick<ListStore, "readIndex">;
}

/** An address that came onto a list, or went off it; once for each party that it belongs to there. */
export interface ChangedAddress {
  readonly list: string;
  readonly address: string;
}

/** What happened to the lists after a version of the catalogue, up to `version`; `more` where that is not the last one yet. */
export interface ListsChanged {
  readonly version: number;
  readonly lists: readonly ListHead[];
  readonly added: readonly ChangedAddress[];
  readonly removed: readonly ChangedAddress[];
  readonly more: boolean;
}

/** Addresses after which an answer ends with the step that it is at: 200 KB or so of JSON. */
const enoughAddresses = 2_000;

/** Steps of one answer, each two indexes to read. */
const mostSteps = 20;

/** What changed since a version. One that this catalogue never had counts as 0: whoever says it knew another one. */
export async function listChangesSince(desk: ChangesDesk, since: number): Promise<ListsChanged> {
  const { version: last, lists } = await readCatalogue(desk);
  const from = since > last ? 0 : since;
  const steps = await stepsSince(desk, from, mostSteps);
  const added: ChangedAddress[] = [];
  const removed: ChangedAddress[] = [];
  let version = from;
  for (const step of steps) {
    const { before, after } = await indexesOf(desk, step);
    const changes = changesBetween(before, after);
    added.push(...changes.added.map(({ address }) => ({ list: step.list, address })));
    removed.push(...changes.removed.map(({ address }) => ({ list: step.list, address })));
    version = step.version;
    if (added.length + removed.length >= enoughAddresses) break;
  }
  return { version, lists, added, removed, more: version < last };
}

async function indexesOf({ store }: ChangesDesk, { before, after }: ListStep) {
  const [was, is] = await Promise.all([before === null ? null : read(store, before), read(store, after)]);
  return { before: was, after: is };
}

async function read(store: ChangesDesk["store"], key: string): Promise<StoredIndex> {
  const index = await store.readIndex(key);
  if (index === null) throw new Error(`the store has no index ${key}`);
  return index;
}
