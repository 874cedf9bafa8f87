import { createHash } from "node:crypto";
import * as z from "zod";
import type { EventObjects, EventSubject } from "../../domain/core/event.ts";
import { posting } from "../../domain/core/ledger.ts";
import { changedFields, isOperator, platform } from "../../domain/core/operator.ts";
import type { ShownCounts } from "../../domain/core/overview-counts.ts";
import { bodyToStore, following, readBody } from "../../domain/core/stored-body.ts";
import { type Instant, monthOf } from "../../domain/core/time.ts";
import { isOfWorkflow, type SideEffect, type Transition } from "../../domain/core/transition.ts";
import { unitChanges, unitPosting, type WalletPosition } from "../../domain/core/wallet-ledger.ts";
import type { AuditContext } from "./context.ts";
import { outboxIndex } from "./due-index.ts";
import { follow } from "./follow.ts";
import { addressWrites, withoutAddresses } from "./letter-address.ts";
import type { Key, Row, Write } from "./ports.ts";
import { rowKey } from "./row-keys.ts";
import { type PersonalFields, sealedState, sealedTransition } from "./seal-transition.ts";
import { eventCounts, eventsToStore, objectsToStore, storedEvent, storedObjects } from "./stored-event.ts";

/** A value that finds a record, and the indexes that list the row which says so. */
export interface Pointer {
  readonly value: string;
  readonly index?: NonNullable<Row["index"]>;
}

/** How a noun is stored: its row, its schema, and the indexes that list it. */
export interface RecordType<S> {
  readonly type: string;
  readonly schema: z.ZodType<S>;
  /** Its own partition where this is left out. */
  key?(id: string): Key;
  id(state: S): string;
  tenantId(state: S): string;
  index?(state: S): NonNullable<Row["index"]>;
  /** What operators find it by beside its id, and by what it had before: a value's pointer is written with the state that comes to have it, and stays. */
  pointers?(state: S): readonly Pointer[];
  /** Operators also act upon it without changing it: its entries are listed with those acts. */
  readonly actedUpon?: true;
  /** What of it the audit trail may show before and after an operator's change; all of it where this is left out. */
  shown?(state: S): Record<string, unknown>;
  /** Whose data it is and which of its texts are that person's own: stored, and told on its trail, sealed under that person's key alone. */
  personal?: PersonalFields<S>;
  /** What its events show of the thing that they are about, as the interface shows that at a moment. */
  eventObject?(about: EventSubject, state: S, at: Instant): EventObjects[EventSubject];
  /** How it stands with a wallet at its rail, by its state alone; null where none holds anything of it. What a transition changes of that is posted in stablecoin. */
  wallet?(state: S): WalletPosition | null;
  /** What the public overview counts of a change; every such entry is handed on. */
  shows?(before: S | null, next: S, at: Instant): ShownCounts;
}

/** Number, hash and time of an aggregate's last audit entry, and how many events it has told. */
const head = z.looseObject({
  seq: z.int(),
  hash: z.string(),
  at: z.string().optional(),
  events: eventCounts.optional(),
});

type Head = z.infer<typeof head>;

