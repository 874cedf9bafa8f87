import type * as z from "zod";

/** Where a setting was given: `stages/prod.ts: region`, or `-c region`. */
export type Place = (path: readonly PropertyKey[]) => string;

const longestValue = 80;

/** The first mistake of a stage's settings as one sentence, a misspelt setting before all: where it is, what is wrong, what to write. */
export function mistakeIn(error: z.ZodError, settings: unknown, keys: readonly string[], at: Place): string {
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  if (issue === undefined) throw error;
  if (issue.code === "unrecognized_keys") {
    const path = [...issue.path, issue.keys[0] ?? ""];
    const instead = path.length === 1 ? `, or write one of ${keys.join(", ")}` : "";
    return `${at(path)} is no setting here; remove it${instead}.`;
  }
  return `${at(issue.path)} is ${shown(valueAt(settings, issue.path))}; write ${issue.message}.`;
}

/** A path as it is written in the file: `brandDomains[0].host`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

/** Settings without their blanks, so that one that nobody has filled in counts as left out. */
export function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (value === null || typeof value !== "object") return value;
  const filled = Object.entries(value).filter(([, each]) => each !== "");
  return Object.fromEntries(filled.map(([key, each]) => [key, withoutBlanks(each)]));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "blank";
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}...`;
}
