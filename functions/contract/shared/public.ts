import * as z from "zod";
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
          .array(z.string())
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
  mock: z.boolean(),
  provider: z.string(),
  status: z
    .enum(["ok", "degraded", "unreachable"])
    .optional()
    .meta({ description: "of the screening interface; left out where a mock screens" }),
  lists: z
    .array(
      z.object({
        list: z.string(),
        publishedAt: z.string(),
        loadedAt: z.string().meta({ description: "when it was last loaded with success" }),
        stale: z.boolean(),
      }),
    )
    .optional()
    .meta({ description: "the lists that wallets are screened by" }),
});

const healthView = z.object({
  service: z.string(),
  status: z.string(),
  version: z.string(),
  adapter: z.string(),
  kyt: kytHealth,
});

const capabilitiesView = z.object({
  service: z.string(),
  settlementAdapter: z.string(),
  capabilities: z.object({
    invoicing: capability,
    ach_collection: capability,
    stablecoin_settlement: capability,
    kyt_screening: capability,
    managed_escrow: capability,
    refunds: capability,
    disputes: capability,
    self_serve_onboarding: capability,
  }),
  ts: z.string(),
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
