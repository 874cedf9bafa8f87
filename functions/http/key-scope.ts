import { Refusal } from "../domain/core/refusal.ts";
import type { KeyScope } from "../domain/tenants/key-scope.ts";
import type { Operation } from "./operation.ts";
import type { HttpMiddleware } from "./request.ts";

/** The scope that a tenant's key needs for an operation. */
export function scopeOf({ method, scope }: Operation): KeyScope {
  return method === "GET" ? "read" : (scope ?? "write");
}

/** Refuses a tenant's key that was not made for what it asks. */
export function keyScope(): HttpMiddleware {
  return {
    before: ({ internal: { op, principal } }) => {
      if (principal.kind !== "tenant" || principal.key === undefined) return;
      const scope = scopeOf(op);
      const { scopes } = principal.key;
      if (scopes.includes("*") || scopes.includes(scope)) return;
      throw new Refusal("insufficient_scope", `this API key has no scope ${scope}`, { extra: { scope } });
    },
  };
}
