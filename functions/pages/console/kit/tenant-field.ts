import type { Desk } from "../../../app/core/context.ts";
import { listTenants } from "../../../app/tenants/tenants.ts";
import type { Field } from "./form.ts";

const most = 100;

/** A field that names a tenant: chosen by name, or typed as an id where there are too many to choose from. */
export async function tenantField(desk: Desk, value: string | undefined, blank: string): Promise<Field> {
  const { data, nextCursor } = await listTenants(desk, { limit: most });
  const known = value === undefined || data.some(({ id }) => id === value);
  if (nextCursor !== null || !known)
    return { name: "tenantId", label: "Tenant’s id", hint: `Blank: ${blank}`, value, optional: true };
  const named = data.map(({ id, name }) => [id, name] as const);
  return {
    name: "tenantId",
    label: "Tenant",
    value,
    optional: true,
    options: [["", blank], ...named.toSorted(([, one], [, other]) => one.localeCompare(other))],
  };
}
