import * as z from "zod";

/** A form as it is posted: each field once, as text. */
export type Form = Readonly<Record<string, string>>;

/** What is wrong with a field; `limit` is the most characters that it may have. */
export interface FormProblem<Code extends string> {
  readonly path: string;
  readonly code: Code;
  readonly limit?: number;
}

/** A form's values, or the first problem of each field that has one. */
export type FormResult<T, Code extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly FormProblem<Code>[] };

export interface FormInput {
  readonly kind?: "text" | "email" | "tel" | "date" | "money" | "lines" | "select" | "radios" | "check";
  readonly maxLength?: number;
  readonly options?: readonly string[];
  /** `unsaid`: whether it is needed depends on other fields, and its hint says so. */
  readonly optional?: boolean | "unsaid";
  /** What browsers may fill in by themselves (HTML, 4.10.18.7). */
  readonly autocomplete?: string;
  readonly inputmode?: "numeric" | "decimal" | "url";
  /** About how many characters wide; as wide as there is room where it is not said. */
  readonly width?: 6 | 12 | 20;
}

const inputs = z.registry<FormInput>();

/** A field's schema with how it is entered, which stays with further rules and not with a transformation. */
export function withInput<S extends z.ZodType>(schema: S, input: FormInput): S {
  inputs.add(schema, input);
  return schema;
}

/** How each field of a form is entered, in the form's order. */
export function inputsOf<S extends z.ZodRawShape>(form: z.ZodObject<S>): Readonly<Record<keyof S, FormInput>> {
  const each = Object.entries(form.shape).map(([name, schema]) => {
    const isOptional = schema instanceof z.ZodOptional;
    const inner = isOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
    return [name, { ...(isOptional && { optional: true }), ...inputs.get(inner as z.ZodType) }];
  });
  return Object.fromEntries(each);
}

/** A rule for a text, with the problem's code where it does not hold; no rule after it is looked at then. */
export function rule<Code extends string>(code: Code, holds: (text: string) => boolean, limit?: number) {
  return z.refine<string>(holds, { error: code, abort: true, params: { limit } });
}

/** Reads a form whose rules are made by `rule`: its values, or one problem of each wrong field in the form's order. A strict form's unknown fields come last, as `unknown_field`; a field that is left out is empty. */
export function readForm<S extends z.ZodObject, Code extends string>(
  schema: S,
  form: Form,
): FormResult<z.output<S>, Code> {
  const blank = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ""]));
  const read = schema.safeParse({ ...blank, ...form });
  if (read.success) return { ok: true, value: read.data };
  const found = new Map<string, FormProblem<Code>>();
  const add = (path: string, code: Code, limit?: number) => {
    if (!found.has(path)) found.set(path, { path, code, ...(limit !== undefined && { limit }) });
  };
  for (const issue of read.error.issues)
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add(key.slice(0, 64), "unknown_field" as Code);
    else add(String(issue.path[0]), issue.message as Code, issue.code === "custom" ? issue.params?.limit : undefined);
  return { ok: false, problems: [...found.values()] };
}
