import type * as z from "zod";
import type { FieldCode, FieldProblem } from "../domain/core/refusal.ts";

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const types: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

const formats: Readonly<Record<string, string>> = {
  base64: "base64",
  date: "a date such as 2026-11-21",
  datetime: "a date and time such as 2026-11-21T12:00:00Z",
  email: "an e-mail address",
  url: "an absolute URL",
  uuid: "a UUID",
};

/** What a check of the validator comes to: the field's code, and our words for it. */
interface Finding {
  readonly code: FieldCode;
  readonly message: string;
}

/** How many of the values that are allowed a message names. */
const mostValues = 20;

/** What is wrong with one field, in our own words, whatever the validator's are. */
function findingOf(issue: RawIssue | Issue): Finding {
  if (issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code ?? ""))
    return { code: "required", message: "required" };
  switch (issue.code) {
    case "invalid_type": {
      const type = types[issue.expected];
      return { code: "wrong_type", message: type === undefined ? "of another type" : `must be ${type}` };
    }
    case "too_small":
      return boundOf(issue.origin, issue.minimum, "least");
    case "too_big":
      return boundOf(issue.origin, issue.maximum, "most");
    case "invalid_format":
      return { code: "pattern", message: formOf(issue.format) };
    case "invalid_value":
      return { code: "not_allowed", message: choicesOf(issue.values) };
    case "unrecognized_keys":
      return { code: "unknown_field", message: "unknown field" };
    case "invalid_key":
      return {
        code: "invalid",
        message: `its name ${(issue.issues[0] as Issue | undefined)?.message ?? "is not allowed"}`,
      };
    default:
      return { code: "invalid", message: "not of a form that is allowed" };
  }
}

function formOf(format: string): string {
  const form = formats[format];
  return form === undefined ? "not of the form that it must have" : `must be ${form}`;
}

function boundOf(origin: string, bound: number | bigint, which: "least" | "most"): Finding {
  const counted = { string: "characters", array: "items", map: "entries", set: "entries" }[origin];
  const word = which === "least" ? "at least" : "at most";
  if (counted === undefined)
    return { code: which === "least" ? "too_small" : "too_big", message: `must be ${word} ${bound}` };
  const code = which === "least" ? "too_short" : "too_long";
  if (which === "least" && Number(bound) === 1) return { code, message: "must not be empty" };
  return { code, message: `must have ${word} ${bound} ${Number(bound) === 1 ? counted.slice(0, -1) : counted}` };
}

function choicesOf(values: readonly unknown[]): string {
  const named = values.slice(0, mostValues).map(String).join(", ");
  if (values.length === 1) return `must be ${named}`;
  return `must be one of ${named}${values.length > mostValues ? " and others" : ""}`;
}

/** How every schema is read: what it does not say in words of its own is said in ours, and the validator's never reach a caller. */
export const ownMessages = { error: (issue: RawIssue) => findingOf(issue).message, reportInput: true } as const;

/** What a schema says of a field in its own words is `custom`; its code is what it names, else the plain one. */
function ownCodeOf(issue: Issue): FieldCode | undefined {
  return issue.code === "custom" ? ((issue.params?.field as FieldCode | undefined) ?? "invalid") : undefined;
}

/** The wrong places that a schema found, read with `ownMessages`; an object's unknown fields are a place each. */
export function fieldProblemsOf(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    const { code } = findingOf(issue);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: [...issue.path, key].join("."), code, message: issue.message }));
    return [{ path: issue.path.join("."), code: ownCodeOf(issue) ?? code, message: issue.message }];
  });
}
