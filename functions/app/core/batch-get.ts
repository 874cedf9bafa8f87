import type { Book, Key, Row } from "./ports.ts";

/** The most that one read takes. */
const readLimit = 100;

/** The rows at these keys, in their order; more than 100 in several calls. */
export async function rowsAt(
  { book }: { readonly book: Pick<Book, "read"> },
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  const rows: (Row | undefined)[] = [];
  for (let start = 0; start < keys.length; start += readLimit)
    rows.push(...(await book.read(keys.slice(start, start + readLimit))));
  return rows;
}
