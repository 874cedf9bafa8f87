import type { ListHead } from "../../domain/screening/list-entry.ts";
import { changesBetween } from "../../domain/screening/list-index.ts";
import { longestValue } from "../../domain/screening/screen-value.ts";
import type { StoreContext } from "../core/context.ts";
import type { ListsRead } from "../gate/ports.ts";
import { type ListStep, readCatalogue, stepsSince } from "./list-catalogue.ts";
import { indexAt } from "./list-memory.ts";
import type { ListStore } from "./ports.ts";

/** What tells changes: the book's catalogue, and the store's indexes. */
export interface ListChangesContext extends StoreContext {
  readonly listStore: Pick<ListStore, "readIndex">;
}

/** An address that came onto a list, or went off it; once for each party that it belongs to there. */
export interface ChangedAddress {
  readonly list: string;
  readonly address: string;
}

/** What happened to the lists after a place, up to the one that it names; `more` where that is not the end yet. */
export interface ListChanges extends ListsRead {
  readonly lists: readonly ListHead[];
  readonly added: readonly ChangedAddress[];
  readonly removed: readonly ChangedAddress[];
  readonly more: boolean;
}

/** Addresses of one answer: 200 KB or so of JSON, and never 1 MB. */
const mostTold = 2_000;

/** Steps of one answer, each two indexes to read. */
const mostSteps = 20;

/** What changed since a place. A version that this catalogue never had counts as 0: whoever says it knew another one. */
export async function listChangesSince(context: ListChangesContext, since: ListsRead): Promise<ListChanges> {
  const { version: last, lists } = await readCatalogue(context);
  const from = since.version > last ? { version: 0, skip: 0 } : since;
  const steps = await stepsSince(context, from.version, mostSteps);
  const response: { readonly added: ChangedAddress[]; readonly removed: ChangedAddress[] } = { added: [], removed: [] };
  let { version } = from;
  let skip = steps.length === 0 ? 0 : from.skip;
  let left = mostTold;
  for (const step of steps) {
    const changes = await changesOf(context, step);
    const part = changes.slice(skip, skip + left);
    for (const { kind, ...each } of part) response[kind].push(each);
    left -= part.length;
    skip += part.length;
    if (skip < changes.length) break;
    ({ version } = step);
    skip = 0;
  }
  return { version, skip, lists, ...response, more: version < last };
}

/** The changes of a step in an order that stays. What is longer than a value that can be asked about is nobody's address. */
export async function changesOf(context: ListChangesContext, step: ListStep) {
  const { previous, next } = await indexesOf(context, step);
  const { added, removed } = changesBetween(previous, next);
  const { list } = step;
  return [
    ...added.map(({ address }) => ({ kind: "added" as const, list, address })),
    ...removed.map(({ address }) => ({ kind: "removed" as const, list, address })),
  ].filter(({ address }) => address.length <= longestValue);
}

async function indexesOf({ listStore }: ListChangesContext, { before, after }: ListStep) {
  const was = before === null ? null : indexAt(listStore, before);
  const [previous, next] = await Promise.all([was, indexAt(listStore, after)]);
  return { previous, next };
}
