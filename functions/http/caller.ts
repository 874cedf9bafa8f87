import { loaded } from "../app/core/aggregate.ts";
import { type KeyEnvironment, keyIdOf, matchesDigest, secretDigest } from "../app/core/api-key.ts";
import type { Book } from "../app/core/ports.ts";
import { rowKey } from "../app/core/rows.ts";
import { apiKeyKind } from "../app/tenants/records.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { ApiKey } from "../domain/tenants/tenant.ts";
import type { Principal } from "./operation-types.ts";

/** Reads a header whatever its case. */
export type HeaderOf = (name: string) => string | undefined;

const rememberMs = 55_000;

/** The bearer token of a request, if it has one. */
function bearerOf(header: HeaderOf): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(header("authorization") ?? "")?.[1];
}

/** Tells tenants by their API key. A key is remembered for under 60 s, so a revocation is felt within that time. */
export class TenantDoor {
  readonly #book: Book;
  readonly #environment: KeyEnvironment;
  readonly #remembered = new Map<string, { key: ApiKey; until: number }>();

  constructor(book: Book, environment: KeyEnvironment) {
    this.#book = book;
    this.#environment = environment;
  }

  async authenticate(header: HeaderOf, nowMs: number): Promise<Principal> {
    const said = bearerOf(header) ?? header("x-api-key") ?? header("authorization");
    if (said === undefined || said.trim() === "")
      throw new Refusal("missing_api_key", "send your API key as a bearer token or in X-API-Key");
    const id = keyIdOf(said.trim(), this.#environment);
    const key = id && (await this.#find(id, nowMs));
    if (!key || key.revokedAt !== null || !matchesDigest(said.trim(), key.sha256))
      throw new Refusal("invalid_api_key", "this API key is not valid here");
    const { tenantId, tenantSlug, tenantCreatedAt } = key;
    return { kind: "tenant", actor: `tenant:${tenantSlug}`, tenantId, tenantCreatedAt };
  }

  async #find(id: string, nowMs: number): Promise<ApiKey | undefined> {
    const known = this.#remembered.get(id);
    if (known && known.until > nowMs) return known.key;
    const [row] = await this.#book.read([rowKey(id)]);
    const key = row?.type === apiKeyKind.type ? loaded(apiKeyKind, row)?.state : undefined;
    if (this.#remembered.size > 10_000) this.#remembered.clear();
    if (key) this.#remembered.set(id, { key, until: nowMs + rememberMs });
    return key;
  }
}

/** A named bearer token of an operator or of the rail's callback. */
export interface NamedToken {
  readonly name: string;
  readonly token: string;
}

/** Where operators' tokens come from; several are valid at once, so that they can be rotated. `again`: as they are now, and not as they are remembered. */
export type OperatorTokens = (again?: "again") => Promise<readonly NamedToken[]>;

/** The operator whose token this is. One that is not known is looked for again at once, so that a new token works when it is made. */
export async function operatorOf(tokens: OperatorTokens, said: string): Promise<NamedToken | undefined> {
  const isSaid = ({ token }: NamedToken) => sameText(token, said);
  return (await tokens()).find(isSaid) ?? (await tokens("again")).find(isSaid);
}

const nobody = { tenantId: "", tenantCreatedAt: "" };

/** The operator whose token a request carries, in every mode of the operators' door; undefined where it carries none that is known. */
export async function tokenBearer(tokens: OperatorTokens, header: HeaderOf): Promise<Principal | undefined> {
  const said = bearerOf(header);
  const match = said === undefined ? undefined : await operatorOf(tokens, said);
  return match && { kind: "operator", actor: `operator:${match.name}`, ...nobody };
}

/** Tells operators: by IAM principal on the operator API, by named token on the public host. */
export class OperatorDoor {
  readonly #tokens: OperatorTokens;
  readonly #mode: "bearer" | "iam" | "both";

  constructor(tokens: OperatorTokens, mode: "bearer" | "iam" | "both") {
    this.#tokens = tokens;
    this.#mode = mode;
  }

  /** `callback`: the rail's own route, open to tokens in every mode. */
  async authenticate(header: HeaderOf, userArn: string | null, callback: boolean): Promise<Principal> {
    if (userArn !== null && this.#mode !== "bearer" && !callback)
      return { kind: "operator", actor: userArn, ...nobody };
    const said = bearerOf(header);
    if (said === undefined) throw new Refusal("missing_api_key", "send the internal token as a bearer token");
    const shut = this.#mode === "iam" && !callback;
    const match = shut ? undefined : await operatorOf(this.#tokens, said);
    if (!match) throw new Refusal("invalid_api_key", "this token is not valid here");
    return callback
      ? { kind: "rail", actor: `rail:${match.name}`, ...nobody }
      : { kind: "operator", actor: `operator:${match.name}`, ...nobody };
  }
}

function sameText(one: string, other: string): boolean {
  return matchesDigest(other, secretDigest(one));
}
