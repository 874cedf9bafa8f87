import { describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { nearMissesOf } from "../../bench/budget/near-misses.ts";
import { wholeSchemaOf } from "../../support/routes/json-schema.ts";

function patternsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "pattern" in value && typeof value.pattern === "string" ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

const published = new Set(
  [...allOperations, ...allScreeningOperations].flatMap(({ body, query, params }) =>
    [body, query, params].flatMap((schema) => patternsIn(wholeSchemaOf(schema))),
  ),
);

describe("texts that a pattern takes up to their last character", () => {
  test.each([
    ["a repetition of repetitions", /^(a+)+$/, ["aaaaaaaaa0"]],
    ["two that take the same", /^[a-z0-9]*\d*x$/, ["00000000xA", "aaaaaaaaxA"]],
    ["alternatives, each in turn", /^(?:ab|b)*$/, ["ababababa".slice(0, 8), "bbbbbbbbb"].map((text) => `${text}0`)],
    ["what is looked for ahead", /^(?=.{1,9}$)b+$/, ["bbbbbbbbba"]],
  ])("have %s filled up to the limit", (_, pattern, texts) => {
    expect(nearMissesOf(pattern, 10)).toEqual(expect.arrayContaining(texts));
  });

  test("are counted as whoever asks counts: bytes of a body, or of an address", () => {
    const inBytes = nearMissesOf(/^\u6f22+$/, 100, Buffer.byteLength);
    expect(inBytes.map((text) => Buffer.byteLength(text))).toEqual([100]);
  });

  test("are there for each published pattern that repeats anything without an end", () => {
    expect(published.size).toBeGreaterThan(50);
    const none = [...published].filter((source) => nearMissesOf(new RegExp(source, "u"), 300).length === 0);
    expect(none.filter((source) => /[^\\][+*]|\{\d+,\}/.test(source))).toEqual([]);
  });

  test.each([...published])("miss %s by that character alone", (source) => {
    const pattern = new RegExp(source, "u");
    const texts = nearMissesOf(pattern, 300);
    expect(texts.filter((text) => pattern.test(text))).toEqual([]);
    const taken = texts.filter((text) => pattern.test([...text].slice(0, -1).join("")));
    expect(taken.length > 0).toBe(texts.length > 0);
  });
});
