import { apiVersions } from "../domain/core/api-version.ts";
import type { Json, Schemas } from "./openapi-schema.ts";
import type { Operation } from "./operation.ts";

function idempotencyKey(must: Json): Json {
  return {
    name: "Idempotency-Key",
    in: "header",
    ...must,
    description: "names this request, so that it is done once however often it is sent",
    // HTTP leaves out white space around it.
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "\\S" },
  };
}

const keyParameter = { required: "Idempotency-Key", optional: "Optional-Idempotency-Key" } as const;

/** Parameters that operations refer to. */
export const parameterComponents: Json = {
  [keyParameter.required]: idempotencyKey({ required: true }),
  [keyParameter.optional]: idempotencyKey({}),
  "X-Actor": {
    name: "X-Actor",
    in: "header",
    description: "who acts for you: an unverified label, which is logged and nothing else",
    schema: { type: "string" },
  },
  "Sluice-Version": {
    name: "Sluice-Version",
    in: "header",
    description: "the version of the API to be served in, instead of your account's",
    schema: { type: "string", enum: apiVersions.map(({ date }) => date) },
  },
  limit: {
    name: "limit",
    in: "query",
    description: "records on a page",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 25 },
  },
  cursor: {
    name: "cursor",
    in: "query",
    description: "nextCursor of the page before",
    schema: { type: "string", maxLength: 1024 },
  },
};

/** What a parameter means that says nothing itself: those of paths name a record, those of queries narrow a list. */
const words: Readonly<Record<string, string>> = {
  id: "the id of the record",
  isoRef: "the reseller of record, by the name that is agreed on",
  tenantId: "only this tenant's records",
  type: "only what is of this type",
  format: "what the answer is written in",
  from: "from this moment on, which is included",
  to: "up to this moment, which is not included",
  at: "as it stood at this moment",
  days: "how many days ahead, 1 to 365",
  key: "only this flag",
  template: "only letters of this kind",
};

function wordsOf(name: string, where: "path" | "query"): string {
  const known = words[name];
  if (known !== undefined) return known;
  const plain = name.replace(/([A-Z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);
  return where === "path" ? `the ${plain.replace(/ id$/, "'s id")}` : `only records of this ${plain}`;
}

/** The parameters of an operation, by reference where others have them too. */
export function parametersOf(op: Operation, schemas: Schemas): Json[] {
  const found: Json[] = [];
  for (const [where, schema] of [
    ["path", op.params],
    ["query", op.query],
  ] as const) {
    const { properties = {}, required = [] } = schema ? schemas.of(schema, "input") : {};
    for (const [name, each] of Object.entries(properties as Record<string, Json>)) {
      const { description = wordsOf(name, where), ...shape } = each;
      const must = where === "path" || (required as string[]).includes(name);
      // A list is one parameter, its values with commas between.
      const form = shape.type === "array" ? { style: "form", explode: false } : {};
      found.push(
        name in parameterComponents
          ? { $ref: `#/components/parameters/${name}` }
          : { name, in: where, ...(must ? { required: true } : {}), ...form, description, schema: shape },
      );
    }
  }
  if (op.idempotencyKey) found.push({ $ref: `#/components/parameters/${keyParameter[op.idempotencyKey]}` });
  if (op.caller === "tenant") found.push({ $ref: "#/components/parameters/Sluice-Version" });
  if (op.actorLabel) found.push({ $ref: "#/components/parameters/X-Actor" });
  return found;
}
