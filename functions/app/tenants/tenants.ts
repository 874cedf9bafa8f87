import { Refusal } from "../../domain/core/refusal.ts";
import type { ApiKey, Tenant } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { type KeyEnvironment, mintApiKey, secretDigest } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import type { Key, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { apiKeyKind, apiKeyList, tenantKind, tenantList } from "./records.ts";

/** What an operator says of a new tenant. */
export type NewTenant = Pick<
  Tenant,
  | "slug"
  | "name"
  | "contactEmail"
  | "destChain"
  | "destWallet"
  | "stable"
  | "partnerCustomerId"
  | "isoRef"
  | "metadata"
>;

/** What an operator may change of a tenant. */
export type TenantChange = { [K in keyof Omit<NewTenant, "slug"> | "status"]?: Tenant[K] | undefined };

/** Where a slug says whose it is. */
export function slugKey(slug: string): Key {
  return rowKey(`slug#${slug}`);
}

/** What registers a tenant: its own rows and its slug's, which are lost where the slug is taken. A tenant without a wallet yet has an empty one, which no screen lets pass. */
export function tenantWrites(desk: Desk, asked: NewTenant): { writes: Write[]; tenant: Tenant } {
  const now = desk.clock.now();
  const tenant: Tenant = {
    ...asked,
    id: desk.newId("ten", now),
    status: "active",
    ratioBreached: false,
    creditSuspended: null,
    createdAt: now,
    updatedAt: now,
  };
  const slug = { ...slugKey(asked.slug), v: 1, type: "slug", body: { tenantId: tenant.id } };
  const hop = { next: tenant, from: null, to: tenant.status, reason: "tenant created" };
  const { writes } = hopWrites(unborn(tenantKind, tenant), [hop], desk);
  return { writes: [{ put: slug, expect: "absent" }, ...writes], tenant };
}

/** Registers a tenant. Refuses a slug that is taken. */
export async function createTenant(desk: Desk, asked: NewTenant): Promise<Tenant> {
  const { writes, tenant } = tenantWrites(desk, asked);
  return change(desk, async (attempt) => {
    if (attempt > 1 && (await desk.book.read([slugKey(asked.slug)]))[0]) return tenantExists();
    return { writes, result: tenant };
  });
}

/** The no to a slug that is taken. */
export function tenantExists(): Refusal {
  return new Refusal("tenant_exists", "a tenant with this slug exists");
}

/** The tenant with this id. */
export async function getTenant(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Tenant>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === tenantKind.type ? loaded(tenantKind, row) : undefined;
  if (!found) throw new Refusal("not_found", "no such tenant");
  return found;
}

export function listTenants(desk: Desk, asked: ListRequest): Promise<Listed<Tenant>> {
  return listAggregates(desk, tenantKind, tenantList, asked);
}

/** Changes a tenant; nothing said is nothing changed. */
export async function changeTenant(desk: Desk, id: string, asked: TenantChange): Promise<Tenant> {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return change(desk, async () => {
    const found = await getTenant(desk, id);
    const next: Tenant = { ...found.state, ...said, updatedAt: desk.clock.now() };
    const reason = `changed ${Object.keys(said).join(", ")}`;
    const hops =
      Object.keys(said).length > 0 ? [{ next, from: found.state.status, to: next.status, reason }] : [];
    const { writes, after } = hopWrites(found, hops, desk);
    return { writes, result: after.state };
  });
}

/** What an operator says of a new key. */
export interface NewKey {
  readonly name: string | null;
  readonly environment: KeyEnvironment;
}

/** What mints a key of a tenant. The secret is here and in none of the writes. */
export function keyWrites(
  desk: Desk,
  { id: tenantId, slug, createdAt }: Pick<Tenant, "id" | "slug" | "createdAt">,
  asked: NewKey,
): { writes: Write[]; key: ApiKey; secret: string } {
  const now = desk.clock.now();
  const id = desk.newId("key", now);
  const secret = mintApiKey(asked.environment, id);
  const key: ApiKey = {
    id,
    tenantId,
    tenantSlug: slug,
    tenantCreatedAt: createdAt,
    name: asked.name,
    prefix: secret.slice(0, 15),
    last4: secret.slice(-4),
    sha256: secretDigest(secret),
    createdAt: now,
    revokedAt: null,
  };
  const hop = { next: key, from: null, to: "active", reason: "key minted" };
  return { writes: hopWrites(unborn(apiKeyKind, key), [hop], desk).writes, key, secret };
}

/** Mints a key; the secret is in the answer and nowhere else. */
export async function mintKey(
  desk: Desk,
  tenantId: string,
  asked: NewKey,
): Promise<ApiKey & { secret: string }> {
  const { state: owner } = await getTenant(desk, tenantId);
  const { writes, key, secret } = keyWrites(desk, owner, asked);
  return change(desk, () => ({ writes, result: { ...key, secret } }));
}

export async function listKeys(desk: Desk, tenantId: string, asked: ListRequest): Promise<Listed<ApiKey>> {
  await getTenant(desk, tenantId);
  return listAggregates(desk, apiKeyKind, apiKeyList(tenantId), asked);
}

/** What revokes a key: no writes where it is revoked already. */
export async function revocation(
  desk: Desk,
  tenantId: string,
  keyId: string,
): Promise<{ writes: Write[]; result: ApiKey } | Refusal> {
  const [row] = await desk.book.read([rowKey(keyId)]);
  const found = row?.type === apiKeyKind.type ? loaded(apiKeyKind, row) : undefined;
  if (found?.state.tenantId !== tenantId) return new Refusal("not_found", "no such key");
  if (found.state.revokedAt !== null) return { writes: [], result: found.state };
  const next = { ...found.state, revokedAt: desk.clock.now() };
  const hop = { next, from: "active", to: "revoked", reason: "key revoked" };
  return { writes: hopWrites(found, [hop], desk).writes, result: next };
}

/** Revokes a key, once; a second time changes nothing. */
export async function revokeKey(desk: Desk, tenantId: string, keyId: string): Promise<ApiKey> {
  return change(desk, () => revocation(desk, tenantId, keyId));
}
