import { matchesDigest } from "../app/core/api-key.ts";
import type { CredentialCheck } from "../app/core/console-sessions.ts";
import type { TokenDigest } from "../domain/access/token-digest.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { Principal } from "./operation-types.ts";
import { bearerOf, type HeaderOf } from "./read-request.ts";

/** Where operators' tokens are known from, by their digests; several are valid at once, so that they can be rotated. `again`: as they are now, and not as they are remembered. */
export type OperatorTokens = (again?: "again") => Promise<readonly TokenDigest[]>;

/** The operator whose token this is. One that is not known is looked for again at once, so that a new token works when it is made. */
export async function operatorOf(tokens: OperatorTokens, sent: string): Promise<TokenDigest | undefined> {
  const isSent = ({ sha256 }: TokenDigest) => matchesDigest(sent, sha256);
  return (await tokens()).find(isSent) ?? (await tokens("again")).find(isSent);
}

/** Who is no tenant. */
export const nobody = { tenantId: "", tenantCreatedAt: "" };

/** The operator whose token a request carries, in every mode of the operators' authentication; undefined where it carries none that is known. */
export async function tokenBearer(tokens: OperatorTokens, header: HeaderOf): Promise<Principal | undefined> {
  const sent = bearerOf(header);
  const match = sent === undefined ? undefined : await operatorOf(tokens, sent);
  return match && operatorBy(match);
}

function operatorBy({ name, sha256 }: TokenDigest): Principal {
  return { kind: "operator", actor: `operator:${name}`, ...nobody, tokenSha256: sha256 };
}

/** Whether what an operator signed in by still opens the door: a token while it is theirs, an IAM principal where IAM opens it at all. */
export function credentialCheck(tokens: OperatorTokens, mode: "bearer" | "iam" | "both"): CredentialCheck {
  return async ({ actor, tokenSha256 }) => {
    if (!actor.startsWith("operator:")) return mode !== "bearer";
    if (mode === "iam" || tokenSha256 === null) return false;
    const isTheirs = ({ name, sha256 }: TokenDigest) => `operator:${name}` === actor && sha256 === tokenSha256;
    return (await tokens()).some(isTheirs) || (await tokens("again")).some(isTheirs);
  };
}

/** Knows operators: by IAM principal on the operator API, by named token on the public host. */
export class OperatorAuthenticator {
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
    const sent = bearerOf(header);
    if (sent === undefined) throw new Refusal("missing_api_key", "send the internal token as a bearer token");
    const shut = this.#mode === "iam" && !callback;
    const match = shut ? undefined : await operatorOf(this.#tokens, sent);
    if (!match) throw new Refusal("invalid_api_key", "this token is not valid here");
    return callback ? { kind: "rail", actor: `rail:${match.name}`, ...nobody } : operatorBy(match);
  }
}
