import * as z from "zod";
import { listedIn } from "../../domain/core/listed-in.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { jurisdictions } from "../../domain/tenants/asset-policy.ts";
import { get, operationTable, viewOf } from "../operation-table.ts";

const capability = z
  .object({
    available: z.boolean().describe("whether this deployment does it now, by the flags in force for everybody"),
    reason: z.string().optional().describe("why not"),
    code: z.string().optional().describe("the code that its routes refuse with"),
    status: z.int().optional().describe("the status that its routes refuse with"),
    endpoint: z.string().optional().describe("the route that it is about"),
    docs: z.string().optional().describe("the guide, on this host"),
    refundable: z
      .object({
        settlementStatuses: z
          .array(listedIn(settlementStatuses, z.string()))
          .readonly()
          .describe("in which the money of a payment is held, after it was collected"),
        amount: z.string().describe("how much of it"),
        until: z.string().describe("until when"),
      })
      .optional()
      .describe("of refunds: what can be given back, and when; each payment says it of itself"),
  })
  .meta({ id: "Capability" });

const kytHealth = z.object({
  mock: z.boolean().describe("whether a mock screens instead of a provider"),
  provider: z.string().describe("who screens"),
  status: z
    .enum(["ok", "degraded", "unreachable"])
    .optional()
    .meta({ description: "of the screening interface; left out where a mock screens" }),
  lists: z
    .array(
      z.object({
        list: z.string().describe("the list's name"),
        publishedAt: z.string().describe("the day of its publication"),
        loadedAt: z.string().meta({ description: "when it was last loaded with success" }),
        stale: z.boolean().describe("whether it was loaded longer ago than it may be"),
      }),
    )
    .optional()
    .meta({ description: "the lists that wallets are screened by" }),
});

const healthView = z.object({
  service: z.string().describe("which service answers"),
  status: z.string().describe("ok while it can do what it is for"),
  version: z.string().describe("the release that is deployed"),
  adapter: z.string().describe("the settlement adapter that moves the money"),
  kyt: kytHealth.describe("how payouts are screened"),
});

const capabilitiesView = z.object({
  service: z.string().describe("which service answers"),
  settlementAdapter: z.string().describe("the settlement adapter that moves the money"),
  capabilities: z
    .object({
      invoicing: capability.describe("invoices, their pages and letters"),
      ach_collection: capability.describe("money pulled from, or sent by, the payer's bank"),
      stablecoin_settlement: capability.describe("payouts in stablecoin to the tenant's wallet"),
      kyt_screening: capability.describe("screens of the wallets that are paid to"),
      managed_escrow: capability.describe("money held between a buyer and a seller"),
      refunds: capability.describe("money that goes back to the payer"),
      disputes: capability.describe("alerts, cases and evidence"),
      self_serve_onboarding: capability.describe("businesses that have themselves verified"),
    })
    .describe("what it can do, by name"),
  assets: z
    .array(
      z.object({
        stable: z.string().describe("the stablecoin's ticker"),
        jurisdiction: z
          .enum(jurisdictions)
          .describe("whose rules: EU for a party in the European Economic Area, else US"),
        status: z
          .enum(["allowed", "warned", "refused"])
          .describe("refused: nothing new may be paid in it; what runs goes on. warned: a rule speaks against it"),
        rule: z.enum(["genius_in_force", "genius_offering", "mica"]).nullable().describe("the rule; null for none"),
        from: z.string().nullable().describe("the day since which the rule holds; null for none"),
        text: z.string().nullable().describe("the rule in words; null for none"),
      }),
    )
    .describe(
      "what each stablecoin may be used for today, by jurisdiction; a payment has to be allowed in each of its parties'",
    ),
  ts: z.string().describe("when this was answered, in UTC"),
});

const open = { caller: "public", tag: "Public", lambda: "public" } as const;
const openApiDocument = z.record(z.string(), z.unknown());

export const publicOperations = operationTable(open, {
  getHealth: get("/health", "Whether the service is up, and with which adapters", {
    ...viewOf(healthView),
    ignoresUnknownQuery: true,
  }),
  getApiDocs: get("/api/docs", "This description", viewOf(openApiDocument)),
  getOpenApi: get("/docs/openapi.json", "This description", viewOf(openApiDocument)),
  getCapabilities: get("/api/v1/capabilities", "What this deployment can do", viewOf(capabilitiesView)),
});

const operatorDoc = { caller: "operator", tag: "Documentation", lambda: "operator-docs" } as const;

export const operatorDocOperations = operationTable(operatorDoc, {
  getOperatorDocs: get("/admin/docs", "The operators' routes as OpenAPI 3.1", viewOf(openApiDocument)),
});
