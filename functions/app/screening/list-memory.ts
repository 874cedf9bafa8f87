import type { ListHead, StoredIndex } from "../../domain/screening/list-entry.ts";
import { ListIndex } from "../../domain/screening/list-index.ts";
import type { ListStore } from "./ports.ts";

/** A list in memory: which version it is, and what its addresses are looked up in. */
export interface HeldList {
  readonly head: ListHead;
  readonly index: ListIndex;
}

/** The lists as a warm Lambda holds them: an index is read from the store when the catalogue first names it, and forgotten when it no longer does. */
export class ListMemory {
  readonly #store: Pick<ListStore, "readIndex">;
  readonly #held = new Map<string, Promise<ListIndex>>();

  constructor(listStore: Pick<ListStore, "readIndex">) {
    this.#store = listStore;
  }

  /** The lists that the catalogue names, in its order. Throws where one of them cannot be read: nobody is screened by some of the lists. */
  async lists(heads: readonly ListHead[]): Promise<readonly HeldList[]> {
    const named = new Set(heads.map(({ indexKey }) => indexKey));
    for (const key of this.#held.keys()) if (!named.has(key)) this.#held.delete(key);
    return Promise.all(heads.map(async (head) => ({ head, index: await this.#index(head.indexKey) })));
  }

  /** Requests of one moment wait for the same read. */
  #index(key: string): Promise<ListIndex> {
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(key);
    this.#held.set(key, reading);
    // Not remembered where it failed: the next request asks the store again.
    reading.catch(() => this.#held.get(key) === reading && this.#held.delete(key));
    return reading;
  }

  async #read(key: string): Promise<ListIndex> {
    return new ListIndex(await indexAt(this.#store, key));
  }
}

/** The index that the catalogue or a step of it names; throws where the store has lost it. */
export async function indexAt(listStore: Pick<ListStore, "readIndex">, key: string): Promise<StoredIndex> {
  const index = await listStore.readIndex(key);
  if (index === null) throw new Error(`the store has no index ${key}`);
  return index;
}
