import * as z from "zod";
import { signup, signupStatuses } from "../../domain/access/signup.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { together, underRules } from "../../http/field-rules.ts";
import { printableLines } from "../../http/printable.ts";
import { idParam, shownOnce } from "../../http/schemas.ts";
import { byStatus, changeOf, creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";
import { newTenant, tenantFields, tenantView } from "../tenants/tenants.ts";

const signupView = signup.meta({ id: "Signup" });

const served = { caller: "operator", tag: "Signups", lambda: "signups" } as const;

/** What a request tells of whoever made it. */
const own = ["companyName", "contactName", "contactEmail", "website", "useCase", "note"];

export const signupOperations = operationTable(served, {
  listSignups: get("/admin/signups", "List requests for access, newest first", {
    role: "reviewer",
    ...listOf(signupView, { ...byStatus(signupStatuses), ...creationRange }),
  }),
  getSignup: get("/admin/signups/{id}", "Read a request for access", {
    role: "reviewer",
    ...recordOf(idParam("sgn"), signupView),
  }),
  acceptSignup: post("/admin/signups/{id}/accept", "Let a business in", {
    role: "admin",
    description:
      "Makes its tenant, a key and an invitation in one transaction; the key and the link are shown once. Without a wallet the tenant is paid nothing until its application brings one.",
    params: idParam("sgn"),
    body: underRules(
      z.strictObject({
        slug: newTenant.shape.slug.optional(),
        destChain: tenantFields.destChain.optional(),
        destWallet: tenantFields.destWallet.optional(),
        stable: tenantFields.stable.default("USDT"),
        note: printableLines(1, longestNote).nullable().default(null),
      }),
      together("destChain", "destWallet", "a wallet and its chain come together"),
    ),
    bodyOptional: true,
    reply: {
      status: 201,
      schema: z.object({
        signup: signupView.describe("the request, now accepted"),
        tenant: tenantView.describe("the tenant that was made"),
        apiKey: shownOnce("the key"),
        invite: z
          .object({ id: z.string(), magicLink: shownOnce("the link"), expiresAt: z.string() })
          .describe("the invitation to be verified"),
      }),
    },
    refusals: ["not_found", "signup_decided", "tenant_exists", "version_conflict"],
    shownOnce: ["apiKey", "invite.magicLink"],
    personal: {
      kind: "requester",
      id: "signup.id",
      fields: [...own.map((name) => `signup.${name}`), "tenant.name", "tenant.contactEmail"],
    },
  }),
  declineSignup: post("/admin/signups/{id}/decline", "Decline a request for access", {
    role: "reviewer",
    ...changeOf(idParam("sgn"), signupView, "signup_decided"),
    personal: { kind: "requester", id: "id", fields: own },
    description: "The reason is kept with it; whoever asked is told nothing.",
    body: z.strictObject({ reason: printableLines(1, longestNote).describe("why; whoever asked is not told") }),
  }),
});
