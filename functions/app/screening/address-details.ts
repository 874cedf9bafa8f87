import { addressKeys } from "../../domain/addresses/address-keys.ts";
import type { OwnListEntry } from "../../domain/screening/internal-list.ts";
import type { ListMatch } from "../../domain/screening/list-entry.ts";
import { longestValue } from "../../domain/screening/screen-value.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { internalListRecordType, ownEntriesOf, ownKeys } from "./internal-list-record.ts";
import { readCatalogue } from "./list-catalogue.ts";
import type { ListMemory } from "./list-memory.ts";

/** What is known here of an address without a screen: where it is or was listed, and the own entries in force for it. */
export interface AddressDetails {
  readonly matches: readonly ListMatch[];
  readonly own: readonly OwnListEntry[];
}

/** Looks an address up in whatever way it is written. What is longer than a value can be is nobody's. */
export async function seeAddress(
  { store, lists }: StoreContext & { readonly lists: ListMemory },
  address: string,
): Promise<AddressDetails> {
  if (address.length > longestValue) return { matches: [], own: [] };
  const [catalogue, entries] = await Promise.all([readCatalogue({ store }), store.read(ownKeys(address))]);
  const held = await lists.lists(catalogue.lists);
  const keys = addressKeys(address);
  const own = await store.read(ownEntriesOf(entries).map(({ id }) => rowKey(id)));
  return {
    matches: held.flatMap(({ index }) => index.lookUp(keys)),
    own: own.flatMap((row) => loadAggregate(internalListRecordType, row)?.state ?? []),
  };
}
