import * as z from "zod";
import { payoutChains } from "../../domain/addresses/payout-address.ts";
import { payerTypes } from "../../domain/core/holder-type.ts";
import { idOf } from "../../domain/core/id.ts";
import { openSet } from "../../domain/core/listed-in.ts";
import { emailText } from "../../domain/core/mail.ts";
import { instant } from "../../domain/core/time.ts";
import { timeZone } from "../../domain/core/time-zone.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { assetWarning } from "../../domain/tenants/asset-policy.ts";
import { keyScopes } from "../../domain/tenants/key-scope.ts";
import { mostSourceRanges, sourceRangeProblem } from "../../domain/tenants/source-range.ts";
import { apiKey, tenant } from "../../domain/tenants/tenant.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { idParam, metadata, shownOnce } from "../../http/schemas.ts";
import {
  changeOf,
  creationRange,
  get,
  listOf,
  operationTable,
  patch,
  post,
  recordOf,
  remove,
} from "../operation-table.ts";

const wallet = printable(1, 256);
export const reference = printable(1, 128).nullable();

export const tenantFields = {
  name: printable(1, 200).describe("the tenant's name, as payers read it"),
  contactEmail: emailText,
  destChain: openSet(payoutChains, printable(1, 32)).describe(
    "the chain of the wallet that is paid to, such as tron; the sandbox takes other names too",
  ),
  destWallet: wallet.describe("the address that settlements are paid to"),
  stable: z
    .string()
    .regex(/^[A-Za-z]{2,10}$/, "a ticker such as USDT")
    .describe("the stablecoin that is paid out, such as USDT"),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "two capitals such as US")
    .nullable()
    .meta({
      description: "where it is established, ISO 3166-1 alpha-2; null: not known, and the rules of the US hold",
    }),
  payers: z.enum(payerTypes).meta({ description: "whose accounts its payers pay from, where a payment does not say" }),
  timeZone: timeZone.meta({
    description:
      "IANA name of the zone in which its invoices' plain due dates end and their dates are printed, such as America/New_York",
  }),
};

export const newTenant = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,38}$/, "2 to 39 of a-z, 0-9 and -, not beginning with -")
    .describe("the tenant's short name in links, 2 to 39 characters, for good"),
  ...tenantFields,
  stable: tenantFields.stable.default("USDT"),
  country: tenantFields.country.default(null),
  payers: tenantFields.payers.default("business"),
  timeZone: tenantFields.timeZone.default("UTC"),
  partnerCustomerId: reference.default(null),
  isoRef: reference.default(null),
  metadata: metadata.default({}),
});

/** A tenant as operators see it. */
export const tenantView = tenant
  .extend({
    warnings: z
      .array(assetWarning)
      .optional()
      .describe(
        "what a rule says against its stablecoin today, with the day from which it is refused; absent for none",
      ),
  })
  .meta({ id: "Tenant" });

export const keyView = apiKey
  .omit({ tenantSlug: true, tenantCreatedAt: true, sha256: true })
  .extend({ lastUsedAt: z.string().nullable().describe("when it was used last, within five minutes; null: never yet") })
  .meta({ id: "ApiKey" });

