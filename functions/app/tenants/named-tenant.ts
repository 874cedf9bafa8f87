import { Refusal } from "../../domain/core/refusal.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { tenantKind } from "./records.ts";
import type { Walked } from "./walk-store.ts";

/** The tenant that a query names; null where it names none. Refuses one that there is not as a wrong parameter. */
export async function namedTenant(
  desk: Pick<Desk, "book">,
  id: string | null | undefined,
): Promise<Walked | null> {
  if (id === undefined || id === null) return null;
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === tenantKind.type ? loaded(tenantKind, row)?.state : undefined;
  if (!found) throw wrongQuery("tenantId", "no such tenant");
  return { id: found.id, createdAt: found.createdAt };
}

/** A query parameter that is well formed and makes no sense. */
export function wrongQuery(path: string, message: string): Refusal {
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}
