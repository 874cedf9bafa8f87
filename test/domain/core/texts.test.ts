import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import { hasHidden } from "../../../functions/domain/core/control-characters.ts";
import { dayText, momentText, moneyText, numberText, sentence } from "../../../functions/domain/core/format.ts";
import { slugOf, slugsOf } from "../../../functions/domain/core/slug.ts";

describe("what cannot be seen", () => {
  test.each([
    ["a line break", "a\nb"],
    ["a tab", "a\tb"],
    ["a zero-width space", "a\u200bb"],
    ["an override of direction", "a\u202eb"],
    ["a private character", "a\ue000b"],
    ["an unassigned one", "a\u{e0080}b"],
    ["a line separator", "a\u2028b"],
    ["a paragraph separator", "a\u2029b"],
    ["bytes that were no text", "a\ufffdb"],
    ["half a pair", "a\ud800b"],
    ["a joiner between Latin letters", "a\u200db"],
    ["a joiner after an accent that belongs to no script", "a\u0301\u200db"],
    ["a joiner at an Arabic word's end", "ب\u200c"],
    ["a joiner at an Arabic word's start", "\u200cب"],
  ])("is %s", (_, text) => {
    expect(hasHidden(text)).toBe(true);
  });

  test.each(["", "Acme, Inc. (2)", "Ñandú 東京", "ක්‍ෂ", "می‌خواهم"])("is not in %j", (text) => {
    expect(hasHidden(text)).toBe(false);
  });
});

describe("a company's name in an address", () => {
  test.each([
    ["Acme, Inc.", "acme-inc"],
    ["  Crème & Brûlée  ", "creme-brulee"],
    ["--Nord--wind--", "nord-wind"],
    ["東京", "tenant"],
    ["A", "tenant"],
    ["Ab", "ab"],
    ["a".repeat(40), "a".repeat(34)],
    [`${"a".repeat(33)} bcd`, "a".repeat(33)],
    ["ﬁne 2", "fine-2"],
  ])("of %j is %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test("is numbered from the second on where it is taken", () => {
    expect(slugsOf("Acme", 3)).toEqual(["acme", "acme-2", "acme-3"]);
  });
});

describe("JSON in one way only", () => {
  test.each([
    [{ b: 1, a: [{ d: null, c: "x" }], e: undefined }, '{"a":[{"c":"x","d":null}],"b":1}'],
    [[2, 1, "a"], '[2,1,"a"]'],
    [null, "null"],
    [undefined, "null"],
    ["ü\n", '"ü\\n"'],
    [{}, "{}"],
    [[undefined], "[null]"],
    [{ B: 1, a: 2, "": 3 }, '{"":3,"B":1,"a":2}'],
  ])("of %j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe("what people read", () => {
  test("begins sentences with a capital, and nothing with nothing", () => {
    expect([sentence("held: look"), sentence("é"), sentence("")]).toEqual(["Held: look", "É", ""]);
  });

  test("has money, numbers and days as the reader's language writes them", () => {
    expect([moneyText(123_456, "USD", "en"), moneyText(123_456, "USD", "es")]).toEqual(["$1,234.56", "$1,234.56"]);
    expect(numberText(0.125, "en", { style: "percent", maximumFractionDigits: 1 })).toBe("12.5%");
    expect([dayText("2026-11-21", "en"), dayText("2026-11-21", "es")]).toEqual([
      "November 21, 2026",
      "21 de noviembre de 2026",
    ]);
    expect(dayText("2026-11-21T23:59:59.999Z", "en", { dateStyle: "short" })).toBe("11/21/26");
    expect(momentText("2026-11-21T23:05:00.000Z", "en")).toBe("November 21, 2026 at 11:05 PM UTC");
  });
});
