import { addressKeys } from "../../domain/addresses/address-keys.ts";
import { type Monitor, monitor } from "../../domain/screening/monitor.ts";
import { pointerPartition, type RecordType } from "../core/aggregate.ts";
import { monitorIndex } from "../core/due-index.ts";
import type { ListSource } from "../core/list-page.ts";
import { rowKey } from "../core/row-keys.ts";

/** An account's monitors. */
export function monitorList(accountId: string): ListSource {
  const name = `${accountId}#monitor`;
  return { index: "list", name, partitions: [name] };
}

function watched(addressKey: string): string {
  return `watch#${addressKey}`;
}

/** The partition that names every monitor of an address, by one of the address's keys. */
export function watchPartition(addressKey: string): string {
  return pointerPartition(watched(addressKey));
}

export const monitorRecordType: RecordType<Monitor> = {
  type: "monitor",
  schema: monitor,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: (state) =>
    state.deletedAt === null
      ? {
          list: [monitorList(state.accountId).name, `${state.createdAt}#${state.id}`],
          due: monitorIndex(rowKey(state.id), state.lookAt),
        }
      : {},
  pointers: ({ value }) => addressKeys(value).map((key) => ({ value: watched(key) })),
};
