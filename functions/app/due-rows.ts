import { duePartitions } from "./due.ts";
import type { Book, Row } from "./ports.ts";

const batch = 100;

/** The rows listed as due up to a place in the index, at most `limit` and no partition more than its share, whole: the index tells their keys, the book their state. */
export async function dueRows(
  book: Book,
  upTo: string,
  limit: number,
  partitions = duePartitions,
): Promise<Row[]> {
  const keys: Row[] = [];
  const share = Math.ceil(limit / partitions.length);
  for (const pk of partitions) {
    const left = Math.min(share, limit - keys.length);
    if (left > 0) keys.push(...(await book.page({ index: "due", pk, upTo, limit: left })));
  }
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += batch) {
    const read = await book.read(keys.slice(start, start + batch).map(({ pk, sk }) => ({ pk, sk })));
    rows.push(...read.flatMap((row) => (row ? [row] : [])));
  }
  return rows;
}
