import * as z from "zod";
import { addressKeys, sharedKey } from "../../domain/addresses/address-keys.ts";
import { platform } from "../../domain/core/operator.ts";
import { type OwnListEntry, ownListEntry } from "../../domain/screening/internal-list.ts";
import { type OwnEntry, ownEntry } from "../../domain/screening/screen.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey, wholePlaces } from "../core/row-keys.ts";

/** What finds the entries that were ever proposed for a value, in whatever way it is written. */
export function proposedPointer(value: string): string {
  return `own ${sharedKey(value)}`;
}

export const internalListRecordType: RecordType<OwnListEntry> = {
  type: "own_entry",
  schema: ownListEntry,
  id: (state) => state.id,
  tenantId: () => platform,
  index: (state) => wholePlaces("own", state, state.createdAt),
  pointers: ({ value }) => [{ value: proposedPointer(value) }],
};

/** What a row tells of the entries in force for a value. */
export const ownEntries = z.object({ entries: z.array(ownEntry) });

/** The rows that tell which entries are in force for a value, one for each way of writing it. */
export function ownKeys(value: string): Key[] {
  return addressKeys(value).map((key) => rowKey(`own-entries#${key}`));
}

/** The entries in force that some of these rows name, each once. */
export function ownEntriesOf(rows: readonly (Row | undefined)[]): OwnEntry[] {
  const found = rows.flatMap((row) => (row ? ownEntries.parse(row.body).entries : []));
  return [...new Map(found.map((each) => [each.id, each])).values()];
}
