import { duePartitions } from "./due-index.ts";
import type { Row, Store } from "./ports.ts";
import { rowsAt } from "./read-records.ts";

/** The rows listed as due up to a place in the index, at most `limit` and no partition more than its share, whole: the index tells their keys, the book their state. */
export async function dueRows(store: Store, upTo: string, limit: number, partitions = duePartitions): Promise<Row[]> {
  const keys: Row[] = [];
  const share = Math.ceil(limit / partitions.length);
  for (const pk of partitions) {
    const left = Math.min(share, limit - keys.length);
    if (left > 0) keys.push(...(await store.page({ index: "due", pk, upTo, limit: left })));
  }
  const rows = await rowsAt(
    { store },
    keys.map(({ pk, sk }) => ({ pk, sk })),
  );
  return rows.flatMap((row) => row ?? []);
}
