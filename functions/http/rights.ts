import { isRoleEnough, type OperatorRole } from "../domain/core/operator.ts";
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

/** Finds the role of an operator, who goes by the audit trail's name; a Lambda that operators call has one. */
export interface RoleSettings {
  readonly roleOf?: (actor: string) => Promise<OperatorRole>;
}

/** The role that an operator needs for an operation. A change that names none needs the highest. */
export function neededRole({ method, role }: Operation): OperatorRole {
  return role ?? (method === "GET" ? "viewer" : "admin");
}

/** Refuses who has not the role that something needs. */
export function requireRole(role: OperatorRole | undefined, needed: OperatorRole): void {
  if (role !== undefined && isRoleEnough(role, needed)) return;
  const has = role === undefined ? "you have none" : `yours is ${role}`;
  throw new Refusal("insufficient_scope", `this needs the role ${needed}, and ${has}`, { extra: { role: needed } });
}

/** Finds an operator's role, and refuses the one whose role is not enough for what they ask. */
export function operatorRole({ roleOf }: RoleSettings): HttpMiddleware {
  return {
    before: async ({ internal: state }) => {
      const { op, principal } = state;
      if (principal.kind !== "operator") return;
      if (!roleOf) throw new Error(`${op.id} has nothing that knows an operator's role`);
      const role = await roleOf(principal.actor);
      state.principal = { ...principal, role };
      requireRole(role, neededRole(op));
    },
  };
}
