import { superLinearPartsOf } from "../../../bin/patterns/super-linear.ts";

/** The patterns that are tried on texts longer than `most` characters while `run` runs, each as it is written. */
export async function patternsOn(most: number, run: () => Promise<unknown>): Promise<RegExp[]> {
  const plain = RegExp.prototype.exec;
  const tried = new Map<string, RegExp>();
  // Whatever looks for a pattern (test, replace, match, split) does it by the pattern's own exec.
  RegExp.prototype.exec = function exec(text: string) {
    if (String(text).length > most) tried.set(String(this), this);
    return plain.call(this, text);
  };
  try {
    await run();
  } finally {
    RegExp.prototype.exec = plain;
  }
  return [...tried.values()];
}

/** Those of them that a text can make take more than its own length. */
export function superLinear(patterns: readonly RegExp[]): string[] {
  return patterns.filter((each) => superLinearPartsOf(each).length > 0).map(String);
}
