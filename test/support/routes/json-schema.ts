import * as z from "zod";

/** A JSON Schema of the kinds that the documents have. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What a zod schema takes; what has a name of its own is only referred to. */
export function schemaOf(schema: z.ZodType | undefined): Schema & { readonly $defs?: object } {
  return schema ? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema) : {};
}

/** The same with what has a name in its place. */
export function wholeSchemaOf(schema: z.ZodType | undefined): Schema {
  const { $defs = {}, ...made } = schemaOf(schema);
  return inlined(made, $defs as Record<string, unknown>) as Schema;
}

function inlined(value: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, named));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as { readonly $ref?: string };
  if ($ref !== undefined) return inlined({ ...(named[$ref.replace("#/$defs/", "")] as object), ...rest }, named);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inlined(each, named)]));
}

/** Whether a JSON value is what a schema says; of formats it knows dates. */
export function fits(schema: Schema, value: unknown): boolean {
  const { anyOf, oneOf, allOf = [], not } = schema;
  return (
    isOfType(schema, value) &&
    isOfKind(schema, value) &&
    (schema.enum === undefined || schema.enum.includes(value)) &&
    (schema.const === undefined || schema.const === value) &&
    (anyOf === undefined || anyOf.some((each) => fits(each, value))) &&
    (oneOf === undefined || oneOf.filter((each) => fits(each, value)).length === 1) &&
    allOf.every((each) => fits(each, value)) &&
    (not === undefined || !fits(not, value))
  );
}

function isOfType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const types = typeof type === "string" ? [type] : type;
  return types.some((each) => each === typeOf(value) || (each === "number" && typeOf(value) === "integer"));
}

/** The name that JSON Schema has for a value's type; every number here is an integer. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "integer" : typeof value;
}

function isOfKind(schema: Schema, value: unknown): boolean {
  if (Array.isArray(value)) return isList(schema, value);
  if (typeof value === "string") return isText(schema, value);
  if (typeof value === "number") return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  return typeof value !== "object" || value === null || isObject(schema, value as Record<string, unknown>);
}

function isText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "", format }: Schema, value: string) {
  const isDate = format !== "date" || z.iso.date().safeParse(value).success;
  return isDate && value.length >= minLength && value.length <= maxLength && new RegExp(pattern, "u").test(value);
}

function isList(schema: Schema, value: readonly unknown[]): boolean {
  const { items = {}, contains, uniqueItems = false, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (
    value.every((each) => fits(items, each)) &&
    (contains === undefined || value.some((each) => fits(contains, each))) &&
    (!uniqueItems || new Set(value.map((each) => JSON.stringify(each))).size === value.length) &&
    value.length >= minItems &&
    value.length <= maxItems
  );
}

function isObject(schema: Schema, value: Readonly<Record<string, unknown>>): boolean {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema;
  const has = (name: string) => value[name] !== undefined;
  return (
    required.every(has) &&
    Object.entries(dependentRequired).every(([name, others]) => !has(name) || others.every(has)) &&
    Object.entries(properties).every(([name, each]) => !has(name) || fits(each, value[name])) &&
    (additionalProperties !== false || Object.keys(value).every((name) => Object.hasOwn(properties, name)))
  );
}
