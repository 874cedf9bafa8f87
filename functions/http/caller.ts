import type { Clock } from "../app/core/ports.ts";
import { type BrowserFrame, fieldsOf, isForm } from "./browser.ts";
import type { Principal } from "./operation-types.ts";
import type { OperatorAuthenticator } from "./operator-token.ts";
import { bodyBytesOf, rawBodyOf, userArnOf } from "./read-request.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";
import { claimedActorOf } from "./request-line.ts";
import type { TenantAuthenticator } from "./tenant-key.ts";
import type { VendorAuthenticator } from "./vendor-signature.ts";

/** What knows callers of each kind; a Lambda has those that its operations name. */
export interface Authenticators {
  readonly clock: Clock;
  readonly tenants?: TenantAuthenticator;
  readonly operators?: OperatorAuthenticator;
  /** By the id of the operation that the vendor calls. */
  readonly vendors?: Readonly<Record<string, VendorAuthenticator>>;
  readonly browser?: BrowserFrame;
}

/** Finds out who calls, by the kind of caller that the operation has; refuses everybody else. */
export function caller(known: Authenticators): HttpMiddleware {
  return {
    before: async ({ internal: state }) => {
      const { op, header, facts } = state;
      state.principal = await authenticate(state, known);
      if (state.principal.tenantId) facts.tenantId = state.principal.tenantId;
      const claimedActor = op.actorLabel ? claimedActorOf(header("x-actor")) : undefined;
      if (claimedActor !== undefined) facts.claimedActor = claimedActor;
    },
  };
}

const publicPrincipal: Principal = { kind: "public", actor: "public", tenantId: "", tenantCreatedAt: "" };

async function authenticate(
  { op, params, event, header }: RequestState,
  { clock, tenants, operators, vendors, browser }: Authenticators,
): Promise<Principal> {
  switch (op.caller) {
    case "public": {
      if (!isForm(op)) return publicPrincipal;
      browser?.requireOwnSite(header, params, () => fieldsOf(rawBodyOf(event), header));
      const carriedSha256 = browser?.carried?.(header);
      return carriedSha256 === undefined ? publicPrincipal : { ...publicPrincipal, carriedSha256 };
    }
    case "console": {
      const form = () => (isForm(op) ? fieldsOf(rawBodyOf(event), header) : undefined);
      return present(browser, op).authenticate(header, form(), op.session);
    }
    case "tenant":
      return present(tenants, op).authenticate(header, Date.parse(clock.now()));
    case "vendor":
      return present(vendors?.[op.id], op).authenticate(header, bodyBytesOf(event));
    case "operator":
    case "rail":
      return present(operators, op).authenticate(header, userArnOf(event), op.caller === "rail");
    default:
      throw new Error(`unknown caller ${op.caller satisfies never}`);
  }
}

function present<T>(authenticator: T | undefined, { id, caller }: RequestState["op"]): T {
  if (authenticator) return authenticator;
  throw new Error(`${id} has nothing that knows a caller of the kind ${caller}`);
}
