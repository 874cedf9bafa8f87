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

/** Keys that a partition is read for at least: about what one read unit of its index holds. Many partitions, each read for no more than its share of a small number, would leave most of what is due in a few of them. */
const leastKeys = 25;

/** The rows listed as due up to a place in the index, at most `limit`, whole: of each partition its share, what is due longest first, and where that leaves room more of those that have it. The index tells their keys, the book their state. */
export async function dueRows(store: Store, upTo: string, limit: number, partitions = duePartitions): Promise<Row[]> {
  const share = Math.ceil(limit / partitions.length);
  const most = Math.min(limit, Math.max(share, leastKeys));
  const pages = await inOrder(partitions, atOnce, (pk) => store.page({ index: "due", pk, upTo, limit: most }));
  const longestFirst = (rows: Row[]) => rows.sort((one, other) => (sortOf(one) < sortOf(other) ? -1 : 1));
  const shares = longestFirst(pages.flatMap((page) => page.slice(0, share)));
  const more = longestFirst(pages.flatMap((page) => page.slice(share)));
  const keys = [...shares, ...more].slice(0, limit);
  const rows = await rowsAt(
    { store },
    keys.map(({ pk, sk }) => ({ pk, sk })),
  );
  return rows.flatMap((row) => row ?? []);
}
