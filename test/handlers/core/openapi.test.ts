import { describe, expect, test } from "vitest";
import tenants from "../../../docs/openapi.json" with { type: "json" };
import operators from "../../../docs/openapi.operator.json" with { type: "json" };
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };
import screeners from "../../../docs/openapi.screening.operator.json" with { type: "json" };
import { allOperations, operations } from "../../../functions/contract/billing.ts";
import { examples } from "../../../functions/contract/examples.ts";
import { allScreeningOperations, screeningOperations } from "../../../functions/contract/screening.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { refusalsOf, statusOf } from "../../../functions/http/problem.ts";
import { beyondBounds } from "../../support/routes/bad-input.ts";
import { schemaOf } from "../../support/routes/json-schema.ts";
import { takenByGateway } from "../../support/runner/gateway-headers.ts";

type Json = { readonly [name: string]: Json };

const documents = { tenants, operators, accounts, screeners } as unknown as Record<
  "tenants" | "operators" | "accounts" | "screeners",
  Json
>;

/** The value a reference names in its document, or the value itself. */
function resolved(document: Json, value: Json | undefined): Json {
  const ref = value?.$ref as unknown as string | undefined;
  if (ref === undefined) return value ?? {};
  const found = ref
    .slice(2)
    .split("/")
    .reduce<Json | undefined>((at, step) => at?.[step], document);
  if (!found) throw new Error(`${ref} is not there`);
  return found;
}

function refsOf(document: Json): string[] {
  return [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "");
}

/** Headers of replies, however deep in a document, that would not arrive by their name. */
function takenOf(value: Json): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names = typeof value.headers === "object" ? Object.keys(value.headers) : [];
  const taken = names.filter((name) => takenByGateway.has(name.toLowerCase()));
  return [...taken, ...Object.values(value).flatMap(takenOf)];
}

/** Every code that a refusal's schema admits. */
function codesIn(document: Json, schema: Json): string[] {
  const found = resolved(document, schema);
  const parts = [...Object.values(found.oneOf ?? {}), ...Object.values(found.allOf ?? {})];
  const { code } = (found.properties ?? {}) as { code?: { enum?: string[]; const?: string } };
  const own = code === undefined ? [] : (code.enum ?? (code.const === undefined ? [] : [code.const]));
  return [...own, ...parts.flatMap((part) => codesIn(document, part))];
}

/** Each operation of a product, with the document that its callers read. */
function documentedIn(ops: readonly Operation[], outside: Json, inside: Json) {
  return ops.map((op) => {
    const isOutside = op.caller === "tenant" || op.caller === "public";
    return [op.id, op, isOutside ? outside : inside] as const;
  });
}

const documented = [
  ...documentedIn(operations, documents.tenants, documents.operators),
  ...documentedIn(screeningOperations, documents.accounts, documents.screeners),
];

describe.each(documented)("%s", (_, op, document) => {
  const item = document.paths?.[op.path]?.[op.method.toLowerCase()];

  test("is described with every status it can give and every code of each", () => {
    expect(item).toBeDefined();
    const byStatus = Map.groupBy(refusalsOf(op), (code) => statusOf[code]);
    expect(
      Object.keys(item?.responses ?? {})
        .map(Number)
        .sort(),
    ).toEqual(
      [...new Set([op.reply, ...(op.otherReplies ?? [])].map(({ status }) => status))]
        .concat(...byStatus.keys())
        .sort(),
    );
    for (const [status, codes] of byStatus) {
      const { content } = resolved(document, item?.responses?.[status]);
      const schema = content?.["application/json"]?.schema;
      expect(codesIn(document, schema ?? {}).sort(), `${status}`).toEqual(codes.toSorted());
    }
  });

  test("shows a request that its own schema takes", () => {
    if (!op.body) return;
    expect(examples[op.id]?.request).toBeDefined();
    expect(op.body.safeParse(examples[op.id]?.request).error).toBeUndefined();
  });
});

