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
          service: z.string().describe("which service answers"),
          status: z.enum(["ok", "degraded"]).describe("degraded where somebody can be screened by no list"),
          version: z.string().describe("the release that is deployed"),
          lists: z
            .array(
              z.object({
                list: z.string().describe("the list's name, for programs"),
                title: z.string().describe("the list's name, for people"),
                publishedAt: z.string().describe("the day of its publication"),
                loadedAt: z.string().meta({ description: "when it was last loaded with success" }),
                sha256: z.string().describe("SHA-256 of what was published, in hexadecimal"),
                records: z.int().describe("how many addresses it has"),
                stale: z.boolean().describe("whether it was loaded longer ago than it may be"),
              }),
            )
            .describe("the lists that wallets are screened by"),
          problems: z
            .array(
              z.object({
                list: z.string().describe("the list's name, for programs"),
                problem: z.enum(["missing", "stale"]).describe("why nobody can be screened by it"),
              }),
            )
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
