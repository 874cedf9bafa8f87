import type { StoredIndex } from "../../domain/screening/list-entry.ts";
import type { ListStore } from "./ports.ts";

/** The index that the catalogue or a step of it names; throws where the store has lost it. */
export async function indexAt(listStore: Pick<ListStore, "readIndex">, key: string): Promise<StoredIndex> {
  const index = await listStore.readIndex(key);
  if (index === null) throw new Error(`the store has no index ${key}`);
  return index;
}
