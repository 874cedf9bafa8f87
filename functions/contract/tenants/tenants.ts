import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { apiKey, tenant } from "../../domain/tenants/tenant.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, metadata, text } from "../../http/schemas.ts";

const wallet = text(1, 256);
export const reference = text(1, 128).nullable();

export const tenantFields = {
  name: text(1, 200),
  contactEmail: z.email().max(254),
  destChain: text(1, 32),
  destWallet: wallet,
  stable: z.string().regex(/^[A-Za-z]{2,10}$/, "a ticker such as USDT"),
};

export const newTenant = z.strictObject({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{1,38}$/, "2 to 39 of a-z, 0-9 and -, not beginning with -"),
  ...tenantFields,
  stable: tenantFields.stable.default("USDT"),
  partnerCustomerId: reference.default(null),
  isoRef: reference.default(null),
  metadata: metadata.default({}),
});

export const tenantView = tenant.meta({ id: "Tenant" });

export const keyView = apiKey.omit({ tenantSlug: true, tenantCreatedAt: true, sha256: true }).meta({ id: "ApiKey" });

const tag = "Tenants";
const served = { caller: "operator", tag, lambda: "tenants" } as const;

export const tenantOperations = {
  createTenant: operation({
    ...served,
    id: "createTenant",
    method: "POST",
    path: "/admin/tenants",
    summary: "Register a tenant",
    body: newTenant,
    reply: { status: 201, schema: tenantView },
    refusals: ["tenant_exists", "version_conflict"],
  }),
  listTenants: operation({
    ...served,
    id: "listTenants",
    method: "GET",
    path: "/admin/tenants",
    summary: "List tenants, newest first",
    query: listQuery({}),
    reply: { status: 200, schema: listReply(tenantView) },
    refusals: ["invalid_cursor"],
  }),
  getTenant: operation({
    ...served,
    id: "getTenant",
    method: "GET",
    path: "/admin/tenants/{id}",
    summary: "Read a tenant",
    params: idParam("ten"),
    reply: { status: 200, schema: tenantView },
    refusals: ["not_found"],
  }),
  changeTenant: operation({
    ...served,
    id: "changeTenant",
    method: "PATCH",
    path: "/admin/tenants/{id}",
    summary: "Change a tenant",
    description: "A suspended tenant's new money routes are refused; what runs finishes.",
    params: idParam("ten"),
    body: z
      .strictObject({
        ...tenantFields,
        status: z.enum(["active", "suspended"]),
        partnerCustomerId: reference,
        isoRef: reference,
        metadata,
      })
      .partial(),
    reply: { status: 200, schema: tenantView },
    refusals: ["not_found", "version_conflict"],
  }),
  orderCredit: operation({
    ...served,
    id: "orderCredit",
    method: "POST",
    path: "/admin/tenants/{id}/credit",
    summary: "Suspend a tenant's program credit, or give it back whatever its ratios say",
    description:
      "While it is suspended, settlements wait out their return windows and reserves rise. A breach of this month or before suspends no more once an operator has given the credit back; one of a later month does, but for a return rate that has been over its limit ever since. A breached ratio goes on keeping reserves.",
    params: idParam("ten"),
    body: z.strictObject({
      action: z.enum(["suspend", "reinstate"]),
      note: text(1, longestNote).nullable().default(null),
    }),
    reply: { status: 200, schema: tenantView },
    refusals: ["not_found", "version_conflict"],
  }),
  mintKey: operation({
    ...served,
    id: "mintKey",
    method: "POST",
    path: "/admin/tenants/{id}/keys",
    summary: "Mint an API key, shown once",
    params: idParam("ten"),
    body: z.strictObject({ name: text(1, 64).nullable().default(null) }),
    bodyOptional: true,
    reply: { status: 201, schema: keyView.extend({ apiKey: z.string() }) },
    refusals: ["not_found", "version_conflict"],
  }),
  listKeys: operation({
    ...served,
    id: "listKeys",
    method: "GET",
    path: "/admin/tenants/{id}/keys",
    summary: "List a tenant's API keys",
    params: idParam("ten"),
    query: listQuery({}),
    reply: { status: 200, schema: listReply(keyView) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  revokeKey: operation({
    ...served,
    id: "revokeKey",
    method: "DELETE",
    path: "/admin/tenants/{id}/keys/{keyId}",
    summary: "Revoke an API key",
    description: "Felt everywhere within 60 seconds.",
    params: z.strictObject({ id: idOf("ten"), keyId: idOf("key") }),
    reply: { status: 200, schema: keyView },
    refusals: ["not_found", "version_conflict"],
  }),
};
