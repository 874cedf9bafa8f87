import { type IdPrefix, idOf } from "../../domain/core/id.ts";
import { loadAggregate, type RecordType } from "./aggregate.ts";
import type { ReadContext } from "./context.ts";
import type { Key, Row } from "./ports.ts";
import { rowsAt } from "./read-records.ts";
import { rowKey } from "./row-keys.ts";

/** What records are shown with: the moment, and where the interface and people's pages are served. */
export interface ViewContext extends ReadContext {
  readonly publicUrl: string;
  readonly pagesUrl: string;
}

/** A kind of record that others may show within themselves. */
export interface Embeddable<V> {
  /** Where the record with this id is; undefined for a text that is no id of it. */
  readonly keyOf: (id: string) => Key | undefined;
  /** The record as clients see it; null where there is none, and where it is another tenant's. */
  readonly shown: (row: Row | undefined, tenantId: string, context: ViewContext) => V | null;
}

/** A kind of record with ids of its own; `rowId` says whose row it is part of, where that is another's. */
export function embeddable<S, V>(
  prefix: IdPrefix,
  kind: RecordType<S>,
  view: (state: S, context: ViewContext) => V,
  rowId: (id: string) => string = (id) => id,
): Embeddable<V> {
  const ids = idOf(prefix);
  return {
    keyOf: (id) => (ids.safeParse(id).success ? rowKey(rowId(id)) : undefined),
    shown: (row, tenantId, context) => {
      const state = loadAggregate(kind, row)?.state;
      return state !== undefined && kind.tenantId(state) === tenantId ? view(state, context) : null;
    },
  };
}

/** How a record leads to what it embeds: by an id, by several, within its own row, or by a list of its own, which is for the reading of one record alone. */
type Join<S, V> =
  | { readonly of: Embeddable<V>; readonly id: (record: S) => string | null }
  | { readonly of: Embeddable<V>; readonly ids: (record: S) => readonly string[] }
  | { readonly own: (record: S) => V }
  | { readonly list: (record: S, context: ViewContext) => Promise<V> };

/** What a kind of record can embed, by the names that `expand` takes. */
export type Joins<S> = Readonly<Record<string, Join<S, unknown>>>;

type Shown<J> = J extends { readonly ids: unknown; readonly of: Embeddable<infer V> }
  ? V[]
  : J extends { readonly of: Embeddable<infer V> }
    ? V | null
    : J extends { readonly own: (...record: never) => infer V }
      ? V
      : J extends { readonly list: (...record: never) => Promise<infer V> }
        ? V
        : never;

/** What a record shows beside its own fields: a field for each name that was asked for. */
export type EmbeddedFields<J> = { readonly [N in keyof J]?: Shown<J[N]> };

/** A call that may ask for something to be embedded; names come once each. */
interface ExpandingCall<N> {
  readonly principal: { readonly tenantId: string };
  readonly query: { readonly expand?: readonly N[] | undefined };
}

/** What the records of a page embed: one call for every hundred different rows that they lead to, and none where nothing is asked for. */
export function embedRecords<S, J extends Joins<S>>(
  context: ViewContext,
  joins: J,
  { principal: { tenantId }, query }: ExpandingCall<keyof J & string>,
  records: readonly S[],
): Promise<(record: S) => EmbeddedFields<J>> {
  return embedOwned(context, joins, query, records, () => tenantId);
}

/** The same for an operator, who reads everybody's: a record embeds what is of its own owner alone. */
export function embedForOperator<S, J extends Joins<S>>(
  context: ViewContext,
  joins: J,
  { query }: Pick<ExpandingCall<keyof J & string>, "query">,
  records: readonly S[],
  ownerOf: (record: S) => string,
): Promise<(record: S) => EmbeddedFields<J>> {
  return embedOwned(context, joins, query, records, ownerOf);
}

async function embedOwned<S, J extends Joins<S>>(
  context: ViewContext,
  joins: J,
  { expand = [] }: ExpandingCall<keyof J & string>["query"],
  records: readonly S[],
  ownerOf: (record: S) => string,
): Promise<(record: S) => EmbeddedFields<J>> {
  const asked = expand.flatMap((name): [string, Join<S, unknown>][] => {
    const join = joins[name];
    return join === undefined ? [] : [[name, join]];
  });
  const found = await rowsOf(context, asked, records);
  const lists = await listsOf(context, asked, records);
  return (record) => {
    const owner = ownerOf(record);
    const one = (of: Embeddable<unknown>, id: string | null) =>
      id === null ? null : of.shown(found.get(of.keyOf(id)?.pk ?? ""), owner, context);
    const fields = asked.map(([name, join]) => {
      if ("own" in join) return [name, join.own(record)];
      if ("list" in join) return [name, lists.get(name)?.get(record)];
      if ("id" in join) return [name, one(join.of, join.id(record))];
      return [name, join.ids(record).flatMap((id) => one(join.of, id) ?? [])];
    });
    return Object.fromEntries(fields) as EmbeddedFields<J>;
  };
}

type Asked<S> = readonly (readonly [string, Join<S, unknown>])[];

async function rowsOf<S>(
  context: ViewContext,
  asked: Asked<S>,
  records: readonly S[],
): Promise<ReadonlyMap<string, Row | undefined>> {
  const keys = new Map<string, Key>();
  for (const [, join] of asked) {
    if (!("of" in join)) continue;
    const ids = records.flatMap((record) => ("id" in join ? (join.id(record) ?? []) : join.ids(record)));
    for (const id of ids) {
      const key = join.of.keyOf(id);
      if (key) keys.set(key.pk, key);
    }
  }
  const wanted = [...keys.values()];
  const rows = await rowsAt(context, wanted);
  return new Map(wanted.map(({ pk }, at) => [pk, rows[at]]));
}

async function listsOf<S>(
  context: ViewContext,
  asked: Asked<S>,
  records: readonly S[],
): Promise<ReadonlyMap<string, ReadonlyMap<S, unknown>>> {
  const lists = asked.flatMap(([name, join]) => ("list" in join ? [{ name, list: join.list }] : []));
  const read = lists.map(async ({ name, list }) => {
    const shown = await Promise.all(records.map(async (record) => [record, await list(record, context)] as const));
    return [name, new Map(shown)] as const;
  });
  return new Map(await Promise.all(read));
}
