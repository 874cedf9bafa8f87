import { Refusal } from "../../domain/core/refusal.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { tenantRecordType } from "./records.ts";
import type { WalkedTenant } from "./walk-store.ts";

/** The tenant that a query names; null where it names none. Refuses one that there is not as a wrong parameter. */
export async function namedTenant(context: StoreContext, id: string | null | undefined): Promise<WalkedTenant | null> {
  if (id === undefined || id === null) return null;
  const [row] = await context.store.read([rowKey(id)]);
  const found = row?.type === tenantRecordType.type ? loadAggregate(tenantRecordType, row)?.state : undefined;
  if (!found) throw wrongQuery("tenantId", "no such tenant");
  return { id: found.id, createdAt: found.createdAt };
}

/** A query parameter that is well formed and makes no sense. */
export function wrongQuery(path: string, message: string): Refusal {
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}
