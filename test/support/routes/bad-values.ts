import { textPattern } from "../../../functions/http/schemas.ts";
import { type Schema, typeOf } from "./json-schema.ts";

type Wrong = readonly [what: string, value: unknown];

/** Something of the right type, for fields whose example says nothing. */
export function lacking(schema: Schema): unknown {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const [shape = schema] = schema.anyOf ?? [];
  if (shape.enum) return shape.enum[0];
  if (shape.format === "date-time") return "2026-11-21T12:00:00Z";
  if (shape.format === "email") return "someone@example.com";
  switch (kindOf(shape)) {
    case "object":
      return Object.fromEntries((shape.required ?? []).map((name) => [name, lacking(shape.properties?.[name] ?? {})]));
    case "array":
      return [lacking(shape.items ?? {})];
    case "integer":
      return Math.max(1, shape.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return "x".repeat(Math.max(1, shape.minLength ?? 1));
  }
}

/** Values that a field must not have, each with what is wrong about it. `good` is one it may have. */
export function aliens(schema: Schema, good: unknown): Wrong[] {
  const shapes = schema.anyOf ?? [schema];
  const kinds = new Set(shapes.flatMap((each) => each.type ?? []));
  const shape = shapes.find((each) => each.type !== "null") ?? schema;
  const types: Wrong[] = [
    ["as null", null],
    ["as text", "text"],
    ["as a number", 7],
    ["as a boolean", true],
    ["as a list", [[]]],
    ["as an object", { nosuch: [] }],
  ];
  const isDayToo = shapes.some(({ format }) => format === "date");
  const odd = ofItsType(shape, good).filter(([name]) => !(isDayToo && name === "a date alone"));
  return [...types.filter(([, value]) => !kinds.has(typeOf(value))), ...odd];
}

function kindOf(shape: Schema): string | undefined {
  return typeof shape.type === "string" ? shape.type : shape.type?.find((each) => each !== "null");
}

/** Of the right type and wrong all the same. */
function ofItsType(shape: Schema, good: unknown): Wrong[] {
  switch (kindOf(shape)) {
    case "integer":
      return numbers(shape);
    case "string":
      return texts(shape, typeof good === "string" ? good : String(lacking(shape)));
    case "array":
      return lists(shape);
    case "object":
      return isOfTexts(shape) ? records() : [["deeply nested", nested(1000)]];
    default:
      return [];
  }
}

function numbers({ minimum, maximum }: Schema): Wrong[] {
  const bounds: Wrong[] = [];
  if (minimum !== undefined && Number.isSafeInteger(minimum - 1)) bounds.push(["below its bound", minimum - 1]);
  if (maximum !== undefined && Number.isSafeInteger(maximum + 1)) bounds.push(["above its bound", maximum + 1]);
  return [
    ["as a float", 0.5],
    ["as a numeric text", "1"],
    ["beyond exact integers", 2 ** 60],
    ["overflowing", 1e300],
    ["overflowing below", -1e300],
    ...bounds,
  ];
}

function texts(shape: Schema, good: string): Wrong[] {
  const { minLength = 0, maxLength, enum: labels, format } = shape;
  const always: Wrong[] = [
    ["with a NUL", `${good}\u0000`],
    ["with an escape sequence", `${good}\u001b[2J`],
    ["with a lone surrogate", `${good}\ud800`],
    ["huge", "x".repeat(200_000)],
  ];
  if (labels) {
    const [first = ""] = labels.map(String);
    // What is written in capitals is none of its list in small letters.
    const turned = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
    return [...always, ["not of its list", "nosuch"], ["in other letters", turned]];
  }
  if (format === "date-time")
    return [...always, ["a date alone", "2026-11-21"], ["no such day", "2026-02-30T00:00:00Z"], ["a word", "tomorrow"]];
  return [
    ...always,
    ...(shape.pattern === textPattern(true) ? [] : unseenIn(good)),
    ...(maxLength === undefined ? [] : ([["too long", "x".repeat(maxLength + 1)]] as Wrong[])),
    ...(minLength > 0
      ? ([
          ["empty", ""],
          ["blank", "   "],
        ] as Wrong[])
      : []),
  ];
}

/** What a reader cannot see: every text of a body is one that people read, but for secrets. */
function unseenIn(good: string): Wrong[] {
  return [
    ["with its direction turned", `${good}\u202e`],
    ["with a zero-width space", `${good}\u200b`],
    ["with a joiner that joins nothing", `${good}\u200d`],
    ["with a tag", `${good}\u{e0041}`],
    ["with a noncharacter", `${good}\ufdd0`],
  ];
}

function lists({ maxItems, minItems = 0, items = {} }: Schema): Wrong[] {
  const item = lacking(items);
  return [
    ["of null", [null]],
    ...(maxItems === undefined ? [] : ([["too long", Array(maxItems + 1).fill(item)]] as Wrong[])),
    ...(minItems > 0 ? ([["empty", []]] as Wrong[]) : []),
  ];
}

/** Whether its values are of a type; what a third party says is kept whatever it is. */
function isOfTexts({ additionalProperties }: Schema): boolean {
  return typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
}

function records(): Wrong[] {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, "v"]));
  return [
    ["of numbers", { a: 1 }],
    ["of null", { a: null }],
    ["with a long key", { ["k".repeat(41)]: "v" }],
    ["with an empty key", { "": "v" }],
    ["with a long value", { a: "v".repeat(501) }],
    ["with a NUL", { a: "\u0000" }],
    ["with a lone surrogate", { a: "\udfff" }],
    ["with its direction turned", { a: "v\u202e" }],
    ["with a zero-width space in a key", { "v\u200b": "v" }],
    ["with a NUL in a key", { "\u0000": "v" }],
    ["with 51 keys", many],
    ["deeply nested", nested(1000)],
  ];
}

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let each = 0; each < depth; each++) value = { a: value };
  return value;
}
