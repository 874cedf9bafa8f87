import { expect, test } from "vitest";
import tenants from "../../../docs/openapi.json" with { type: "json" };
import operators from "../../../docs/openapi.operator.json" with { type: "json" };
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };
import screeners from "../../../docs/openapi.screening.operator.json" with { type: "json" };

type Json = Readonly<Record<string, unknown>> & { readonly description?: string };

/** What is to be described: where it stands, its name, and what the document says of it. */
interface Described {
  readonly place: string;
  readonly name: string;
  readonly description: string | undefined;
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Parts of a document that show values, or say what must not be sent: nothing to describe. */
const values = ["example", "examples", "default", "enum", "const", "required", "not"];

const isParameter = (value: Json) => "name" in value && "in" in value && "schema" in value;

/** Every property, parameter and header of a part of a document, however deep. */
function describedIn(value: unknown, place: string): Described[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => describedIn(each, `${place}/${at}`));
  if (!isObject(value)) return [];
  const own = isParameter(value) ? [{ place, name: `${value.name}`, description: value.description }] : [];
  const inside = Object.entries(value).flatMap(([key, each]) => {
    const here = `${place}/${key}`;
    if (values.includes(key) || !isObject(each)) return [];
    // A rule across fields has no type: its object describes them.
    if (key === "properties" && !("type" in value)) return [];
    if (key === "properties" || key === "headers")
      return Object.entries(each as Record<string, Json>).flatMap(([name, shape]) => {
        const isReference = key === "headers" && "$ref" in shape;
        const said = isReference ? [] : [{ place: `${here}/${name}`, name, description: shape.description }];
        return [...said, ...describedIn(shape, `${here}/${name}`)];
      });
    return describedIn(each, here);
  });
  return [...own, ...inside];
}

/** The words of a name or a description, without articles and signs: `feeCents` and `the fee, cents` are alike. */
function wordsOf(text: string): string {
  const words = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.replace(/\b(the|an?|its|of)\b/g, "").replace(/[^a-z0-9]/g, "");
}

/** Whether a description tells nothing that its name does not. */
function isSilent({ name, description = "" }: Described): boolean {
  return description.trim() === "" || wordsOf(description) === wordsOf(name);
}

const all = Object.entries({ tenants, operators, accounts, screeners }).flatMap(([document, value]) =>
  describedIn(value, document),
);

test("every property, parameter and header of the documents says what it means", () => {
  expect(all.length).toBeGreaterThan(3_000);
  expect(all.filter(isSilent).map(({ place }) => place)).toEqual([]);
});

test("descriptions are fragments of a sentence, without a full stop", () => {
  const wrong = all.filter(({ description = "" }) => /[^.]\.$/.test(description.trim()));
  expect(wrong.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
});

test.each([
  ["feeCents", "the fee in cents", false],
  ["feeCents", "fee cents", true],
  ["status", "its status", true],
  ["status", undefined, true],
  ["status", "how far it is", false],
])("%s described as %s is silent: %s", (name, description, silent) => {
  expect(isSilent({ place: "", name, description })).toBe(silent);
});

test("what a list's items, a choice or a nested property leave out is found", () => {
  const items = { type: "object", properties: { lost: {} } };
  const shape = { type: "object", properties: { deep: { description: "x", anyOf: [{ items }] } } };
  expect(describedIn(shape, "").filter(isSilent)).toEqual([
    { place: "/properties/deep/anyOf/0/items/properties/lost", name: "lost", description: undefined },
  ]);
});
