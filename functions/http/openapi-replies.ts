import * as z from "zod";
import { operatorRoles } from "../domain/core/operator.ts";
import type { RefusalCode } from "../domain/core/refusal.ts";
import { jurisdictions } from "../domain/tenants/asset-policy.ts";
import { frozenWallet } from "../domain/tenants/frozen-wallet.ts";
import { keyScopes } from "../domain/tenants/key-scope.ts";
import type { Json, Schemas } from "./openapi-schema.ts";
import type { Operation } from "./operation.ts";
import { errorBody, problemBody, refusalsOf, statusOf } from "./problem.ts";

/** A stored no that came because something outside did not answer. */
const retryable = z.literal(true).describe("nothing outside answered: a new Idempotency-Key tries again");

const fromTo = z.object({
  from: z.string().describe("the status that it has"),
  to: z.string().describe("the status that it cannot get from there"),
});

/** What some refusals say beside the error body. */
const extras: Partial<Record<RefusalCode, z.ZodObject>> = {
  illegal_invoice_transition: fromTo,
  illegal_settlement_transition: fromTo,
  approval_pending: z.object({ approvalId: z.string() }),
  action_not_available: z.object({
    action: z
      .string()
      .optional()
      .describe("the action that cannot be taken now; left out where the operation is the action"),
  }),
  insufficient_scope: z.object({
    scope: z.enum(keyScopes).optional().describe("of a key: the scope that it lacks"),
    role: z.enum(operatorRoles).optional().describe("of an operator: the role that it takes"),
  }),
  source_not_allowed: z.object({ source: z.string().describe("the address that the request came from") }),
  case_exists: z.object({ caseId: z.string().describe("the case that is there") }),
  chain_mismatch: z.object({ candidates: z.array(z.string()).describe("chains that the value could be of") }),
  own_entry_exists: z.object({ id: z.string().describe("the entry in force") }),
  own_entry_decided: z.object({ entryStatus: z.string().describe("how far the entry is") }),
  plan_limit_reached: z.object({ limit: z.int(), used: z.int(), resetsAt: z.string() }),
  key_limit_reached: z.object({ limit: z.int(), used: z.int() }),
  monitor_limit_reached: z.object({ limit: z.int(), used: z.int() }),
  kyt_declined: z.object({
    screeningRef: z.string().nullable(),
    risk: z.string().nullable().describe("the risk that the screen found; null where it gave none"),
    stage: z.string().nullable().describe("collection here: the screen before the rail is touched"),
    railTransferCreated: z.literal(false).describe("the rail was told nothing: no money moves"),
    retryable: retryable.optional(),
  }),
  asset_not_allowed: z.object({
    stable: z.string().describe("the stablecoin that may not be used"),
    jurisdiction: z.enum(jurisdictions).describe("whose rule it is"),
    rule: z.string().describe("the rule, as under `assets` of the capabilities"),
    from: z.string().describe("the day from which the rule holds, YYYY-MM-DD"),
  }),
  wallet_frozen: frozenWallet.omit({ subjectId: true }),
  partner_customer_lookup_failed: z.object({ retryable: retryable.optional() }),
  release_conditions_unmet: z.object({ retryable: retryable.optional() }),
};

/** Headers that replies refer to. */
export const headerComponents: Json = {
  "X-Request-Id": { schema: { type: "string" }, description: "names this request in our logs" },
  "RateLimit-Limit": { schema: { type: "integer" }, description: "requests in a full bucket" },
  "RateLimit-Policy": {
    schema: { type: "string" },
    description: "requests a second in the long run, and how many at once: 1;w=1;burst=5",
  },
  "RateLimit-Remaining": { schema: { type: "integer" }, description: "requests left" },
  "RateLimit-Reset": { schema: { type: "integer" }, description: "seconds until the bucket is full" },
  "X-Usage-Limit": { schema: { type: "string" }, description: "screenings a month, or unlimited" },
  "X-Usage-Used": { schema: { type: "integer" }, description: "screenings of this month" },
  "X-Usage-Reset": { schema: { type: "string", format: "date-time" }, description: "when it begins anew" },
  "Sluice-Version": { schema: { type: "string", format: "date" }, description: "the version that this reply is in" },
  Deprecation: { schema: { type: "string" }, description: "since when what you used is out of use (RFC 9745)" },
  Sunset: { schema: { type: "string" }, description: "until when it is served (RFC 8594)" },
  "Retry-After": { schema: { type: "integer" }, description: "seconds to wait" },
  "Idempotent-Replay": { schema: { type: "string" }, description: "true when a stored answer is repeated" },
  "X-Verdict-Age": {
    schema: { type: "integer" },
    description: "seconds since the verdict was given or last changed; of several, the oldest's",
  },
};

