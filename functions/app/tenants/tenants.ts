import { currentApiVersion } from "../../domain/core/api-version.ts";
import { invalidField, Refusal } from "../../domain/core/refusal.ts";
import { slugOf, slugsOf } from "../../domain/core/slug.ts";
import type { Instant } from "../../domain/core/time.ts";
import { type AssetWarning, assetWarnings } from "../../domain/tenants/asset-policy.ts";
import type { KeyScope } from "../../domain/tenants/key-scope.ts";
import { plainSourceRange } from "../../domain/tenants/source-range.ts";
import type { ApiKey, Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, creationWrites, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { type KeyEnvironment, mintApiKey, secretDigest } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { CommitContext, Context, StoreContext } from "../core/context.ts";
import { withLastUse } from "../core/key-use.ts";
import { type Asker, type ListPage, type ListRequest, listAggregates } from "../core/list-page.ts";
import type { Key, Write } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { apiKeyList, apiKeyRecordType, tenantList, tenantRecordType } from "./records.ts";
import {
  changePlan,
  changesIn,
  type TenantChange,
  type WalletChecks,
  whyNotTenantAsset,
  whyNotTenantWallet,
} from "./tenant-change.ts";
import type { WalkedTenant } from "./walk-store.ts";

export type NewTenant = Pick<
  Tenant,
  "slug" | "name" | "contactEmail" | "destChain" | "destWallet" | "stable" | "partnerCustomerId" | "isoRef" | "metadata"
> &
  Partial<Pick<Tenant, "apiVersion" | "country" | "payers" | "timeZone">>;

function slugKey(slug: string): Key {
  return rowKey(`slug#${slug}`);
}

/** Whether a tenant has a slug. */
export async function isTaken(context: StoreContext, slug: string): Promise<boolean> {
  const [row] = await context.store.read([slugKey(slug)]);
  return row !== undefined;
}

/** What registers a tenant: its own rows and its slug's, which are lost where the slug is taken. A tenant without a wallet yet has an empty one, which no screen lets pass. */
export function tenantWrites(context: Context, input: NewTenant): { writes: Write[]; tenant: Tenant } {
  const now = context.clock.now();
  const tenant: Tenant = {
    payers: "business",
    timeZone: "UTC",
    country: null,
    apiVersion: null,
    ...input,
    id: context.newId("ten", now),
    status: "active",
    ratioBreached: false,
    creditSuspended: null,
    frozenWallets: [],
    createdAt: now,
    updatedAt: now,
  };
  const slug = { ...slugKey(input.slug), v: 1, type: "slug", body: { tenantId: tenant.id } };
  const transition = { next: tenant, from: null, to: tenant.status, reason: "tenant created" };
  const writes = creationWrites(tenantRecordType, transition, context);
  return { writes: [{ put: slug, expect: "absent" }, ...writes], tenant };
}

/** A tenant with what a rule says against its stablecoin today; nothing more where none does. */
export function withWarnings(
  { clock, licensedIn }: Pick<Context, "clock"> & WalletChecks,
  tenant: Tenant,
): Tenant & { readonly warnings?: AssetWarning[] } {
  const { stable, country } = tenant;
  const warnings = assetWarnings({ stable, countries: [country], licensedIn }, clock.now());
  return warnings.length === 0 ? tenant : { ...tenant, warnings };
}

/** Registers a tenant. Refuses a slug that is taken, a stablecoin that its country does not allow, and a wallet that nothing can be paid to where those are checked. */
export async function createTenant(context: Context & WalletChecks, input: NewTenant): Promise<Tenant> {
  const no = whyNotTenantAsset(context, input) ?? whyNotTenantWallet(context, input);
  if (no) throw no;
  const { writes, tenant } = tenantWrites(context, input);
  return change(context, async () =>
    (await isTaken(context, input.slug)) ? tenantExists() : { writes, result: tenant },
  );
}

export function tenantExists(): Refusal {
  return new Refusal("tenant_exists", "a tenant with this slug exists");
}

export function getTenant(context: StoreContext, id: string): Promise<Aggregate<Tenant>> {
  return getRecord(context, tenantRecordType, id, "tenant");
}

/** A tenant as the one that asks for its own records. */
export async function askerFor(context: StoreContext, tenantId: string): Promise<Asker> {
  return { tenantId, tenantCreatedAt: (await getTenant(context, tenantId)).state.createdAt };
}

export function listTenants(context: Context, query: ListRequest): Promise<ListPage<Tenant>> {
  return listAggregates(context, tenantRecordType, tenantList, query);
}

/** Changes a tenant by one operator's word; nothing said is nothing changed. */
export async function changeTenant(context: Context & WalletChecks, id: string, input: TenantChange): Promise<Tenant> {
  const { state } = await change(context, async () =>
    changePlan(context, await getTenant(context, id), changesIn(input)),
  );
  return state;
}

export interface NewKey {
  readonly name: string | null;
  readonly environment: KeyEnvironment;
  /** The version that a first key pins its account to; the newest where it is left out. */
  readonly apiVersion?: string;
  /** Everything where it is left out. */
  readonly scopes?: readonly KeyScope[];
  /** Never where it is left out. */
  readonly expiresAt?: Instant | null;
  /** From anywhere where it is left out. */
  readonly sourceRanges?: readonly string[] | null;
}

/** An API key with when it was used last, within five minutes. */
export type KeyInUse = ApiKey & { readonly lastUsedAt: Instant | null };

/** The no to a key that would never be good; undefined where it is still to expire, or never does. */
export function refuseExpiry({ clock }: Pick<Context, "clock">, { expiresAt = null }: NewKey): Refusal | undefined {
  if (expiresAt === null || expiresAt > clock.now()) return undefined;
  return invalidField("expiresAt", "not in the past", "expiresAt: not in the past");
}

/** What mints a key of a tenant. The secret is here and in none of the writes. */
export function keyWrites(
  context: Context,
  { id: tenantId, slug, createdAt, apiVersion }: Pick<Tenant, "id" | "slug" | "createdAt" | "apiVersion">,
  input: NewKey,
): { writes: Write[]; key: ApiKey; secret: string } {
  const now = context.clock.now();
  const id = context.newId("key", now);
  const secret = mintApiKey(input.environment, id);
  const key: ApiKey = {
    id,
    tenantId,
    tenantSlug: slug,
    tenantCreatedAt: createdAt,
    name: input.name,
    apiVersion: apiVersion ?? input.apiVersion ?? currentApiVersion,
    prefix: secret.slice(0, 15),
    last4: secret.slice(-4),
    sha256: secretDigest(secret),
    scopes: [...(input.scopes ?? (["*"] as const))],
    expiresAt: input.expiresAt ?? null,
    sourceRanges: input.sourceRanges?.map(plainSourceRange) ?? null,
    createdAt: now,
    revokedAt: null,
  };
  const transition = { next: key, from: null, to: "active", reason: "key minted" };
  return { writes: creationWrites(apiKeyRecordType, transition, context), key, secret };
}

/** Mints a key, and with the first pins the tenant to the version of its day; the secret is in the answer and nowhere else. */
export async function mintKey(context: Context, tenantId: string, input: NewKey): Promise<ApiKey & { secret: string }> {
  return change(context, async () => {
    const owner = await getTenant(context, tenantId);
    const refused = refuseExpiry(context, input);
    if (refused) return refused;
    const { writes, key, secret } = keyWrites(context, owner.state, input);
    const pinning = pinningWrites(context, owner, key.apiVersion);
    // A pin that is moved meanwhile would miss the key.
    const pinned = pinning.length > 0 ? pinning : [{ check: rowKey(tenantId), expect: owner.v }];
    return { writes: [...pinned, ...writes], result: { ...key, secret } };
  });
}

/** What pins a tenant to its first key's version; nothing where it is pinned. */
function pinningWrites(context: Context, owner: Aggregate<Tenant>, apiVersion: string): Write[] {
  const { state } = owner;
  if (state.apiVersion !== null) return [];
  const reason = `served in version ${apiVersion}`;
  const transition = {
    next: { ...state, apiVersion },
    from: state.status,
    to: state.status,
    reason,
    quiet: true as const,
  };
  return transitionWrites(owner, [transition], context).writes;
}

export async function listKeys(context: Context, tenantId: string, query: ListRequest): Promise<ListPage<KeyInUse>> {
  await getTenant(context, tenantId);
  return keysInUse(context, tenantId, query);
}

/** The keys of a tenant or an account, newest first, each with its last use. */
export async function keysInUse(
  context: StoreContext,
  ownerId: string,
  query: ListRequest,
): Promise<ListPage<KeyInUse>> {
  const { data, nextCursor } = await listAggregates(context, apiKeyRecordType, apiKeyList(ownerId), query);
  return { data: await withLastUse(context, data), nextCursor };
}

/** What revokes a key: no writes where it is revoked already. */
export async function revocation(
  context: Context,
  tenantId: string,
  keyId: string,
): Promise<{ writes: Write[]; result: ApiKey } | Refusal> {
  const found = await findRecord(context, apiKeyRecordType, keyId);
  if (found?.state.tenantId !== tenantId) return new Refusal("not_found", "no such key");
  if (found.state.revokedAt !== null) return { writes: [], result: found.state };
  const next = { ...found.state, revokedAt: context.clock.now() };
  const transition = { next, from: "active", to: "revoked", reason: "key revoked" };
  return { writes: transitionWrites(found, [transition], context).writes, result: next };
}

/** Revokes a key, once; a second time changes nothing. */
export async function revokeKey(context: Context, tenantId: string, keyId: string): Promise<KeyInUse> {
  return inUse(context, await change(context, () => revocation(context, tenantId, keyId)));
}

/** A key with its last use. */
export async function inUse(context: StoreContext, key: ApiKey): Promise<KeyInUse> {
  const [found] = await withLastUse(context, [key]);
  return found ?? { ...key, lastUsedAt: null };
}

/** Numbers that are tried behind a name before it gets letters that nobody has. */
const numbered = 20;

/** A slug for a company's name that no tenant has now; who else takes it meanwhile wins, and it is asked for anew. */
export async function freeSlug(context: CommitContext, name: string): Promise<string> {
  const slugs = slugsOf(name, numbered);
  const rows = await context.store.read(slugs.map(slugKey));
  const free = slugs.find((_, at) => rows[at] === undefined);
  if (free !== undefined) return free;
  const unique = context.newId("ten", context.clock.now()).slice(-4).toLowerCase();
  return `${slugOf(name)}-${unique}`;
}

/** The names of tenants by id, in one call; at most 100 ids. */
export async function tenantNames(context: StoreContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const rows = await context.store.read(wanted.map(rowKey));
  return new Map(
    wanted.flatMap((id, at) => {
      const row = rows[at];
      const found = loadAggregate(tenantRecordType, row);
      return found ? [[id, found.state.name] as const] : [];
    }),
  );
}

/** The tenant that a query names; null where it names none. Refuses one that there is not as a wrong parameter. */
export async function namedTenant(context: StoreContext, id: string | null | undefined): Promise<WalkedTenant | null> {
  if (id === undefined || id === null) return null;
  const found = (await findRecord(context, tenantRecordType, id))?.state;
  if (!found) throw wrongQuery("tenantId", "no such tenant");
  return { id: found.id, createdAt: found.createdAt };
}

/** A query parameter that is well formed and makes no sense. */
export function wrongQuery(path: string, message: string): Refusal {
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}
