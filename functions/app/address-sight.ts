import { addressKeys } from "../domain/address-keys.ts";
import type { ListMatch } from "../domain/listed.ts";
import type { OwnListEntry } from "../domain/own-list.ts";
import { longestValue } from "../domain/screen-value.ts";
import { loaded } from "./aggregate.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";
import { readCatalogue } from "./list-catalogue.ts";
import type { ListMemory } from "./list-memory.ts";
import { ownEntriesOf, ownKeys, ownKind } from "./own-kind.ts";

/** What is known here of an address without a screen: where it is or was listed, and the own entries in force for it. */
export interface AddressSeen {
  readonly matches: readonly ListMatch[];
  readonly own: readonly OwnListEntry[];
}

/** Looks an address up in whatever way it is written. What is longer than a value can be is nobody's. */
export async function seeAddress(
  { book, lists }: Pick<Desk, "book"> & { readonly lists: ListMemory },
  address: string,
): Promise<AddressSeen> {
  if (address.length > longestValue) return { matches: [], own: [] };
  const [catalogue, entries] = await Promise.all([readCatalogue({ book }), book.read(ownKeys(address))]);
  const held = await lists.lists(catalogue.lists);
  const keys = addressKeys(address);
  const own = await book.read(ownEntriesOf(entries).map(({ id }) => rowKey(id)));
  return {
    matches: held.flatMap(({ index }) => index.lookUp(keys)),
    own: own.flatMap((row) => loaded(ownKind, row)?.state ?? []),
  };
}
