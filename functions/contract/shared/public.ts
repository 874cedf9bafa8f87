import * as z from "zod";
import { operation } from "../../http/operation-types.ts";

const capability = z
  .object({
    available: z.boolean(),
    reason: z.string().optional(),
    code: z.string().optional(),
    status: z.int().optional(),
    endpoint: z.string().optional(),
    docs: z.string().optional(),
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

const open = { caller: "public", tag: "Public", lambda: "public", method: "GET" } as const;
const openApiDocument = z.record(z.string(), z.unknown());

export const publicOperations = {
  getHealth: operation({
    ...open,
    id: "getHealth",
    path: "/health",
    summary: "Whether the service is up, and with which adapters",
    reply: {
      status: 200,
      schema: z.object({
        service: z.string(),
        status: z.string(),
        version: z.string(),
        adapter: z.string(),
        kyt: kytHealth,
      }),
    },
    refusals: [],
  }),
  getApiDocs: operation({
    ...open,
    id: "getApiDocs",
    path: "/api/docs",
    summary: "This description",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
  }),
  getOpenApi: operation({
    ...open,
    id: "getOpenApi",
    path: "/docs/openapi.json",
    summary: "This description",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
  }),
  getCapabilities: operation({
    ...open,
    id: "getCapabilities",
    path: "/api/v1/capabilities",
    summary: "What this deployment can do",
    reply: { status: 200, schema: capabilitiesView },
    refusals: [],
  }),
};

export const operatorDocOperations = {
  getOperatorDocs: operation({
    id: "getOperatorDocs",
    method: "GET",
    path: "/admin/docs",
    caller: "operator",
    tag: "Documentation",
    summary: "The operators' routes as OpenAPI 3.1",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
    lambda: "operator-docs",
  }),
};
