import { duePartitions } from "./due-index.ts";
import { inOrder } from "./map-concurrent.ts";
import type { Row, Store } from "./ports.ts";
import { rowsAt } from "./read-records.ts";
import { placeOf } from "./row-keys.ts";

/** Partitions that are read side by side. */
const atOnce = 16;

function sortOf(row: Row): string {
  return placeOf(row, "due").sort;
}

/** The rows listed as due up to a place in the index, what is due longest first, at most `limit` and no partition more than its share, whole: the index tells their keys, the book their state. */
export async function dueRows(store: Store, upTo: string, limit: number, partitions = duePartitions): Promise<Row[]> {
  const share = Math.ceil(limit / partitions.length);
  const pages = await inOrder(partitions, atOnce, (pk) => store.page({ index: "due", pk, upTo, limit: share }));
  const keys = pages
    .flat()
    .sort((one, other) => (sortOf(one) < sortOf(other) ? -1 : 1))
    .slice(0, limit);
  const rows = await rowsAt(
    { store },
    keys.map(({ pk, sk }) => ({ pk, sk })),
  );
  return rows.flatMap((row) => row ?? []);
}
