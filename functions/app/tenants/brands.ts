import { platform } from "../../domain/core/operator.ts";
import {
  type Brand,
  type BrandRecord,
  brand,
  brandRecord,
  plainBrand,
  platformBrand,
} from "../../domain/tenants/brand.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, loadAggregate, type RecordType } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import type { Key } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { listTenants } from "./tenants.ts";

/** Whose brand: a tenant's by its id, or a reseller's by the reference that its tenants name. */
export type BrandOwner = { readonly tenantId: string } | { readonly isoRef: string };

const resellers = "iso#";

export function ownerId(owner: BrandOwner): string {
  return "tenantId" in owner ? owner.tenantId : `${resellers}${owner.isoRef}`;
}

export const brandRecordType: RecordType<BrandRecord> = {
  type: "brand",
  schema: brandRecord,
  id: (state) => `brand#${state.ownerId}`,
  tenantId: (state) => (state.ownerId.startsWith(resellers) ? platform : state.ownerId),
};

export function brandKey(owner: BrandOwner): Key {
  return rowKey(`brand#${ownerId(owner)}`);
}

type Branded = Pick<Tenant, "id" | "name" | "contactEmail" | "isoRef">;

/** The brand that operators have given a tenant, else its reseller; undefined where they gave neither one. */
export async function givenBrand(
  context: StoreContext,
  { id: tenantId, isoRef }: Pick<Tenant, "id" | "isoRef">,
): Promise<Brand | undefined> {
  const owners = [{ tenantId }, ...(isoRef === null ? [] : [{ isoRef }])];
  const found = (await context.store.read(owners.map(brandKey))).map((row) => loadAggregate(brandRecordType, row));
  const set = found.find(isSet)?.state;
  return set && brand.parse(set);
}

/** How a tenant's pages, letters and PDFs look: its own brand, else its reseller's, else plainly by its name; null is a business that has no tenant yet. */
export async function brandOf(context: StoreContext, tenant: Branded | null): Promise<Brand> {
  if (tenant === null) return platformBrand;
  const plain = plainBrand(tenant);
  const given = await givenBrand(context, tenant);
  return given ? { ...given, supportEmail: given.supportEmail ?? plain.supportEmail } : plain;
}

/** How an application's pages and letters look: as its tenant's brand or its reseller's, otherwise plainly ours, since whose application it is does not write to itself. */
export async function applicantBrand(context: StoreContext, tenant: Branded | null): Promise<Brand> {
  return (tenant === null ? undefined : await givenBrand(context, tenant)) ?? platformBrand;
}

/** A removed brand is kept for its history, and is nobody's look. */
export function isSet(found: Aggregate<BrandRecord> | undefined): found is Aggregate<BrandRecord> {
  return found?.state.status === "set";
}

/** A tenant with the brand that it has of its own, and its reseller's. */
export interface TenantBrands {
  readonly tenant: Tenant;
  readonly own: BrandRecord | null;
  readonly resellers: BrandRecord | null;
}

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
    return { tenant, own: own[at] ?? null, resellers: isoRef === null ? null : (ofReseller.get(isoRef) ?? null) };
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
