import { Refusal } from "../../domain/core/refusal.ts";
import { loadAggregate, type RecordType } from "./aggregate.ts";
import type { StoreContext } from "./context.ts";
import type { Row } from "./ports.ts";
import { rowKey } from "./row-keys.ts";

/** A record that an operator's words name, with a line to recognise it by. */
export interface FoundRecord<K extends string> {
  readonly kind: K;
  readonly id: string;
  readonly tenantId: string;
  readonly title: string;
  readonly status: string;
  readonly at: string;
}

/** Longest text that can be searched for: a wallet's. */
const longestQuery = 256;

/** Records that a search shows at most, and pointers that it reads of each kind. */
export const resultLimit = 50;

/** What an operator pasted, without blanks around it. Refuses blank text and over 256 characters. */
export function searchText(q: string): string {
  const text = q.trim();
  if (text === "" || text.length > longestQuery)
    throw new Refusal("validation_error", `q: 1 to ${longestQuery} characters`, {
      fields: [{ path: "q", message: `1 to ${longestQuery} characters, not blank` }],
    });
  return text;
}

/** As ids are written, however it was typed. */
export function spelt(id: string): string {
  return id.slice(0, 4).toLowerCase() + id.slice(4).toUpperCase();
}

/** Reads a row of its type as what was found by an id; undefined for rows of other types. */
export type Finder<K extends string> = (row: Row, id: string) => FoundRecord<K> | undefined;

interface Searchable {
  readonly id: string;
  readonly createdAt: string;
  readonly status?: string;
}

/** The finder of a noun's records, by what each is called; `otherwise` is for ids that mean a part of it, and for a status that the record does not say itself. */
export function finder<K extends string, S extends Searchable>(
  kind: K,
  recordType: RecordType<S>,
  titleOf: (state: S) => string,
  otherwise: (state: S, id: string) => Partial<FoundRecord<K>> = () => ({}),
): Finder<K> {
  return (row, wanted) => {
    const state = loadAggregate(recordType, row)?.state;
    if (!state) return undefined;
    const { id, status = "", createdAt: at } = state;
    const tenantId = recordType.tenantId(state);
    return { kind, id, tenantId, title: titleOf(state), status, at, ...otherwise(state, wanted) };
  };
}

/** The records that some ids name, newest first, at most 50; `rowOf` tells whose row an id's is. */
export async function findRecords<K extends string>(
  { store }: StoreContext,
  ids: readonly string[],
  finders: readonly Finder<K>[],
  rowOf: (id: string) => string = (id) => id,
): Promise<FoundRecord<K>[]> {
  const wanted = [...new Set(ids)].slice(0, resultLimit);
  if (wanted.length === 0) return [];
  const rows = await store.read([...new Set(wanted.map(rowOf))].map(rowKey));
  const byId = new Map(rows.map((row) => [row?.pk, row]));
  return newestFirst(wanted.flatMap((id) => foundOf(finders, id, byId.get(rowOf(id))) ?? []));
}

export function newestFirst<T extends { readonly at: string }>(found: readonly T[]): T[] {
  return found.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function foundOf<K extends string>(
  finders: readonly Finder<K>[],
  id: string,
  row: Row | undefined,
): FoundRecord<K> | undefined {
  if (!row) return undefined;
  for (const find of finders) {
    const found = find(row, id);
    if (found) return found;
  }
  return undefined;
}
