import { Refusal } from "../domain/refusal.ts";
import { loaded } from "./aggregate.ts";
import type { Walked } from "./book-walk.ts";
import { tenantKind } from "./catalogue-kinds.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";

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