const sourceRange = z
  .string()
  .max(49, { abort: true })
  .regex(/^[0-9A-Fa-f.:]{2,45}(?:\/\d{1,3})?$/, {
    abort: true,
    error: "an IPv4 or IPv6 range such as 203.0.113.0/24, or one address",
  })
  .superRefine((text, context) => {
    const problem = sourceRangeProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** A key that is asked for. */
export const newKey = z.strictObject({
  name: printable(1, 64).nullable().default(null).describe("what to call it"),
  scopes: z
    .array(z.enum(keyScopes))
    .min(1)
    .max(keyScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, "none twice")
    .refine((scopes) => scopes.length === 1 || !scopes.includes("*"), "* stands alone")
    .default(["*"])
    .meta({
      uniqueItems: true,
      not: { contains: { const: "*" }, minItems: 2 },
      description:
        "what it may do: read (every GET), pay (pay and cancel), refund (of payments and escrows), escrow (the rest of escrow's writes), write (all other writes), or * for everything",
    }),
  expiresAt: instant
    .nullable()
    .default(null)
    .meta({ description: "from when on it is refused, a moment to come; null: it goes on until it is revoked" }),
  sourceRanges: z
    .array(sourceRange)
    .min(1)
    .max(mostSourceRanges)
    .nullable()
    .default(null)
    .meta({
      description:
        "the ranges of addresses that it may be used from, in CIDR notation, IPv4 or IPv6, an address alone being a range of one; null: any address",
    }),
});

const waitingChange = z.object({
  approvalId: z.string(),
  effectiveAt: z.string().describe("when it takes effect at the earliest: 24 hours after it was asked for"),
});

const served = { caller: "operator", tag: "Tenants", lambda: "tenants" } as const;

export const tenantOperations = operationTable(served, {
  createTenant: post("/admin/tenants", "Register a tenant", {
    role: "admin",
    body: newTenant,
    reply: { status: 201, schema: tenantView },
    refusals: ["chain_mismatch", "asset_not_allowed", "tenant_exists", "version_conflict"],
  }),
  listTenants: get("/admin/tenants", "List tenants, newest first", listOf(tenantView, creationRange)),
  getTenant: get("/admin/tenants/{id}", "Read a tenant", recordOf(idParam("ten"), tenantView)),
  changeTenant: patch("/admin/tenants/{id}", "Change a tenant", {
    role: "admin",
    ...changeOf(
      idParam("ten"),
      tenantView,
      ...(["chain_mismatch", "asset_not_allowed", "approval_pending", "kyt_declined"] as const),
    ),
    description:
      "A suspended tenant's new money routes are refused; what runs finishes. Where the stage has two people decide, another wallet, chain, stablecoin, partner customer or contact e-mail waits: it needs another operator's approval, takes effect 24 hours after it was asked for and lapses after 72. The old values are in force until then, the rest of the body is in force at once, and one such change waits for each tenant. A new wallet is screened when it is asked for and when it takes effect.",
    otherReplies: [
      { status: 202, schema: waitingChange, description: "waits for a second operator, and for its time" },
    ],
    body: z
      .strictObject({
        ...tenantFields,
        status: z
          .enum(["active", "suspended"])
          .describe("suspended: its new money routes are refused, what runs finishes"),
        partnerCustomerId: reference,
        isoRef: reference,
        metadata,
      })
      .partial(),
  }),
  orderCredit: post(
    "/admin/tenants/{id}/credit",
    "Suspend a tenant's program credit, or give it back whatever its ratios say",
    {
      role: "finance",
      ...changeOf(idParam("ten"), tenantView),
      description:
        "While it is suspended, settlements wait out their return windows and reserves rise. A breach of this month or before suspends no more once an operator has given the credit back; one of a later month does, but for a return rate that has been over its limit ever since. A breached ratio goes on keeping reserves.",
      body: z.strictObject({
        action: z.enum(["suspend", "reinstate"]).describe("whether to take its program credit or to give it back"),
        note: printableLines(1, longestNote).nullable().default(null),
      }),
    },
  ),
  clearFrozenWallet: post(
    "/admin/tenants/{id}/frozen-wallets/clear",
    "Clear the mark of a wallet that a coin's issuer had frozen",
    {
      role: "admin",
      ...changeOf(idParam("ten"), tenantView),
      description:
        "For when the issuer has released it: pay and escrows take the wallet again, with their screens as ever. What a payout was refused for stays as it ended. A wallet without a mark changes nothing.",
      body: z.strictObject({
        address: wallet.describe("the address, as `frozenWallets` of the tenant has it"),
        chain: tenantFields.destChain.describe("the chain that it is on, such as tron"),
        stable: tenantFields.stable.describe("the stablecoin whose issuer had frozen it, such as USDT"),
        note: printableLines(1, longestNote).nullable().default(null).meta({ description: "why, for the audit trail" }),
      }),
    },
  ),
  pinApiVersion: post("/admin/tenants/{id}/api-version", "Move the version of the API that a tenant is served in", {
    role: "admin",
    ...changeOf(idParam("ten"), tenantView, "unknown_api_version"),
    description:
      "Its account is pinned to that version instead, older or newer, and so is each of its keys; felt everywhere within 60 seconds. `apiVersion` of the tenant says which one it is. The same again is answered unchanged.",
    body: z.strictObject({
      apiVersion: printable(1, 32).meta({ description: "the date of a version that is served, such as 2026-11-01" }),
    }),
    claim: "first",
  }),
  mintKey: post("/admin/tenants/{id}/keys", "Mint an API key, shown once", {
    role: "admin",
    params: idParam("ten"),
    body: newKey,
    bodyOptional: true,
    reply: { status: 201, schema: keyView.extend({ apiKey: shownOnce("the key") }) },
    shownOnce: ["apiKey"],
    refusals: ["not_found", "version_conflict"],
  }),
  listKeys: get("/admin/tenants/{id}/keys", "List a tenant's API keys", {
    ...listOf(keyView, creationRange),
    params: idParam("ten"),
    refusals: ["not_found", "invalid_cursor"],
  }),
  revokeKey: remove("/admin/tenants/{id}/keys/{keyId}", "Revoke an API key", {
    role: "admin",
    ...changeOf(z.strictObject({ id: idOf("ten"), keyId: idOf("key") }), keyView),
    description: "Felt everywhere within 60 seconds.",
  }),
});