const limitHeaders = ["RateLimit-Limit", "RateLimit-Policy", "RateLimit-Remaining", "RateLimit-Reset"];

/** What the replies of one document have in common. */
export interface ReplyExample {
  readonly schemas: Schemas;
  /** Headers of every answer to a tenant that got as far as being known. */
  readonly tenantHeaders: readonly string[];
}

function limitsOf(op: Operation, { tenantHeaders }: ReplyExample): readonly string[] {
  const gone = op.deprecated ? ["Deprecation", "Sunset"] : [];
  return op.caller === "tenant" ? ["Sluice-Version", ...limitHeaders, ...tenantHeaders, ...gone] : gone;
}

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What an operation's good replies look like, by status, and by status and type where that is not JSON: `200`, `200 text/csv`. */
export type ReplyExamples = Readonly<Record<string, unknown>>;

function success(op: Operation, response: ReplyExample, examples: ReplyExamples): Json {
  const { schema, contentType } = op.reply;
  const replay = op.idempotencyKey ? ["Idempotent-Replay"] : [];
  const names = ["X-Request-Id", ...limitsOf(op, response), ...replay, ...(op.reply.headers ?? [])];
  const binary = contentType !== undefined && !contentType.startsWith("text/");
  const [type = ""] = contentType?.split(";") ?? [];
  const example = examples[`${op.reply.status} ${type}`.trim()];
  const content = contentType
    ? {
        [type]: {
          schema: { type: "string", ...(binary ? { format: "binary" } : {}) },
          ...(example === undefined ? {} : { example }),
        },
      }
    : {
        "application/json": {
          schema: response.schemas.of(schema, "output"),
          ...(example === undefined ? {} : { example }),
        },
      };
  return { description: op.summary, headers: headers(...names), content };
}

/** `kyt_declined` is `KytDeclined`. */
function nameOf(code: RefusalCode): string {
  return code.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function errorSchema(codes: readonly RefusalCode[], schemas: Schemas): Json {
  const error = schemas.add("Error", schemas.of(errorBody, "output"));
  const said = { description: errorBody.shape.code.description };
  const withCode = (code: Json) => ({ allOf: [error, { type: "object", properties: { code: { ...code, ...said } } }] });
  const plain = codes.filter((code) => !extras[code]);
  const special = codes.flatMap((code) => {
    const extra = extras[code];
    if (!extra) return [];
    const { properties, required, ...more } = schemas.of(extra, "output");
    const body = { ...more, properties: { code: { const: code, ...said }, ...(properties as Json) }, required };
    return [schemas.add(nameOf(code), { allOf: [error, body] })];
  });
  const shapes = [...(plain.length > 0 ? [withCode({ enum: plain })] : []), ...special];
  return shapes.length === 1 ? (shapes[0] as Json) : { oneOf: shapes };
}

function problemSchema(schemas: Schemas): Json {
  return schemas.add("Problem", schemas.of(problemBody, "output"));
}

function refusal(op: Operation, status: number, codes: readonly RefusalCode[], response: ReplyExample): Json {
  const names = [
    "X-Request-Id",
    ...(status === 401 ? [] : limitsOf(op, response)),
    ...([409, 429, 503].includes(status) ? ["Retry-After"] : []),
  ];
  return {
    description: codes.join(", "),
    headers: headers(...names),
    content: {
      "application/json": { schema: errorSchema(codes, response.schemas) },
      "application/problem+json": { schema: problemSchema(response.schemas) },
    },
  };
}

/** Everything an operation can answer, by status. */
export function repliesOf(op: Operation, response: ReplyExample, examples: ReplyExamples): Json {
  const byStatus = Map.groupBy(refusalsOf(op), (code) => statusOf[code]);
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    refusal(op, status, codes.toSorted(), response),
  ]);
  const replies: Record<string, Json> = { [op.reply.status]: success(op, response, examples) };
  for (const { description, ...reply } of op.otherReplies ?? []) {
    const other = success({ ...op, reply }, response, examples);
    const same = replies[reply.status];
    const content = { ...(same?.content as Json | undefined), ...(other.content as Json) };
    replies[reply.status] = same ? { ...same, content } : { ...other, description };
  }
  return { ...replies, ...Object.fromEntries(refused) };
}
