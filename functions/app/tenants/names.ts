import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { tenantKind } from "./records.ts";

/** The names of tenants by id, in one call; at most 100 ids. */
export async function tenantNames(
  desk: Pick<Desk, "book">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const rows = await desk.book.read(wanted.map(rowKey));
  return new Map(
    wanted.flatMap((id, at) => {
      const row = rows[at];
      const found = row?.type === tenantKind.type ? loaded(tenantKind, row) : undefined;
      return found ? [[id, found.state.name] as const] : [];
    }),
  );
}
