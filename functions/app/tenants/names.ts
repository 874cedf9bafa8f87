import { loadAggregate } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { tenantRecordType } from "./records.ts";

/** The names of tenants by id, in one call; at most 100 ids. */
export async function tenantNames(context: StoreContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const rows = await context.store.read(wanted.map(rowKey));
  return new Map(
    wanted.flatMap((id, at) => {
      const row = rows[at];
      const found = row?.type === tenantRecordType.type ? loadAggregate(tenantRecordType, row) : undefined;
      return found ? [[id, found.state.name] as const] : [];
    }),
  );
}
