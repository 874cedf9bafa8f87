import * as z from "zod";
import { operation } from "../../http/operation-types.ts";

const open = { caller: "public", tag: "Public", lambda: "screening-public", method: "GET" } as const;
const openApiDocument = z.record(z.string(), z.unknown());

export const screeningPublicOperations = {
  getScreeningHealth: operation({
    ...open,
    id: "getScreeningHealth",
    path: "/health",
    summary: "Whether screens are answered, and by which lists",
    reply: {
      status: 200,
      schema: z
        .object({
          service: z.string(),
          status: z.enum(["ok", "degraded"]),
          version: z.string(),
          lists: z.array(
            z.object({
              list: z.string(),
              title: z.string(),
              publishedAt: z.string(),
              loadedAt: z.string().meta({ description: "when it was last loaded with success" }),
              sha256: z.string(),
              records: z.int(),
              stale: z.boolean(),
            }),
          ),
          problems: z
            .array(z.object({ list: z.string(), problem: z.enum(["missing", "stale"]) }))
            .meta({ description: "lists by which nobody can be screened, and why" }),
          providers: z.array(z.string()).meta({ description: "who is asked beside the lists" }),
        })
        .meta({ id: "ScreeningHealth" }),
    },
    refusals: [],
  }),
  getScreeningApiDocs: operation({
    ...open,
    id: "getScreeningApiDocs",
    path: "/api/docs",
    summary: "This description",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
  }),
  getScreeningOpenApi: operation({
    ...open,
    id: "getScreeningOpenApi",
    path: "/docs/openapi.json",
    summary: "This description",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
  }),
};

export const screeningDocOperations = {
  getScreeningOperatorDocs: operation({
    id: "getScreeningOperatorDocs",
    method: "GET",
    path: "/admin/docs",
    caller: "operator",
    tag: "Documentation",
    summary: "The operators' routes as OpenAPI 3.1",
    reply: { status: 200, schema: openApiDocument },
    refusals: [],
    lambda: "screening-operator-docs",
  }),
};
