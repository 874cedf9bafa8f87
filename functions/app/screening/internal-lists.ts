import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import type { Transition } from "../../domain/core/transition.ts";
import {
  approveEntry,
  isInForce,
  type OwnListEntry,
  type OwnStatus,
  type OwnWord,
  ownEntryOf,
  proposeEntry,
  proposeWithdrawal,
  rejectEntry,
} from "../../domain/screening/internal-list.ts";
import { readQuestion } from "../../domain/screening/screen-value.ts";
import { type Aggregate, creationWrites, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import type { Key, Row, Store, Write } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { rowKey, wholeList } from "../core/row-keys.ts";
import { internalListRecordType, ownEntries, ownEntriesOf, ownKeys } from "./internal-list-record.ts";

export type NewOwnEntry = Pick<OwnListEntry, "kind" | "value" | "category" | "entity"> & { readonly reason: string };

function load(context: StoreContext, id: string): Promise<Aggregate<OwnListEntry>> {
  return getRecord(context, internalListRecordType, id, "entry");
}

/** Proposes an entry. Refuses what cannot be an address, and what is in force already. */
export function proposeOwnEntry(context: Context, input: NewOwnEntry): Promise<OwnListEntry> {
  return change<OwnListEntry>(context, async () => {
    const question = readQuestion({ type: "wallet", value: input.value, chain: null });
    if (question instanceof Refusal) return question;
    const { kind, category, entity, reason } = input;
    const { value } = question;
    const taken = refuseTwice(await context.store.read(ownKeys(value)), kind);
    if (taken) return taken;
    const now = context.clock.now();
    const id = context.newId("own", now);
    const transition = proposeEntry({ id, kind, value, category, entity }, reason, { actor: context.actor, now });
    return { writes: creationWrites(internalListRecordType, transition, context), result: transition.next };
  });
}

function refuseTwice(rows: readonly (Row | undefined)[], kind: OwnListEntry["kind"]): Refusal | undefined {
  const known = ownEntriesOf(rows).find((each) => each.kind === kind);
  if (!known) return undefined;
  const message = `the own ${kind} list has this value: ${known.id}`;
  return new Refusal("own_entry_exists", message, { extra: { id: known.id } });
}

export async function getOwnEntry(context: StoreContext, id: string): Promise<OwnListEntry> {
  return (await load(context, id)).state;
}

export function listOwnEntries(context: StoreContext, query: ListQuery<OwnStatus>): Promise<ListPage<OwnListEntry>> {
  return listAggregates(context, internalListRecordType, wholeList("own", query.status), query);
}

export function withdrawOwnEntry(context: Context, id: string, reason: string): Promise<OwnListEntry> {
  return decideEntry(context, id, (state, { actor, now }) => proposeWithdrawal(state, reason, { actor, now }));
}

/** Agrees to an entry or to its withdrawal; from then on it counts, or counts no more, in every verdict. */
export function approveOwnEntry(context: Context, id: string, note: string | null): Promise<OwnListEntry> {
  return decideEntry(context, id, (state, word) => approveEntry(state, { ...word, note }));
}

/** Says no to an entry or to its withdrawal, or takes one's own proposal back. */
export function rejectOwnEntry(context: Context, id: string, note: string | null): Promise<OwnListEntry> {
  return decideEntry(context, id, (state, word) => rejectEntry(state, { ...word, note }));
}

function decideEntry(
  context: Context,
  id: string,
  decide: (state: OwnListEntry, word: OwnWord) => Transition<OwnListEntry> | Refusal,
): Promise<OwnListEntry> {
  return change<OwnListEntry>(context, async () => {
    const found = await load(context, id);
    const transition = decide(found.state, { actor: context.actor, note: null, now: context.clock.now() });
    if (transition instanceof Refusal) return transition;
    const effect = await effectWrites(context, found.state, transition.next);
    if (effect instanceof Refusal) return effect;
    return { writes: [...transitionWrites(found, [transition], context).writes, ...effect], result: transition.next };
  });
}

const versionKey: Key = rowKey("own-list-version");
const changesPartition = "own-list-changes";

function changeKey(version: number): Key {
  return { pk: changesPartition, sk: String(version).padStart(10, "0") };
}

/** What follows where an entry begins or ceases to count: the rows that verdicts read, and one more version of the own lists with what it changed. */
async function effectWrites(
  context: ReadContext,
  before: OwnListEntry,
  next: OwnListEntry,
): Promise<Write[] | Refusal> {
  if (isInForce(before) === isInForce(next)) return [];
  const keys = ownKeys(next.value);
  const [version, ...rows] = await context.store.read([versionKey, ...keys]);
  const taken = isInForce(next) ? refuseTwice(rows, next.kind) : undefined;
  if (taken) return taken;
  const v = (version?.v ?? 0) + 1;
  const change = { ...changeKey(v), v: 1, type: "own_change", body: { value: next.value } };
  const counted = { ...versionKey, v, type: "own_version", body: version?.body ?? {} };
  return [
    ...keys.map((key, at): Write => {
      const row = rows[at];
      const others = ownEntriesOf([row]).filter(({ id }) => id !== next.id);
      const entries = isInForce(next) ? [...others, ownEntryOf(next)] : others;
      const body = { ...(row && readBody(ownEntries, row.body)), entries };
      const put = { ...key, v: (row?.v ?? 0) + 1, type: "own_entries", body };
      return { put, expect: row?.v ?? "absent" };
    }),
    { put: counted, expect: version?.v ?? "absent" },
    { put: change, expect: "absent" },
  ];
}

/** What changed on the own lists after a version of them, oldest first; 0 is before there was anything. */
export interface OwnChanges {
  /** The version that these changes lead to, from which the rest is asked. */
  readonly version: number;
  readonly values: readonly string[];
  readonly more: boolean;
}

const changed = z.object({ value: z.string() });

/** The values about which the own lists changed their mind, at most `limit`. */
export async function ownChangesSince(store: Store, version: number, limit = 100): Promise<OwnChanges> {
  const from = changeKey(version + 1).sk;
  const rows = await store.page({ pk: changesPartition, from, limit });
  return {
    version: version + rows.length,
    values: rows.map((row) => changed.parse(row.body).value),
    more: rows.length === limit,
  };
}
