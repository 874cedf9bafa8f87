import { loaded } from "./aggregate.ts";
import { tenantKind } from "./catalogue-kinds.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";

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
