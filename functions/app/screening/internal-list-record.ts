import * as z from "zod";
import { addressKeys } from "../../domain/addresses/address-keys.ts";
import { platform } from "../../domain/core/operator.ts";
import { type OwnListEntry, type OwnStatus, ownListEntry } from "../../domain/screening/internal-list.ts";
import { type OwnEntry, ownEntry } from "../../domain/screening/screen.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { ListSource } from "../core/list-page.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

/** All entries of the own lists, or those of one status; operators make few of them. */
export function ownList(status?: OwnStatus): ListSource {
  if (status === undefined) return { index: "list", name: "all#own", partitions: ["all#own"] };
  const name = `all#own#${status}`;
  return { index: "status", name, partitions: [name] };
}

export const internalListRecordType: RecordType<OwnListEntry> = {
  type: "own_entry",
  schema: ownListEntry,
  key: rowKey,
  id: (state) => state.id,
  tenantId: () => platform,
  index: (state) => {
    const place = `${state.createdAt}#${state.id}`;
    return { list: [ownList().name, place], status: [ownList(state.status).name, place] };
  },
};

const entries = z.object({ entries: z.array(ownEntry) });

/** The rows that tell which entries are in force for a value, one for each way of writing it. */
export function ownKeys(value: string): Key[] {
  return addressKeys(value).map((key) => rowKey(`own-entries#${key}`));
}

/** The entries in force that some of these rows name, each once. */
export function ownEntriesOf(rows: readonly (Row | undefined)[]): OwnEntry[] {
  const found = rows.flatMap((row) => (row ? entries.parse(row.body).entries : []));
  return [...new Map(found.map((each) => [each.id, each])).values()];
}