/** An aggregate as read: its state, its version, and the end of its audit chain. */
export interface Aggregate<S> {
  readonly kind: RecordType<S>;
  readonly v: number;
  readonly head: Head;
  readonly state: S;
  /** Its place on the outbox, where entries of it may not have been handed on. */
  readonly mark?: readonly [string, string];
  /** What a newer release stored beside the two. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** One line of the audit trail: who moved what, when and why, with the ledger postings and events of the same transition. */
export const entry = z.object({
  aggregateId: z.string(),
  aggregateType: z.string(),
  tenantId: z.string(),
  seq: z.int(),
  from: z.string().nullable(),
  to: z.string(),
  reason: z.string(),
  actor: z.string(),
  requestId: z.string(),
  /** The operation that was asked for; absent for what the service does by itself. */
  action: z.string().optional(),
  at: z.string(),
  postings: z.array(posting),
  /** The wallet at the rail that it moved stablecoin of, and what it posted there. */
  wallet: z.string().optional(),
  units: z.array(unitPosting).optional(),
  events: z.array(storedEvent),
  objects: storedObjects.optional(),
  follows: z.array(follow),
  /** The fields that an operator changed, as they were and as they are. */
  before: z.record(z.string(), z.unknown()).nullable().optional(),
  after: z.record(z.string(), z.unknown()).nullable().optional(),
  prevHash: z.string(),
  hash: z.string(),
});

export type Entry = z.infer<typeof entry>;

/** The hash that chains an entry to the one before it: SHA-256 over its JSON without the hash itself. */
export function entryHash(body: Omit<Entry, "hash">): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

const genesis: Head = { seq: 0, hash: "0".repeat(64) };

const stored = z.looseObject({ state: z.unknown(), head });

/** The aggregate that a row is; undefined where there is none, or one of another type. */
export function loadAggregate<S>(kind: RecordType<S>, row: Row | undefined): Aggregate<S> | undefined {
  if (row?.type !== kind.type) return undefined;
  const { state, head, ...beside } = stored.parse(row.body);
  const mark = row.index?.outbox;
  return { kind, v: row.v, head, state: readBody(kind.schema, state), ...(mark && { mark }), beside };
}

export function newAggregate<S>(kind: RecordType<S>, state: S): Aggregate<S> {
  return { kind, v: 0, head: genesis, state };
}

/** What makes a record with its first transition. */
export function creationWrites<S>(kind: RecordType<S>, transition: Transition<S>, context: AuditContext): Write[] {
  return transitionWrites(newAggregate(kind, transition.next), [transition], context).writes;
}

/** The audit entries among rows, in their order. */
export function entriesIn(rows: readonly Row[]): Entry[] {
  return rows.flatMap(({ type, body }) => (type === "entry" ? [entry.parse(body)] : []));
}

/** What a run of transitions writes: the row if its version still holds, and one chained entry per audited transition. */
export function transitionWrites<S>(
  read: Aggregate<S>,
  decided: readonly Transition<S>[],
  context: AuditContext,
): { writes: Write[]; after: Aggregate<S> } {
  const end = decided.at(-1);
  if (!end) return { writes: [], after: read };
  const from = { ...read, state: sealedState(read.kind, read.state, context.personal) };
  const transitions = decided.map((each) => sealedTransition(read.kind, each, context.personal));
  const last = transitions.at(-1) ?? end;
  const entries: Write[] = [];
  let { head: chain, mark } = from;
  let before = from.v === 0 ? null : from.state;
  for (const transition of transitions) {
    const was = before;
    const changed = isOperator(context.actor) ? shownChange(from.kind, was, transition.next) : {};
    before = transition.next;
    if (transition.quiet) continue;
    const { written, next } = chained(from, { ...transition, was, end: last.next }, chain, context, changed);
    chain = next;
    const put = entryRow(from.kind, written);
    if (put.outbox) mark ??= outboxIndex(put, written.at);
    const letters = addressWrites(put, written.seq, transition.follows ?? [], written.at);
    entries.push({ put, expect: "absent" }, ...letters);
  }
  const state = following(from.state, last.next);
  const after = { ...from, v: from.v + 1, head: chain, state, ...(mark && { mark }) };
  const put: Row = {
    ...keyOf(from.kind, from.kind.id(last.next)),
    v: after.v,
    type: from.kind.type,
    body: { ...from.beside, state: bodyToStore(after.state), head: chain },
    index: { ...from.kind.index?.(last.next), ...(mark && { outbox: mark }) },
  };
  const row: Write = { put, expect: from.v === 0 ? "absent" : from.v };
  return {
    writes: [row, ...entries, ...pointerWrites(from, last.next)],
    after: { ...after, state: following(read.state, end.next) },
  };
}

/** The partition of the records that have a value, in any case of its letters. */
export function pointerPartition(value: string): string {
  return `find#${value.toLowerCase()}`;
}

/** The rows that say what a record in this state is found by. */
export function pointerRows<S>(kind: RecordType<S>, state: S): Row[] {
  const places = new Map(kind.pointers?.(state).map((each) => [pointerPartition(each.value), each]));
  return [...places].map(([pk, { index }]) => {
    const row = { pk, sk: kind.id(state), v: 1, type: "pointer", body: {} };
    return { ...row, ...(index && { index }) };
  });
}

function pointerWrites<S>(from: Aggregate<S>, next: S): Write[] {
  const known = new Set(from.v === 0 ? [] : pointerRows(from.kind, from.state).map(({ pk }) => pk));
  // A value may come back that it had before: its pointer is there still, and the same.
  return pointerRows(from.kind, next).flatMap((put): Write[] => (known.has(put.pk) ? [] : [{ put, expect: "any" }]));
}

function shownChange<S>(kind: RecordType<S>, before: S | null, after: S): Pick<Entry, "before" | "after"> {
  const shown = (state: S) => kind.shown?.(state) ?? Object.fromEntries(Object.entries(state ?? {}));
  return changedFields(before === null ? null : shown(before), shown(after));
}

function chained<S>(
  from: Aggregate<S>,
  transition: Transition<S> & { readonly was: S | null; readonly end: S },
  chain: Head,
  context: AuditContext,
  changed: Pick<Entry, "before" | "after">,
): { readonly written: Entry; readonly next: Head } {
  // Two machines' clocks differ; a trail never goes back in time, so that each day's part of it is whole.
  const now = context.clock.now();
  const at = chain.at !== undefined && chain.at > now ? chain.at : now;
  // As it is once the change is committed: a receiver that has the last of its events has the truth.
  const view = (about: EventSubject) => from.kind.eventObject?.(about, transition.end, at);
  const { events: told = [], objects = objectsToStore(told, view) } = transition;
  const { events, counts } = eventsToStore(told, chain.events ?? {}, context, at);
  const body = {
    aggregateId: from.kind.id(transition.next),
    aggregateType: from.kind.type,
    tenantId: from.kind.tenantId(transition.next),
    seq: chain.seq + 1,
    from: transition.from,
    to: transition.to,
    reason: transition.reason,
    actor: context.actor,
    requestId: context.requestId,
    ...(context.action === undefined ? {} : { action: context.action }),
    at,
    postings: [...(transition.postings ?? [])],
    ...unitChanges(transition.was && positionOf(from.kind, transition.was), positionOf(from.kind, transition.next)),
    events,
    ...(Object.keys(objects).length > 0 && { objects }),
    follows: [
      ...withoutAddresses(transition.follows ?? []),
      ...showing(from.kind.shows?.(transition.was, transition.next, at)),
    ],
    ...changed,
    prevHash: chain.hash,
  };
  const written = { ...body, hash: entryHash(body) };
  const counted = events.length > 0 && { events: counts };
  return { written, next: { ...chain, seq: written.seq, hash: written.hash, at, ...counted } };
}

function positionOf<S>(kind: RecordType<S>, state: S): WalletPosition | null {
  return kind.wallet?.(state) ?? null;
}

function showing(counts: ShownCounts = {}): SideEffect[] {
  return Object.keys(counts).length === 0 ? [] : [{ kind: "show", counts }];
}

function keyOf<S>(kind: RecordType<S>, id: string): Key {
  return (kind.key ?? rowKey)(id);
}

export function entryKey(aggregate: Key, seq: number): Key {
  return { pk: aggregate.pk, sk: `entry#${String(seq).padStart(8, "0")}` };
}

/** The partition that lists a tenant's audit entries of one month, whoever made them. */
export function auditPartition(tenantId: string, month: string): string {
  return `${tenantId}#audit#${month}`;
}

/** The partition that lists what operators did in one month. */
export function operatorPartition(month: string): string {
  return `${platform}#operator#${month}`;
}

/** The partition of the `ref` index that lists what operators did with something. */
export function actionsAbout(subject: string): string {
  return `action#${subject}`;
}

/** Every entry is listed by tenant and time; those with events are the tenant's event log as well, by month and by name, found by the event's id; an operator's are in the operators' log. */
function entryRow<S>(kind: RecordType<S>, body: Entry): Row {
  const key = entryKey(keyOf(kind, body.aggregateId), body.seq);
  const month = monthOf(body.at);
  const group: readonly [string, string] = [auditPartition(body.tenantId, month), `${body.at}#${key.pk}#${key.sk}`];
  const [event] = body.events;
  const log = {
    ...(isOperator(body.actor) && !event && { list: [operatorPartition(month), group[1]] as const }),
    ...(kind.actedUpon && { ref: [actionsAbout(body.aggregateId), group[1]] as const }),
  };
  const row: Omit<Row, "index"> = {
    ...{ ...key, v: 1, type: "entry", body },
    ...((event || body.follows.length > 0) && { outbox: "aggregate" }),
    ...(body.follows.some(isOfWorkflow) && { workflow: true }),
  };
  if (!event) return { ...row, index: { group, ...log } };
  const place = `${body.at}#${event.id}`;
  const index: NonNullable<Row["index"]> = {
    group,
    list: [`${body.tenantId}#event#${month}`, place],
    status: [`${body.tenantId}#event#${event.name}#${month}`, place],
    ref: [`event#${event.id}`, place],
  };
  return { ...row, index };
}
