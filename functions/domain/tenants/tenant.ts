import * as z from "zod";
import { firstApiVersion } from "../core/api-version.ts";
import { payerTypes } from "../core/holder-type.ts";
import { listedIn } from "../core/listed-in.ts";
import { suspensionPrograms } from "../core/program-id.ts";
import { frozenWallet } from "./frozen-wallet.ts";
import { keyScopes } from "./key-scope.ts";

/** A change of a tenant's settings that waits for a second operator, or for its time. */
const pendingChange = z.object({
  approvalId: z.string(),
  fields: z.array(z.string()).describe("the settings that it changes"),
  effectiveAt: z.string().describe("when it takes effect, once another operator has approved it"),
  expiresAt: z.string().describe("when it lapses, where it has not taken effect by then"),
});

export type PendingChange = Readonly<z.infer<typeof pendingChange>>;

/** A business that invoices through us. `destWallet` is where its stablecoin goes. */
export const tenant = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string().describe("the tenant's name, as payers read it"),
  status: z.enum(["active", "suspended"]).describe("whether its new money routes are served; what runs finishes"),
  contactEmail: z.string(),
  destChain: z.string(),
  destWallet: z.string(),
  stable: z.string(),
  country: z
    .string()
    .nullable()
    .default(null)
    .describe("where it is established, ISO 3166-1 alpha-2; null: not known, and the rules of the US hold"),
  partnerCustomerId: z.string().nullable(),
  isoRef: z.string().nullable(),
  payers: z
    .enum(payerTypes)
    .default("business")
    .describe("whose accounts its payers pay from, where a payment does not say: business, individual or unknown"),
  timeZone: z
    .string()
    .default("UTC")
    .describe("IANA name of the zone in which its invoices' plain due dates end and their dates are printed"),
  metadata: z.record(z.string(), z.string()),
  apiVersion: z
    .string()
    .nullable()
    .default(firstApiVersion)
    .describe("the version of the API that it is served in: the newest when its first key was made; null before that"),
  /** Its disputes or returns are over a network's limit: nothing of its reserves goes meanwhile. */
  ratioBreached: z
    .boolean()
    .default(false)
    .describe("whether its disputes or returns are over a network's limit, so that reserves are kept"),
  /** The program whose limit it is over, while its credit is suspended: its settlements wait out their return windows. */
  creditSuspended: z
    .object({
      program: listedIn(suspensionPrograms, z.string()).describe("the program whose limit it is over"),
      since: z.string().describe("since when"),
      reason: listedIn(["ratio", "negative_balance", "manual"], z.string()).describe(
        "why: a ratio, a negative balance, or an operator",
      ),
    })
    .nullable()
    .default(null)
    .describe("why its program credit is suspended; null while it is given"),
  frozenWallets: z
    .array(frozenWallet)
    .default([])
    .describe(
      "wallets that a coin's issuer is known to have frozen: nothing new is paid to them until the mark is cleared",
    ),
  pendingChange: pendingChange
    .optional()
    .describe("a change of where its money goes that has not taken effect yet; absent where none waits"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Tenant = z.infer<typeof tenant>;

/** An API key as stored: its secret only as SHA-256 (hex). */
export const apiKey = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantSlug: z.string(),
  tenantCreatedAt: z.string(),
  name: z.string().nullable().describe("what people call it; null where it has no name"),
  /** A copy of its account's, so that to know a caller is one read. */
  apiVersion: z.string().default(firstApiVersion).describe("the version of the API that its account is served in"),
  prefix: z.string().describe("the key's beginning, by which it is recognized"),
  last4: z.string().describe("the key's last four characters"),
  sha256: z.string(),
  scopes: z.array(z.enum(keyScopes)).default(["*"]).describe("what it may do; * is everything"),
  expiresAt: z
    .string()
    .nullable()
    .default(null)
    .describe("from when on it is refused; null: it goes on until it is revoked"),
  sourceRanges: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe("the ranges of addresses that it may be used from, in CIDR notation; null: any address"),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});

export type ApiKey = z.infer<typeof apiKey>;
