import { linkReplies } from "./openapi-links.ts";
import { parameterComponents, parametersOf } from "./openapi-parameters.ts";
import { headerComponents, type ReplyExample, type ReplyExamples, repliesOf } from "./openapi-replies.ts";
import { type Json, Schemas } from "./openapi-schema.ts";
import { type DocumentedEvent, deliveryHeaderComponents, webhookSection } from "./openapi-webhooks.ts";
import type { Operation } from "./operation.ts";
import { neededRole, scopeOf } from "./rights.ts";
import { cursorPlace } from "./schemas.ts";

/** What a document says about itself; every tag has its sentence. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly examples: Readonly<Record<string, Example>>;
  /** Headers of every answer to a tenant beside those of its rate limit: what is left of its plan. */
  readonly tenantHeaders?: readonly string[];
  /** The events that are sent to webhook endpoints, by name. */
  readonly events?: Readonly<Record<string, DocumentedEvent>>;
}

/** A body that is sent to an operation and what comes back, as a reader may try it. */
export interface Example {
  readonly request?: unknown;
  readonly replies?: ReplyExamples;
}

const security: Readonly<Record<Operation["caller"], Json[]>> = {
  public: [],
  tenant: [{ bearerKey: [] }, { headerKey: [] }],
  operator: [{ operatorToken: [] }],
  rail: [{ operatorToken: [] }],
  vendor: [],
  console: [],
};

/** The gateway gives the challenge of a Lambda's reply another name, and no reply of ours can give it back. */
const challenge =
  "A 401 carries `WWW-Authenticate: Bearer`, which Amazon API Gateway renames to `x-amzn-Remapped-WWW-Authenticate`: go by the body's `code`.";

const schemes = {
  bearerKey: { type: "http", scheme: "bearer", description: `a tenant's API key. ${challenge}` },
  headerKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "a tenant's API key" },
  operatorToken: { type: "http", scheme: "bearer", description: `an operator's token. ${challenge}` },
};

/** Whom to write to is in each customer's agreement; what nobody may copy has no public licence. */
const contact = { name: "the maintainers of sluice, at the address that your agreement names" };
const license = { name: "proprietary: all rights reserved", identifier: "LicenseRef-sluice-proprietary" };

/** Who may call an operation, in words. */
const callerWords: Readonly<Record<Operation["caller"], (op: Operation) => string>> = {
  public: () => "Needs no credential.",
  tenant: (op) => `Needs an API key with the scope \`${scopeOf(op)}\`.`,
  operator: (op) => `Needs an operator's token; the least role that may is \`${neededRole(op)}\`.`,
  rail: () => "The rail calls it, with an operator's token.",
  vendor: () => "The vendor calls it, and signs what it says.",
  console: () => "For a signed-in operator.",
};

/** Whether operators call it, or may in a vendor's place. */
function isOfOperators({ caller, internalToken }: Operation): boolean {
  return caller === "operator" || caller === "console" || internalToken === true;
}

/** What an operation says of itself, and what its contract says: who may call it, and how it answers in pages. */
function descriptionOf(op: Operation): string {
  const caller = callerWords[op.caller](op);
  const pages =
    cursorPlace(op) && "Answers in pages: `nextCursor` of one is `cursor` of the next, and null ends the list.";
  const stage = op.sandboxOnly && "Served on sandbox and development stages alone.";
  return [op.description, pages, caller, stage].filter(Boolean).join(" ");
}

function requestBody(op: Operation, schemas: Schemas, example: unknown): Json {
  if (!op.body) return {};
  const schema = schemas.of(op.body, "input");
  const media = { schema, ...(example === undefined ? {} : { example }) };
  const required = !op.bodyOptional || asksForSome(schema);
  return { requestBody: { required, content: { "application/json": media } } };
}

/** Whether an object must have one of several groups of fields, so that it cannot be left out. */
function asksForSome({ anyOf = [] }: { readonly anyOf?: readonly { readonly required?: unknown }[] }): boolean {
  return anyOf.length > 0 && anyOf.every(({ required }) => required !== undefined);
}

function pathItem(op: Operation, response: ReplyExample, { request, replies = {} }: Example): Json {
  const { schemas } = response;
  const given = parametersOf(op, schemas);
  return {
    operationId: op.id,
    summary: op.summary,
    description: descriptionOf(op),
    ...(op.deprecated && {
      deprecated: true,
      "x-deprecated-since": op.deprecated.since,
      "x-sunset": op.deprecated.sunset,
    }),
    tags: [op.tag],
    ...(op.caller === "tenant" && { "x-scope": scopeOf(op) }),
    ...(isOfOperators(op) && { "x-role": neededRole(op) }),
    security: op.internalToken ? [{}, ...security.operator] : security[op.caller],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...requestBody(op, schemas, request),
    responses: repliesOf(op, response, replies),
  };
}

/** Writes a refusal that several operations give in the same words once, and refers to it by its codes. */
function hoistRefusals(paths: Record<string, Record<string, Json>>): Json {
  const places = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) =>
      Object.entries(responses as Json).map(([status, made]) => ({ responses, status, made })),
    );
  const shared: Json = {};
  for (const [text, same] of Map.groupBy(places, ({ made }) => JSON.stringify(made))) {
    const made = JSON.parse(text) as { description: string };
    if (same.length < 2 || Number(same[0]?.status) < 400) continue;
    const codes = made.description.replaceAll(", ", ".");
    const name = codes in shared ? `${codes}-${Object.keys(shared).length}` : codes;
    shared[name] = made;
    for (const { responses, status } of same) (responses as Json)[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

function tagsOf(ops: readonly Operation[], answer: DocumentInfo["tags"]): Json[] {
  return [...new Set(ops.map((op) => op.tag))].map((name) => {
    const description = answer[name];
    if (!description) throw new Error(`the tag ${name} needs a sentence`);
    return { name, description };
  });
}

/** The OpenAPI 3.1 document of some operations. */
export function openApiDocument(ops: readonly Operation[], info: DocumentInfo): Json {
  const schemas = new Schemas();
  const example: ReplyExample = { schemas, tenantHeaders: info.tenantHeaders ?? [] };
  const paths: Record<string, Record<string, Json>> = {};
  for (const op of ops)
    paths[op.path] = {
      ...paths[op.path],
      [op.method.toLowerCase()]: pathItem(op, example, info.examples[op.id] ?? {}),
    };
  const webhooks = info.events ? { webhooks: webhookSection(info.events, schemas) } : {};
  const responses = hoistRefusals(paths);
  const links = linkReplies(paths);
  const { title, version, description, tags } = info;
  return {
    openapi: "3.1.0",
    info: { title, version, description, contact, license },
    servers: [{ url: "/", description: "the host that serves this document" }],
    tags: tagsOf(ops, tags),
    paths,
    ...webhooks,
    components: usedOnly(JSON.stringify([paths, webhooks, responses]), {
      schemas: schemas.all(),
      responses,
      links,
      parameters: { ...parameterComponents, ...deliveryHeaderComponents },
      headers: headerComponents,
      securitySchemes: schemes,
    }),
  };
}

/** Components that the text refers to, by reference or, for the security schemes, by name; schemas refer to one another. */
function usedOnly(text: string, components: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(components).map(([section, all]) => {
      const used = Object.entries(all).filter(([name]) =>
        section === "securitySchemes"
          ? text.includes(`{"${name}":[]}`)
          : section === "schemas" || text.includes(`"#/components/${section}/${name}"`),
      );
      return [section, Object.fromEntries(used)];
    }),
  );
}
