import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { IndexName, Row } from "../../app/core/ports.ts";
import { bodyToStore } from "../../domain/core/stored-body.ts";
import { listOfLane } from "./lanes.ts";
import { storedBody, storedText, textOf } from "./stored-text.ts";

/** The attributes of each index: partition and sort key. */
export const indexNames: Readonly<Record<IndexName, readonly [string, string]>> = {
  list: ["listPk", "listSk"],
  status: ["statusPk", "statusSk"],
  group: ["groupPk", "groupSk"],
  due: ["duePk", "dueSk"],
  ref: ["refPk", "refSk"],
  review: ["reviewPk", "reviewSk"],
  outbox: ["outboxPk", "outboxSk"],
};

const text = z.object({ S: z.string() });

const item = z.object({
  pk: text,
  sk: text,
  v: z.object({ N: z.string() }).optional(),
  type: text.optional(),
  body: storedBody.optional(),
  ttl: z.object({ N: z.string() }).optional(),
  outbox: z.object({ S: z.enum(["aggregate", "pending"]) }).optional(),
  workflow: z.object({ BOOL: z.literal(true) }).optional(),
  counted: z.object({ N: z.string() }).optional(),
});

/** The partition in which a list has a row. */
type PartitionFor = (index: IndexName, list: string) => string;

/** A row as an item. The body is kept as JSON, so that what was hashed comes back to the byte; what a newer release stored of it is in it again. */
export function itemOf(row: Row): Record<string, AttributeValue> {
  return itemListedIn(row, (_, list) => list);
}

/** The same, listed in the partitions that are said for its lists. */
export function itemListedIn(row: Row, partitionFor: PartitionFor): Record<string, AttributeValue> {
  const flat: Record<string, AttributeValue> = {
    pk: { S: row.pk },
    sk: { S: row.sk },
    v: { N: String(row.v) },
    type: { S: row.type },
    body: storedText(row.type, JSON.stringify(bodyToStore(row.body))),
  };
  for (const [name, place] of Object.entries(row.index ?? {})) {
    const [pkName, skName] = indexNames[name as IndexName];
    flat[pkName] = { S: partitionFor(name as IndexName, place[0]) };
    flat[skName] = { S: place[1] };
  }
  if (row.ttl !== undefined) flat.ttl = { N: String(row.ttl) };
  if (row.outbox !== undefined) flat.outbox = { S: row.outbox };
  if (row.workflow) flat.workflow = { BOOL: true };
  if (row.counted !== undefined) flat.counted = { N: String(row.counted) };
  return flat;
}

/** An item as a row; an index that projects keys only leaves the rest empty. */
export function rowOf(raw: Record<string, AttributeValue>): Row {
  const read = item.parse(raw);
  const type = read.type?.S ?? "";
  const index: NonNullable<Row["index"]> = {};
  for (const [name, [pkName, skName]] of Object.entries(indexNames)) {
    const pk = raw[pkName]?.S;
    const sk = raw[skName]?.S;
    if (pk !== undefined && sk !== undefined) index[name as IndexName] = [listOfLane(pk), sk];
  }
  return {
    pk: read.pk.S,
    sk: read.sk.S,
    v: Number(read.v?.N ?? 0),
    type,
    body: read.body === undefined ? undefined : JSON.parse(textOf(type, read.body)),
    index,
    ...(read.ttl === undefined ? {} : { ttl: Number(read.ttl.N) }),
    ...(read.outbox === undefined ? {} : { outbox: read.outbox.S }),
    ...(read.workflow === undefined ? {} : { workflow: true }),
    ...(read.counted === undefined ? {} : { counted: Number(read.counted.N) }),
  };
}
