import { StageRefused } from "./stage-refused.ts";

/** Reads one value of `cdk -c key=value`. */
export type ReadContext = (key: string) => unknown;

/** A setting as it is said; null where it is not, or empty. */
export function text(read: ReadContext, key: string): string | null {
  const value = read(key);
  return value === undefined || value === null || value === "" ? null : String(value);
}

/** A switch: true or false, and off where nothing is said. */
export function flag(read: ReadContext, key: string): boolean {
  const value = text(read, key) ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw new StageRefused(`-c ${key}=${value} is neither true nor false.`);
}

/** The word among those allowed; anything else is refused. */
export function oneOf<T extends string>(allowed: readonly T[], key: string, value: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new StageRefused(`-c ${key}=${value} is none of ${allowed.join(", ")}.`);
}
