import type { Key, Row, Store } from "./ports.ts";

/** The most that one read takes. */
const readLimit = 100;

/** The rows at these keys, in their order; more than 100 in several calls. */
export async function rowsAt(
  { store }: { readonly store: Pick<Store, "read"> },
  keys: readonly Key[],
): Promise<(Row | undefined)[]> {
  const rows: (Row | undefined)[] = [];
  for (let start = 0; start < keys.length; start += readLimit)
    rows.push(...(await store.read(keys.slice(start, start + readLimit))));
  return rows;
}
