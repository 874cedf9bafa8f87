import { lacking } from "./bad-values.ts";
import { fits, type Schema } from "./json-schema.ts";

/** A body in which the fields of one object, or the items of one list, stand in one of the ways in which they can. */
export interface RuledBody {
  readonly name: string;
  readonly body: unknown;
  /** The rules of the document that it breaks, and nothing else of it. */
  readonly broken: readonly string[];
}

type Path = readonly (string | number)[];

/** Values that tell the cases of a rule apart, where the document's own words do not name them. */
const told: Readonly<Record<string, readonly unknown[]>> = {
  state: ["returned", "notification_of_change", "payment_processed", "failed"],
  return_code: ["R01", "C01"],
  value: [
    ...["text", "FRAUD", "visa", "Manual", "auto", "fraudulent", "2026-11-21", 5, true, false],
    ...[["text"], ["visa", "ACH"], ["fraud"], ["manual"], ["auto"], ["general"], ["2026-11-21"], [5], [true]],
  ],
};

/** Bodies that keep and that break the rules across fields and items which a schema says, each of one object or list. */
export function ruledBodies(schema: Schema, good: unknown): RuledBody[] {
  return ruledPlaces(schema, good, []).flatMap(({ path, shape, values }) => {
    const { plain, rules } = apart(shape);
    const whole = roomFor(schema, good, (body) => values.some((value) => fits(schema, replaceAt(body, path, value))));
    return values
      .filter((value) => fits(plain, value))
      .map((value) => ({
        name: `${path.join(".") || "body"} ${JSON.stringify(value).slice(0, 200)}`,
        body: replaceAt(whole, path, value),
        broken: rules.filter((rule) => !fits(rule, value)).map((rule) => JSON.stringify(rule)),
      }));
  });
}

/** The good body, or without the field that must not stand beside what comes into it. */
function roomFor(schema: Schema, good: unknown, hasRoom: (body: unknown) => boolean): unknown {
  const names = Object.keys(schema.properties ?? {});
  return [good, ...names.map((name) => replaceAt(good, [name], undefined))].find(hasRoom) ?? good;
}

interface RuledPlace {
  readonly path: Path;
  readonly shape: Schema;
  readonly values: readonly unknown[];
}

/** Every object and list of a schema that has rules, with what may stand there. */
function ruledPlaces(schema: Schema, good: unknown, path: Path): RuledPlace[] {
  const shape = schema.anyOf?.find((each) => each.type === "object" || each.type === "array") ?? schema;
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, child]) =>
    ruledPlaces(child, (good as Record<string, unknown> | undefined)?.[name] ?? lacking(child), [...path, name]),
  );
  const first = Array.isArray(good) ? good[0] : lacking(shape.items ?? {});
  const items = shape.items ? ruledPlaces(shape.items, first, [...path, 0]) : [];
  const { rules } = apart(shape);
  const values = rules.length === 0 ? [] : shape.type === "array" ? listsOf(shape, good) : objectsOf(shape, good);
  return [...(values.length > 0 ? [{ path, shape, values }] : []), ...inner, ...items];
}

/** A schema of one object or list without its rules, and these one by one. */
function apart(shape: Schema): { readonly plain: Schema; readonly rules: readonly Schema[] } {
  const { not, anyOf, oneOf, allOf = [], dependentRequired, uniqueItems, ...plain } = shape;
  if (shape.type !== "object" && shape.type !== "array") return { plain: shape, rules: [] };
  const rules = [
    ...(not ? [{ not }] : []),
    ...(anyOf ? [{ anyOf }] : []),
    ...(oneOf ? [{ oneOf }] : []),
    ...(dependentRequired ? [{ dependentRequired }] : []),
    ...(uniqueItems ? [{ uniqueItems }] : []),
    ...allOf,
  ];
  return { plain, rules };
}

/** An object with every mix of what the fields that its rules name can be. */
function objectsOf(shape: Schema, good: unknown): unknown[] {
  const names = [...new Set(namesIn(apart(shape).rules))];
  let mixes: Record<string, unknown>[] = [{ ...(good as object) }];
  for (const name of names) {
    const child = shape.properties?.[name] ?? {};
    const values = choicesOf(name, child, (good as Record<string, unknown> | undefined)?.[name]);
    const withOne = (mix: Record<string, unknown>) => values.map((value) => ({ ...mix, [name]: value }));
    mixes = mixes.flatMap(withOne);
  }
  return mixes;
}

function choicesOf(name: string, child: Schema, good: unknown): unknown[] {
  const isNullable = child.anyOf?.some(({ type }) => type === "null") === true;
  const usual = child.enum ?? told[name] ?? [good ?? lacking(child)];
  const isList = child.type === "array";
  return [undefined, ...(isNullable ? [null] : []), ...(isList ? [[], [lacking(child.items ?? {})]] : usual)];
}

/** The fields that rules name, those of nested objects left out. */
function namesIn(rules: readonly Schema[]): string[] {
  return rules.flatMap(({ required = [], properties = {}, dependentRequired = {}, anyOf, oneOf, allOf, not }) => [
    ...[...required, ...Object.keys(properties), ...Object.keys(dependentRequired)],
    ...namesIn([...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? []), ...(not ? [not] : [])]),
  ]);
}

/** Lists of up to two of what the items can be. */
function listsOf({ items = {} }: Schema, good: unknown): unknown[] {
  const known = Array.isArray(good) ? good[0] : undefined;
  const bare = lacking(items);
  const whole = Object.fromEntries(Object.entries(items.properties ?? {}).map(([name, each]) => [name, lacking(each)]));
  const each = items.enum ?? (items.type === "object" ? [bare, whole, ...(known ? [known] : [])] : [bare]);
  return [...each.map((one) => [one]), ...each.flatMap((one) => each.map((other) => [one, other]))];
}

/** A copy of a JSON value with the value at a path replaced; undefined leaves it out. */
export function replaceAt(root: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") return [replaceAt(Array.isArray(root) ? root[0] : undefined, rest, value)];
  const object = (typeof root === "object" && root !== null ? root : {}) as Record<string, unknown>;
  return { ...object, [step]: replaceAt(object[step], rest, value) };
}
