import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { IndexName, Key, PageQuery, Row } from "../../app/core/ports.ts";
import { indexNames } from "./dynamo-item.ts";

type Item = Record<string, AttributeValue>;

export function keyItem(key: Key): Item {
  return { pk: { S: key.pk }, sk: { S: key.sk } };
}

/** The stretch of sort keys that a page is narrowed to. */
export function stretch({ prefix, from, upTo }: PageQuery): { condition: string; values: Item } {
  if (prefix !== undefined) return { condition: " AND begins_with(#s, :s)", values: { ":s": { S: prefix } } };
  if (from !== undefined && upTo !== undefined)
    return { condition: " AND #s BETWEEN :f AND :s", values: { ":f": { S: from }, ":s": { S: upTo } } };
  if (from !== undefined) return { condition: " AND #s >= :f", values: { ":f": { S: from } } };
  return upTo === undefined
    ? { condition: "", values: {} }
    : { condition: " AND #s <= :s", values: { ":s": { S: upTo } } };
}

/** Where a page begins: after a place, in whichever of its lanes. */
export function startKey(after: NonNullable<PageQuery["after"]>, index: IndexName | undefined, pk: string): Item {
  if (!index) return keyItem({ pk, sk: after.sk });
  const [pkName, skName] = indexNames[index];
  return { ...keyItem(after), [pkName]: { S: pk }, [skName]: { S: after.sort } };
}

/** As many of them together as one call takes. */
export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => at * size);
  return starts.map((start) => all.slice(start, start + size));
}

type IndexPlace = readonly [string, string] | undefined;

/** Whether a row stands where an index lists it. */
export function isAt(place: IndexPlace, listed: IndexPlace): boolean {
  return place?.[0] === listed?.[0] && place?.[1] === listed?.[1];
}

/** The rows of several lanes as those of one list: in its order, and no more than were asked for. */
export function mergedRows(
  lanes: readonly (readonly Row[])[],
  { index, newestFirst = false, limit }: PageQuery,
): Row[] {
  const sortOf = ({ sk, index: places }: Row) => (index ? (places?.[index]?.[1] ?? "") : sk);
  const rows = lanes.flat().sort((one, other) => (sortOf(one) < sortOf(other) === newestFirst ? 1 : -1));
  return rows.slice(0, limit);
}
