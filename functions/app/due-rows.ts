import { duePartitions } from "./due.ts";
import type { Book, Row } from "./ports.ts";

const batch = 100;

/** The rows listed as due up to a place in the index, at most `limit`, whole: the index tells their keys, the book their state. */
export async function dueRows(book: Book, upTo: string, limit: number): Promise<Row[]> {
  const keys: Row[] = [];
  for (const pk of duePartitions) {
    if (keys.length >= limit) break;
    keys.push(...(await book.page({ index: "due", pk, upTo, limit: limit - keys.length })));
  }
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += batch) {
    const read = await book.read(keys.slice(start, start + batch).map(({ pk, sk }) => ({ pk, sk })));
    rows.push(...read.flatMap((row) => (row ? [row] : [])));
  }
  return rows;
}
