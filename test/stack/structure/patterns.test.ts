import { describe, expect, test } from "vitest";
import { patternsOf } from "../../../bin/patterns/literals.ts";
import { superLinearPartsOf } from "../../../bin/patterns/super-linear.ts";

/** What the check says of a file with this text. */
function faultsIn(text: string) {
  return patternsOf({ path: "a.ts", text }).map(({ line, pattern }) => [
    line,
    pattern === null ? "composed" : superLinearPartsOf(pattern).length > 0,
  ]);
}

describe("a pattern that a text can slow down", () => {
  test.each([
    ["that trims, as the form for access had it", String.raw`typed.replace(/^\s*(USD|US\$|\$)?\s*|\s+$/gi, "")`],
    ["of two quantifiers that take the same", String.raw`z.string().regex(/^\d*\d*x$/)`],
    ["of a quantifier in another", "if (/^(a+)+$/.test(x)) y();"],
    ["made of a constant text", 'new RegExp("^(a*)*b$", "i")'],
    ["made without new", "RegExp(`(x+x+)+y`)"],
    ["that looks ahead from every place", String.raw`whole.replace(/\B(?=(\d{3})+$)/g, ",")`],
  ])("is found: one %s", (_, text) => {
    expect(faultsIn(`const a = 1;\n${text};`)).toEqual([[2, true]]);
  });

  test.each([
    ["anchored, with one way to read each text", String.raw`/^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/`],
    ["that begins once in a run of its characters", String.raw`/(?<!\/)\/+$/`],
    ["made of a constant text", 'new RegExp("^a+b$")'],
  ])("is not one %s", (_, text) => {
    expect(faultsIn(`x(${text});`)).toEqual([[1, false]]);
  });

  test("may stand wherever a pattern is put together, so that each such place must say why it is none", () => {
    expect(faultsIn('const a = new RegExp("^" + b); const c = new RegExp(d.source, "i");')).toEqual([
      [1, "composed"],
      [1, "composed"],
    ]);
  });

  test("is no word of a comment or of a text", () => {
    expect(faultsIn('// /(a+)+$/ is slow\nconst a = "/(a+)+$/";')).toEqual([]);
  });
});
