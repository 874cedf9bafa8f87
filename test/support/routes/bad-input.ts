import { examples } from "../../../functions/contract/examples.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { aliens, lacking } from "./bad-values.ts";
import { type Schema, schemaOf, wholeSchemaOf } from "./json-schema.ts";
import { replaceAt, ruledBodies } from "./rule-bodies.ts";

/** A request without its credential; `path` has its query. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One thing a client can send that is wrong, and the statuses that are a right answer to it. */
export interface BadInputCase {
  readonly name: string;
  readonly request: PlainRequest;
  readonly expectStatus: readonly number[];
  /** Where given, a path that the answer's `fields` must name. */
  readonly expectField?: string;
}

const json = { "content-type": "application/json" };
const unknownUlid = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
const bodyLimit = 256 * 1024;

/** Path parameters of the right form that name nothing. */
export function unknownParams(op: Operation): Record<string, string> {
  const properties = Object.entries(schemaOf(op.params).properties ?? {});
  return Object.fromEntries(
    properties.map(([name, { pattern = "" }]) => {
      const prefix = /^\^([a-z]+)_/.exec(pattern)?.[1];
      return [name, prefix === undefined ? "x".repeat(43) : `${prefix}_${unknownUlid}`];
    }),
  );
}

/** An operation's path with its parameters filled in, percent-encoded. */
export function pathOf(op: Operation, params: Readonly<Record<string, string>> = unknownParams(op)): string {
  return op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** A body that the operation takes, as its documents show it. */
export function goodBody(op: Operation): unknown {
  return op.body && (examples[op.id]?.request ?? {});
}

/** A request that is well formed in every way, to a record that is not there. */
export function goodRequest(op: Operation): PlainRequest {
  const body = goodBody(op);
  return {
    method: op.method,
    path: pathOf(op),
    headers: { ...(op.idempotencyKey ? { "idempotency-key": "bad-input" } : {}), ...(body ? json : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
}

/** Every kind of bad input for an operation, derived from its schemas. */
export function badInputCases(op: Operation): BadInputCase[] {
  return [...queryCases(op), ...pathCases(op), ...keyCases(op), ...bodyCases(op)];
}

/** What cannot be decoded reads as U+FFFD, which an escrow's reference may have. */
function undecodable(name: string): string[] {
  return name === "reference" ? [] : ["%ED%A0%80"];
}

/** The numbers next to the bounds that a schema says, on their wrong side. */
export function beyondBounds({ minimum, maximum }: Schema): string[] {
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])].map(String);
}

function queryCases(op: Operation): BadInputCase[] {
  const { properties = {} } = schemaOf(op.query);
  const request = goodRequest(op);
  const withQuery = (name: string, query: string, expectField?: string): BadInputCase => ({
    name: `query ${name}`,
    request: { ...request, path: `${request.path}?${query}` },
    // A cursor is told wrong by the list it is for, so a list that is not there comes first.
    expectStatus: query.startsWith("cursor=") && op.params ? [400, 404] : [400],
    ...(expectField === undefined ? {} : { expectField }),
  });
  const each = Object.entries(properties).flatMap(([name, schema]) => {
    const values =
      schema.type === "integer"
        ? [...beyondBounds(schema), "abc", "1.5", "-1", "1e1", "", "%205", "99999999999"]
        : ["", "nope%00", ...undecodable(name), "x".repeat(1025)];
    const wrong =
      name === "cursor" || schema.type === "integer" || schema.enum || schema.items?.enum || isForm(schema.pattern)
        ? values
        : values.slice(0, 1);
    return [
      ...wrong.map((value) => withQuery(`${name}=${value.slice(0, 20)}`, `${name}=${value}`)),
      withQuery(`${name} twice`, `${name}=1&${name}=2`, name),
    ];
  });
  const unknown = [
    withQuery("unknown parameter", "nosuch=1", "nosuch"),
    withQuery("__proto__", "__proto__=1", "__proto__"),
    withQuery("constructor", "constructor=1", "constructor"),
  ];
  return [...(op.ignoresUnknownQuery ? [] : unknown), ...each];
}

function pathCases(op: Operation): BadInputCase[] {
  if (!op.params) return [];
  const good = unknownParams(op);
  const strange = ["nope", "inv_", "__proto__", "%00", "..", " ", "é", "🙂", "a".repeat(2000), "' OR 1=1", "ten_01"];
  // Where callers make names up themselves, every name that can be one is good.
  const isGood = (params: object) =>
    !op.absentAs && !op.refusals.includes("not_found") && op.params?.safeParse(params).success === true;
  const isWrong = (name: string, value: string) => !isGood({ ...good, [name]: value });
  const unknown = (name: string) => ({
    name: `path ${name} unknown`,
    request: goodRequest(op),
    expectStatus: strangers(op),
  });
  return Object.keys(good).flatMap((name) => [
    ...strange
      .filter((value) => isWrong(name, value))
      .map((value) => ({
        name: `path ${name}=${value.slice(0, 20)}`,
        request: { ...goodRequest(op), path: pathOf(op, { ...good, [name]: value }) },
        // A gateway may refuse a path of dots or NULs before we see it.
        expectStatus: [...strangers(op), 400],
      })),
    ...(isGood(good) ? [] : [unknown(name)]),
  ]);
}

/** A route whose adapter lacks the leg says so before it looks for anything. */
function strangers({ caller, refusals }: Operation): number[] {
  const byAdapter = caller === "tenant" && refusals.some((code) => code.endsWith("_unsupported"));
  return byAdapter ? [404, 409] : [404];
}

function keyCases(op: Operation): BadInputCase[] {
  if (!op.idempotencyKey) return [];
  const request = goodRequest(op);
  const { "idempotency-key": _, ...bare } = request.headers;
  const withKey = (name: string, key: string | undefined): BadInputCase => ({
    name: `idempotency key ${name}`,
    request: { ...request, headers: { ...bare, ...(key === undefined ? {} : { "idempotency-key": key }) } },
    expectStatus: [400],
  });
  return [
    ...(op.idempotencyKey === "required" ? [withKey("missing", undefined)] : []),
    withKey("blank", "  "),
    withKey("of nothing", ""),
    withKey("of 256 characters", "k".repeat(256)),
  ];
}

function bodyCases(op: Operation): BadInputCase[] {
  if (op.method === "GET") return [];
  const { body: _, ...request } = goodRequest(op);
  const sent = (
    name: string,
    body: string | Uint8Array,
    expectStatus = [400],
    headers: object = json,
  ): BadInputCase => ({
    name: `body ${name}`,
    request: { ...request, headers: { ...request.headers, ...headers }, body },
    expectStatus,
  });
  const raw = [
    sent("cut off", '{"a":'),
    sent("not JSON", "number=1"),
    sent("NaN", '{"amountCents":NaN}'),
    sent("two values", "{} {}"),
    sent("a number", "42"),
    sent("a string", '"text"'),
    sent("null", "null"),
    sent("a list of one", "[1]"),
    sent("deeply nested", `${"[".repeat(50_000)}${"]".repeat(50_000)}`),
    sent("deeply nested objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
    sent("not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
    sent("UTF-16", new Uint8Array([0x7b, 0x00, 0x7d, 0xd8])),
    sent("over 256 KB", `{"a":"${"x".repeat(bodyLimit)}"}`, [413]),
    sent("as XML", "<a/>", [415], { "content-type": "application/xml" }),
    sent("as a form upload", "--x", [415], { "content-type": "multipart/form-data; boundary=x" }),
    sent("with a name twice", '{"a":1,"a":1}'),
    sent("compressed, as it says", "{}", [415], { ...json, "content-encoding": "gzip" }),
    // A vendor may say more than we know of, and call it what it likes.
    ...(op.caller === "vendor"
      ? []
      : [
          sent("with an unknown field", JSON.stringify({ ...(goodBody(op) ?? {}), nosuch: 1 })),
          sent("as plain text", JSON.stringify(goodBody(op) ?? {}), [415], { "content-type": "text/plain" }),
        ]),
    sent("with __proto__", '{"__proto__":{"polluted":true}}'),
  ];
  const empty = op.body && !op.bodyOptional ? [sent("left out", "")] : [];
  return [
    ...raw,
    ...empty,
    ...fieldCases(op).map(({ name, body, path }) => ({ ...sent(name, body), expectField: path })),
    ...ruleCases(op).map(({ name, body }) => sent(name, body)),
  ];
}

/** How often each rule is broken. */
const breaches = 3;

/** Every rule across fields that the document says, broken alone. */
function ruleCases(op: Operation): { readonly name: string; readonly body: string }[] {
  if (!op.body) return [];
  const alone = ruledBodies(wholeSchemaOf(op.body), goodBody(op)).filter(({ broken }) => broken.length === 1);
  const byRule = Map.groupBy(alone, ({ broken: [rule] }) => rule);
  return [...byRule.values()]
    .flatMap((each) => each.slice(0, breaches))
    .map(({ name, body }) => ({ name: `across fields ${name}`, body: JSON.stringify(body) }));
}

interface FieldCase {
  readonly name: string;
  readonly body: string;
  readonly path: string;
}

/** Every field, at every depth, replaced by every value it must not have. */
function fieldCases(op: Operation): FieldCase[] {
  const root = goodBody(op);
  const cases: FieldCase[] = [];
  const put = (path: readonly (string | number)[], value: unknown, what: string) => {
    const body = JSON.stringify(replaceAt(root, path, value));
    cases.push({ name: `${path.join(".")} ${what}`, body, path: path.join(".") });
  };
  const walk = (schema: Schema, path: readonly (string | number)[], good: unknown, required: boolean) => {
    if (path.length > 0) {
      for (const [what, value] of aliens(schema, good)) put(path, value, what);
      if (required) put(path, undefined, "missing");
    }
    const shape = schema.anyOf?.find((each) => each.type === "object" || each.type === "array") ?? schema;
    if (shape.additionalProperties === false) put([...path, "nosuch"], 1, "unknown");
    for (const [name, child] of Object.entries(shape.properties ?? {})) {
      const value = (good as Record<string, unknown> | undefined)?.[name] ?? lacking(child);
      walk(child, [...path, name], value, shape.required?.includes(name) === true && child.default === undefined);
    }
    if (shape.items) walk(shape.items, [...path, 0], Array.isArray(good) ? good[0] : lacking(shape.items), false);
  };
  if (op.body) walk(schemaOf(op.body), [], root, false);
  return cases;
}

/** Whether a pattern is of a form; that of a text leaves out control characters alone, and takes what bytes that are no text turn into. */
function isForm(pattern: string | undefined): boolean {
  return pattern !== undefined && !pattern.startsWith("^[^\\u0000");
}
