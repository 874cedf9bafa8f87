import * as z from "zod";
import type { RefusalCode } from "../domain/refusal.ts";
import type { Operation } from "./operation.ts";
import { errorBody, statusOf } from "./problem.ts";

type Json = Record<string, unknown>;

/** What a document says about itself. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers: readonly { url: string; description: string }[];
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  }) as Json;
  return rest;
}

/** Refusals that follow from an operation's shape, beside those it lists. */
function impliedRefusals(op: Operation): RefusalCode[] {
  const implied: RefusalCode[] = [];
  if (op.caller !== "public") implied.push("missing_api_key", "invalid_api_key");
  if (op.caller === "tenant") implied.push("rate_limited");
  if (op.query || op.body || op.method !== "GET") implied.push("validation_error");
  if (op.method !== "GET") implied.push("invalid_json", "body_too_large", "unsupported_media_type");
  if (op.idempotencyKey) implied.push("idempotency_key_required", "idempotency_key_too_long");
  return implied;
}

/** Every refusal an operation can give. */
export function refusalsOf(op: Operation): RefusalCode[] {
  return [...new Set([...impliedRefusals(op), ...op.refusals])];
}

const replyHeaders: Json = {
  "X-Request-Id": { schema: { type: "string" }, description: "names this request in our logs" },
};

const rateHeaders: Json = {
  "RateLimit-Limit": { schema: { type: "integer" }, description: "requests in a full bucket" },
  "RateLimit-Remaining": { schema: { type: "integer" }, description: "requests left" },
  "RateLimit-Reset": { schema: { type: "integer" }, description: "seconds until the bucket is full" },
};

function responses(op: Operation): Json {
  const { status, schema, contentType } = op.reply;
  const binary = contentType !== undefined && !contentType.startsWith("text/");
  const content = contentType
    ? {
        [contentType.split(";")[0] ?? contentType]: {
          schema: binary ? { type: "string", format: "binary" } : { type: "string" },
        },
      }
    : { "application/json": { schema: schemaOf(schema, "output") } };
  const limits = op.caller === "tenant" ? rateHeaders : {};
  const replay = op.idempotencyKey
    ? {
        "Idempotent-Replay": {
          schema: { type: "string" },
          description: "true when a stored answer is repeated",
        },
      }
    : {};
  const answers: Json = {
    [status]: { description: op.summary, headers: { ...replyHeaders, ...limits, ...replay }, content },
  };
  const byStatus = Map.groupBy(refusalsOf(op), (code) => statusOf[code]);
  for (const [refused, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const retry = [409, 429, 503].includes(refused)
      ? { "Retry-After": { schema: { type: "integer" }, description: "seconds to wait" } }
      : {};
    answers[refused] = {
      description: codes.join(", "),
      headers: { ...replyHeaders, ...(refused === 401 ? {} : limits), ...retry },
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/Error" },
              { type: "object", properties: { code: { type: "string", enum: codes } } },
            ],
          },
        },
      },
    };
  }
  return answers;
}

function parameters(op: Operation): Json[] {
  const found: Json[] = [];
  for (const [where, schema] of [
    ["path", op.params],
    ["query", op.query],
  ] as const) {
    if (!schema) continue;
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Json;
      required?: string[];
    };
    for (const [name, each] of Object.entries(properties)) {
      const { description, ...shape } = each as Json;
      found.push({
        name,
        in: where,
        required: where === "path" || required.includes(name),
        ...(description === undefined ? {} : { description }),
        schema: name === "limit" ? { type: "integer", minimum: 1, maximum: 100, default: 25 } : shape,
      });
    }
  }
  if (op.idempotencyKey)
    found.push({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "names this request, so that it is done once however often it is sent",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  return found;
}

const security: Readonly<Record<Operation["caller"], Json[]>> = {
  public: [],
  tenant: [{ bearerKey: [] }, { headerKey: [] }],
  operator: [{ operatorToken: [] }],
  rail: [{ operatorToken: [] }],
};

function pathItem(op: Operation): Json {
  const body = op.body && {
    requestBody: {
      required: !op.bodyOptional,
      content: { "application/json": { schema: schemaOf(op.body, "input") } },
    },
  };
  const given = parameters(op);
  return {
    operationId: op.id,
    summary: op.summary,
    ...(op.description === undefined ? {} : { description: op.description }),
    tags: [op.tag],
    security: security[op.caller],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...body,
    responses: responses(op),
  };
}

const schemes = {
  bearerKey: { type: "http", scheme: "bearer", description: "a tenant's API key" },
  headerKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "a tenant's API key" },
  operatorToken: { type: "http", scheme: "bearer", description: "an operator's token" },
};

/** The OpenAPI 3.1 document of some operations. */
export function openApiDocument(ops: readonly Operation[], info: DocumentInfo): Json {
  const paths: Record<string, Json> = {};
  for (const op of ops) paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: pathItem(op) };
  const { servers, ...about } = info;
  const used = new Set(ops.flatMap((op) => security[op.caller].flatMap((each) => Object.keys(each))));
  return {
    openapi: "3.1.0",
    info: about,
    servers,
    tags: [...new Set(ops.map((op) => op.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, "output") },
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  };
}
