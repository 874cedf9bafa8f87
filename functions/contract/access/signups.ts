import * as z from "zod";
import { signup, signupStatuses } from "../../domain/access/signup.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";
import { newTenant, tenantFields, tenantView } from "../tenants/tenants.ts";

const signupView = signup.meta({ id: "Signup" });

const tag = "Signups";
const served = { caller: "operator", tag, lambda: "signups" } as const;

export const signupOperations = {
  listSignups: operation({
    ...served,
    id: "listSignups",
    method: "GET",
    path: "/admin/signups",
    summary: "List requests for access, newest first",
    query: listQuery({ status: z.enum(signupStatuses).optional() }),
    reply: { status: 200, schema: listReply(signupView) },
    refusals: ["invalid_cursor"],
  }),
  getSignup: operation({
    ...served,
    id: "getSignup",
    method: "GET",
    path: "/admin/signups/{id}",
    summary: "Read a request for access",
    params: idParam("sgn"),
    reply: { status: 200, schema: signupView },
    refusals: ["not_found"],
  }),
  acceptSignup: operation({
    ...served,
    id: "acceptSignup",
    method: "POST",
    path: "/admin/signups/{id}/accept",
    summary: "Let a business in",
    description:
      "Makes its tenant, a key and an invitation in one transaction; the key and the link are shown once. Without a wallet the tenant is paid nothing until its application brings one.",
    params: idParam("sgn"),
    body: z
      .strictObject({
        slug: newTenant.shape.slug.optional(),
        destChain: tenantFields.destChain.optional(),
        destWallet: tenantFields.destWallet.optional(),
        stable: tenantFields.stable.default("USDT"),
        note: text(1, longestNote).nullable().default(null),
      })
      .refine(({ destChain, destWallet }) => (destChain === undefined) === (destWallet === undefined), {
        path: ["destWallet"],
        message: "a wallet and its chain come together",
      }),
    bodyOptional: true,
    reply: {
      status: 201,
      schema: z.object({
        signup: signupView,
        tenant: tenantView,
        apiKey: z.string(),
        invite: z.object({ id: z.string(), magicLink: z.string(), expiresAt: z.string() }),
      }),
    },
    refusals: ["not_found", "signup_decided", "tenant_exists", "version_conflict"],
  }),
  declineSignup: operation({
    ...served,
    id: "declineSignup",
    method: "POST",
    path: "/admin/signups/{id}/decline",
    summary: "Decline a request for access",
    description: "The reason is kept with it; whoever asked is told nothing.",
    params: idParam("sgn"),
    body: z.strictObject({ reason: text(1, longestNote) }),
    reply: { status: 200, schema: signupView },
    refusals: ["not_found", "signup_decided", "version_conflict"],
  }),
};
