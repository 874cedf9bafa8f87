import { describe } from "vitest";

/** A group of tests; where something that it needs is `missing` it is skipped, under a name that says why. */
export function group(
  missing: string | undefined,
  name: string,
  tests: () => void,
  options: { readonly timeout?: number } = {},
): void {
  if (missing === undefined) describe(name, options, tests);
  else describe.skip(`${name} (skipped: ${missing})`, options, tests);
}
