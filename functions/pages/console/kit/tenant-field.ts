import type { Context } from "../../../app/core/context.ts";
import { listTenants, tenantNames } from "../../../app/tenants/tenants.ts";
import type { Html } from "../../kit/page.ts";
import { nameLink } from "./components.ts";
import type { Field } from "./form.ts";
import type { ListColumn } from "./list.ts";
import { isolateText } from "./text.ts";
import type { View } from "./view.ts";

const most = 100;

/** A field that names a tenant: chosen by name, or typed as an id where there are too many to choose from. */
export async function tenantField(context: Context, value: string | undefined, blank: string): Promise<Field> {
  const { data, nextCursor } = await listTenants(context, { limit: most });
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

/** A list's filter by tenant; `blank` says what is listed without one. */
export function tenantFilter(blank = "all") {
  return (context: Context, value: string | undefined) => tenantField(context, value, blank);
}

interface OfTenant {
  readonly tenantId: string;
}

/** The names of the tenants that rows are of. */
export function tenantsOf(
  context: Pick<Context, "store">,
  rows: readonly OfTenant[],
): Promise<ReadonlyMap<string, string>> {
  return tenantNames(
    context,
    rows.map(({ tenantId }) => tenantId),
  );
}

/** The column of a record's tenant, by its name where it is known. */
export const tenantColumn: ListColumn<OfTenant> = [
  "Tenant",
  ({ tenantId }, { names }) => isolateText(names.get(tenantId) ?? tenantId),
];

export async function tenantLink(context: Pick<Context, "store">, view: View, tenantId: string): Promise<Html> {
  const name = (await tenantNames(context, [tenantId])).get(tenantId) ?? tenantId;
  return nameLink(view, `tenants/${tenantId}`, name);
}
