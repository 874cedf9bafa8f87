import type { Row } from "../../../functions/app/core/ports.ts";

interface TenantBody {
  readonly state: { readonly frozenWallets: readonly { readonly address: string }[] };
}

/** Whether the row of a tenant marks an address as frozen by its coin's issuer. */
export function hasFrozenMark(rows: readonly Row[], tenantId: string, address: string): boolean {
  const row = rows.find(({ pk, type }) => pk === tenantId && type === "tenant");
  return (row?.body as TenantBody | undefined)?.state.frozenWallets.some((each) => each.address === address) ?? false;
}
