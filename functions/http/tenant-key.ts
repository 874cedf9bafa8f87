import { loadAggregate } from "../app/core/aggregate.ts";
import { type KeyEnvironment, keyIdOf, matchesDigest } from "../app/core/api-key.ts";
import type { Store } from "../app/core/ports.ts";
import { rowKey } from "../app/core/row-keys.ts";
import { apiKeyRecordType } from "../app/tenants/records.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { ApiKey } from "../domain/tenants/tenant.ts";
import type { Principal } from "./operation-types.ts";
import { bearerOf, type HeaderOf } from "./read-request.ts";

const rememberMs = 55_000;

/** Knows tenants by their API key. A key is remembered for under 60 s, so a revocation is felt within that time. */
export class TenantAuthenticator {
  readonly #book: Store;
  readonly #environment: KeyEnvironment;
  readonly #remembered = new Map<string, { key: ApiKey; until: number }>();

  constructor(store: Store, environment: KeyEnvironment) {
    this.#book = store;
    this.#environment = environment;
  }

  async authenticate(header: HeaderOf, nowMs: number): Promise<Principal> {
    const sent = (bearerOf(header) ?? header("x-api-key") ?? header("authorization"))?.trim();
    if (!sent) throw new Refusal("missing_api_key", "send your API key as a bearer token or in X-API-Key");
    const id = keyIdOf(sent, this.#environment);
    const key = id && (await this.#find(id, nowMs));
    if (!key || !isGood(key, nowMs) || !matchesDigest(sent, key.sha256))
      throw new Refusal("invalid_api_key", "this API key is not valid here");
    const { tenantId, tenantSlug, tenantCreatedAt, apiVersion, scopes, sourceRanges } = key;
    const called = { id: key.id, scopes, sourceRanges };
    return { kind: "tenant", actor: `tenant:${tenantSlug}`, tenantId, tenantCreatedAt, apiVersion, key: called };
  }

  async #find(id: string, nowMs: number): Promise<ApiKey | undefined> {
    const known = this.#remembered.get(id);
    if (known && known.until > nowMs) return known.key;
    const [row] = await this.#book.read([rowKey(id)]);
    const key = row?.type === apiKeyRecordType.type ? loadAggregate(apiKeyRecordType, row)?.state : undefined;
    if (this.#remembered.size > 10_000) this.#remembered.clear();
    if (key) this.#remembered.set(id, { key, until: nowMs + rememberMs });
    return key;
  }
}

function isGood({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
