import * as z from "zod";
import { get, operationTable, viewOf } from "../operation-table.ts";

const open = { caller: "public", tag: "Public", lambda: "screening-public" } as const;
const openApiDocument = z.record(z.string(), z.unknown());

export const screeningPublicOperations = operationTable(open, {
  getScreeningHealth: get("/health", "Whether screens are answered, and by which lists", {
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
    ignoresUnknownQuery: true,
  }),
  getScreeningApiDocs: get("/api/docs", "This description", viewOf(openApiDocument)),
  getScreeningOpenApi: get("/docs/openapi.json", "This description", viewOf(openApiDocument)),
});

const operatorDoc = { caller: "operator", tag: "Documentation", lambda: "screening-operator-docs" } as const;

export const screeningDocOperations = operationTable(operatorDoc, {
  getScreeningOperatorDocs: get("/admin/docs", "The operators' routes as OpenAPI 3.1", viewOf(openApiDocument)),
});