describe.each(Object.entries(documents))("the document for %s", (_, document) => {
  test("is OpenAPI 3.1 of version 0.2.0", () => {
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: "0.2.0" } });
  });

  test("refers to nothing that is not there, and has nothing that nobody refers to", () => {
    const refs = new Set(refsOf(document));
    for (const ref of refs) expect(resolved(document, { $ref: ref } as never)).toBeDefined();
    for (const section of ["schemas", "responses", "parameters", "headers"])
      for (const name of Object.keys(document.components?.[section] ?? {}))
        expect(refs).toContain(`#/components/${section}/${name}`);
  });

  test("promises no header that the gateway renames or removes, and says what becomes of a 401's", () => {
    expect(takenOf(document)).toEqual([]);
    expect(takenOf({ ...document, paths: { "/x": { headers: { "WWW-Authenticate": {} } } } } as never)).toEqual([
      "WWW-Authenticate",
    ]);
    expect(JSON.stringify(document.components?.securitySchemes)).toContain("x-amzn-Remapped-WWW-Authenticate");
  });

  test("is small enough to lie in a Lambda", () => {
    expect(JSON.stringify(document).length).toBeLessThan(800_000);
  });
});

test.each(["tenants", "accounts"] as const)("%s are shown no route of operators", (name) => {
  const paths = Object.keys(documents[name].paths ?? {});
  expect(paths.filter((path) => path.startsWith("/admin") || path.includes("/webhooks/"))).toEqual([]);
});

test("every example belongs to an operation", () => {
  const ids = [...operations, ...screeningOperations].map(({ id }) => id);
  expect(Object.keys(examples).filter((id) => !ids.includes(id))).toEqual([]);
});

test("every answer to an account says what it has left of its month", () => {
  const { get } = documents.accounts.paths?.["/api/v1/usage"] ?? {};
  for (const status of ["200", "400", "429"])
    expect(Object.keys(resolved(documents.accounts, get?.responses?.[status]).headers ?? {})).toEqual(
      expect.arrayContaining(["X-Usage-Limit", "X-Usage-Used", "X-Usage-Reset"]),
    );
});

test("kyt_declined is described with what it says beside the error", () => {
  const [, shape] = Object.values(documents.tenants.components?.schemas?.KytDeclined?.allOf ?? {});
  expect(shape).toMatchObject({
    properties: {
      code: { const: "kyt_declined" },
      screeningRef: { type: ["string", "null"] },
      risk: { type: ["string", "null"] },
      stage: { type: ["string", "null"] },
      railTransferCreated: { const: false },
    },
    required: ["screeningRef", "risk", "stage", "railTransferCreated"],
  });
});

test.each([
  ["the rails", allOperations],
  ["the screening interface", allScreeningOperations],
])("every operation of %s has a name of its own, pages and forms too", (_, all) => {
  const names = all.map(({ id }) => id);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe("a whole number of a query", () => {
  const queries = [...allOperations, ...allScreeningOperations].flatMap(({ id, query }) =>
    Object.entries(schemaOf(query).properties ?? {}).map(([name, shown]) => ({ id, name, shown, query })),
  );
  const numbers = queries.filter(({ shown }) => shown.type === "integer");

  test.each(numbers.map((each) => [each.id, each.name, each] as const))(
    "of %s, %s, has the bounds that it is held to",
    (_, name, each) => {
      const { minimum, maximum } = each.shown;
      const isWrong = (value: unknown) => {
        const { error } = each.query?.safeParse({ [name]: String(value) }) ?? {};
        return error?.issues.some(({ path }) => path[0] === name) === true;
      };
      expect([minimum, maximum].map(isWrong)).toEqual([false, false]);
      expect(beyondBounds(each.shown).map(isWrong)).toEqual([true, true]);
    },
  );

  test("is shown as one in every document, not as a text of digits", () => {
    expect(numbers.map(({ name }) => name)).toEqual(expect.arrayContaining(["limit", "days", "since", "skip"]));
    for (const document of Object.values(documents))
      expect(JSON.stringify(document)).not.toMatch(
        /"schema":\{[^{}]*"type":"(integer","pattern|string","pattern":"\^\\\\d\{1,\d\}\$")/,
      );
  });
});

describe("a rule that no JSON Schema says", () => {
  test("is said in words", () => {
    const said = (document: Json, id: string) =>
      JSON.stringify(
        Object.values(document.paths ?? {})
          .flatMap((each) => Object.values(each))
          .find((each) => (each.operationId as unknown) === id),
      );
    expect(said(tenants as unknown as Json, "listEvents")).toContain(
      "the same as type, by the name of the field; refused beside another type",
    );
    for (const [document, id] of [
      [documents.operators, "mintKey"],
      [documents.tenants, "renewInvoiceLink"],
      [documents.tenants, "createEscrow"],
    ] as const)
      expect(said(document, id), id).toContain("a moment to come");
  });
});
