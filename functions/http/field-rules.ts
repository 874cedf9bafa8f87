import * as z from "zod";

type Shown = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with a field beside others. */
interface RuleProblem {
  readonly path: string;
  readonly message: string;
}

/** What a rule needs to say itself as JSON Schema of an object. */
interface Words<Name extends string> {
  /** All of these fields are said. */
  readonly said: (...names: readonly Name[]) => Shown;
  /** A field has one of these values, by its default too. */
  readonly is: (name: Name, values: readonly string[]) => Shown;
}

/** A rule that documents say, and somebody else refuses. */
interface ShownRule<Name extends string> {
  readonly shown: (words: Words<Name>) => Shown;
}

/** A rule across the fields of an object: how documents say it, and what of a body breaks it. */
interface FieldRule<Name extends string> extends ShownRule<Name> {
  readonly problems: (fields: Fields) => readonly RuleProblem[];
}

type NameOf<S extends z.ZodObject> = keyof S["shape"] & string;

/** An object under rules across its fields: each refuses what breaks it, and stands in the documents. */
export function underRules<S extends z.ZodObject>(object: S, ...rules: readonly FieldRule<NameOf<S>>[]): S {
  const ruled = object.superRefine((fields, context) => {
    for (const { path, message } of rules.flatMap((rule) => rule.problems(fields)))
      context.addIssue({ code: "custom", path: [path], message });
  });
  return shownUnder(ruled, ...rules);
}

/** An object whose document says rules across its fields, which the use case refuses: there other refusals come first. */
export function shownUnder<S extends z.ZodObject>(object: S, ...rules: readonly ShownRule<NameOf<S>>[]): S {
  const shown = rules.map((rule) => rule.shown(wordsOf(object)));
  const keys = shown.flatMap((each) => Object.keys(each));
  const isApart = new Set(keys).size === keys.length;
  return object.meta({ ...object.meta(), ...(isApart ? Object.assign({}, ...shown) : { allOf: shown }) });
}

interface FieldShape {
  readonly type?: string;
  readonly anyOf?: readonly FieldShape[];
}

function wordsOf<S extends z.ZodObject>(object: S): Words<NameOf<S>> {
  const { properties = {} } = z.toJSONSchema(object, { io: "input", unrepresentable: "any" });
  const shapes = properties as Record<string, FieldShape>;
  const usual = (name: string) => (object.shape[name] as z.ZodType).safeParse(undefined).data;
  return {
    // Linters want every field that is required among the properties beside it.
    said: (...names) => ({
      properties: Object.fromEntries(names.map((name) => [name, saidShape(shapes[name], usual(name))])),
      required: names,
    }),
    is: (name, values) => ({
      properties: { [name]: { enum: values } },
      ...(values.includes(String(usual(name))) ? {} : { required: [name] }),
    }),
  };
}

/** What being there is not enough for: null is not said, and neither is an empty list where that is the default. */
function saidShape({ anyOf = [] }: FieldShape = {}, usual: unknown): Shown {
  if (Array.isArray(usual)) return { minItems: 1 };
  const type = anyOf.find((each) => each.type !== "null")?.type;
  return anyOf.some((each) => each.type === "null") && type !== undefined ? { type } : {};
}

function isSaid(fields: Fields, name: string): boolean {
  return fields[name] !== undefined && fields[name] !== null;
}

/** Two fields that come together or not at all; the problem is told of the second. */
export function together<const Name extends string>(one: Name, other: Name, message: string): FieldRule<Name> {
  return {
    shown: () => ({ dependentRequired: { [one]: [other], [other]: [one] } }),
    problems: (fields) => (isSaid(fields, one) === isSaid(fields, other) ? [] : [{ path: other, message }]),
  };
}

/** Two fields of which one at most is said; the problem is told of the second. */
export function notBoth<const Name extends string>(one: Name, other: Name, message: string): FieldRule<Name> {
  return {
    shown: ({ said }) => ({ not: said(one, other) }),
    problems: (fields) => (isSaid(fields, one) && isSaid(fields, other) ? [{ path: other, message }] : []),
  };
}

/** Two fields of which exactly one is said; the problem is told of the first. */
export function exactlyOne<const Name extends string>(one: Name, other: Name, message: string): FieldRule<Name> {
  return exactlyOneOf([one, other], message);
}

/** Fields of which exactly one is said; the problem is told of the first. */
export function exactlyOneOf<const Name extends string>(
  names: readonly [Name, ...Name[]],
  message: string,
): FieldRule<Name> {
  return {
    shown: ({ said }) => ({ oneOf: names.map((each) => said(each)) }),
    problems: (fields) =>
      names.filter((each) => isSaid(fields, each)).length === 1 ? [] : [{ path: names[0], message }],
  };
}

/** One field, or in its place all of the others. */
export function inPlaceOf<const Name extends string>(
  one: Name,
  others: readonly Name[],
  { beside, missing }: { readonly beside: string; readonly missing: string },
): FieldRule<Name> {
  return {
    shown: ({ said }) => ({
      oneOf: [
        { ...said(one), not: { anyOf: others.map((each) => said(each)) } },
        { ...said(...others), not: said(one) },
      ],
    }),
    problems: (fields) => {
      const message = isSaid(fields, one) ? beside : missing;
      return others.filter((each) => isSaid(fields, each) === isSaid(fields, one)).map((path) => ({ path, message }));
    },
  };
}

function withPattern(said: Shown, field: string, form: string): Shown {
  return form === "" ? said : { ...said, properties: { [field]: { type: "string", pattern: form } } };
}

/** Where a word says something, another field is of a form; `optional` where it may be left out all the same. */
export function whereWord<const Name extends string>(
  word: Name,
  value: string,
  { field, form = "", optional = false }: { readonly field: Name; readonly form?: string; readonly optional?: boolean },
  message: string,
): FieldRule<Name> {
  const isFit = (given: unknown) => (typeof given === "string" ? new RegExp(form).test(given) : optional);
  return {
    shown: ({ said }) => ({
      anyOf: [
        { properties: { [word]: { not: { const: value } } } },
        optional ? { properties: { [field]: { pattern: form } } } : withPattern(said(field), field, form),
      ],
    }),
    problems: (fields) => (fields[word] !== value || isFit(fields[field]) ? [] : [{ path: field, message }]),
  };
}

/** One of these groups of fields is said. */
export function oneGroupOf<const Name extends string>(...groups: readonly (readonly Name[])[]): ShownRule<Name> {
  return { shown: ({ said }) => ({ anyOf: groups.map((each) => said(...each)) }) };
}

/** A field is said, unless another is one of these. */
export function needsUnless<const Name extends string>(
  field: Name,
  other: Name,
  values: readonly string[],
): ShownRule<Name> {
  return { shown: ({ said, is }) => ({ anyOf: [said(field), is(other, values)] }) };
}

/** A field is said only where another is one of these. */
export function takesOnlyWhere<const Name extends string>(
  field: Name,
  other: Name,
  values: readonly string[],
): ShownRule<Name> {
  return { shown: ({ said, is }) => ({ anyOf: [is(other, values), { not: said(field) }] }) };
}
