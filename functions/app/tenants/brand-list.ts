import type { BrandRecord } from "../../domain/tenants/brand.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { type BrandOwner, brandKey, brandRecordType, isSet } from "./brands.ts";
import { listTenants } from "./tenants.ts";

/** A tenant with the brand that it has of its own, and its reseller's. */
export interface TenantBrands {
  readonly tenant: Tenant;
  readonly own: BrandRecord | null;
  readonly resellers: BrandRecord | null;
}

/** Tenants, newest first, with the brands that they could have. */
export async function listBrands(context: Context, query: ListRequest): Promise<ListPage<TenantBrands>> {
  const { data, nextCursor } = await listTenants(context, query);
  const refs = [...new Set(data.flatMap(({ isoRef }) => isoRef ?? []))];
  const [own, resellers] = await Promise.all([
    brandsOf(
      context,
      data.map(({ id: tenantId }) => ({ tenantId })),
    ),
    brandsOf(
      context,
      refs.map((isoRef) => ({ isoRef })),
    ),
  ]);
  const ofReseller = new Map(refs.map((ref, at) => [ref, resellers[at] ?? null]));
  const brands = data.map((tenant, at): TenantBrands => {
    const { isoRef } = tenant;
    return {
      tenant,
      own: own[at] ?? null,
      resellers: isoRef === null ? null : (ofReseller.get(isoRef) ?? null),
    };
  });
  return { data: brands, nextCursor };
}

/** The brands that owners have now, in their order; at most 100. */
export async function brandsOf(
  { store }: StoreContext,
  owners: readonly BrandOwner[],
): Promise<(BrandRecord | null)[]> {
  const rows = owners.length === 0 ? [] : await store.read(owners.map(brandKey));
  return owners.map((_, at) => {
    const found = loadAggregate(brandRecordType, rows[at]);
    return isSet(found) ? found.state : null;
  });
}
