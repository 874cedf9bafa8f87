import type { Store } from "../../../functions/app/core/ports.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { loadList } from "../../../functions/app/screening/load-list.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { ListId } from "../../../functions/domain/screening/list-sources.ts";
import { noon } from "../core/samples.ts";
import { countedIds } from "../world/core/ids.ts";
import { bytesOf, MemoryLists } from "./memory-lists.ts";
import { listOf, partyOf } from "./screen-samples.ts";

/** An address of nobody that every published list has, since an empty one is none. */
const keeper = "0x00000000000000000000000000000000000000aa";

/** Publishes lists into a book and a store, as the loader does. */
export class ListPublisher {
  readonly listStore = new MemoryLists();
  readonly #book: Store;
  readonly #newId = countedIds();
  #rounds = 0;

  constructor(store: Store) {
    this.#book = store;
  }

  /** From now on the list has these addresses, all of one party, and no others. */
  async publish(addresses: readonly string[], list: ListId = "fixture", at = noon): Promise<void> {
    this.#rounds += 1;
    const now = addSeconds(at, this.#rounds);
    const parserOf = () => async (file: AsyncIterable<Uint8Array>) => {
      for await (const _ of file);
      return listOf([keeper, ...addresses], partyOf());
    };
    const bytes = bytesOf(`${this.#rounds} ${addresses.join(" ")}`);
    const context = {
      store: this.#book,
      clock: { now: () => now },
      newId: this.#newId,
      actor: "system:lists",
      requestId: "req_lists",
    };
    await loadList(
      { ...context, listStore: this.listStore, parserOf },
      { list, bytes, source: "sdn_advanced.xml, by hand", byHand: true },
    );
  }

  memory(): ListMemory {
    return new ListMemory(this.listStore);
  }
}
