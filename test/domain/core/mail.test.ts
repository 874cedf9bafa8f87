import { describe, expect, test } from "vitest";
import { emailAddress, knownLocale, mailLocale } from "../../../functions/domain/core/mail.ts";

describe("an address that letters go to", () => {
  test.each([
    ["ap@northwind.test", "ap@northwind.test"],
    ["  ap@northwind.test\n", "ap@northwind.test"],
    [`${"a".repeat(64)}@northwind.test`, `${"a".repeat(64)}@northwind.test`],
    [`o'neil+ap.1@${"b".repeat(63)}.north--wind.test`, `o'neil+ap.1@${"b".repeat(63)}.north--wind.test`],
  ])("is read from %j", (written, address) => {
    expect(emailAddress(written)).toBe(address);
  });

  test.each([
    null,
    undefined,
    "",
    "northwind.test",
    "Anna <ap@northwind.test>",
    "ap@northwind",
    "ap@nörthwind.test",
    "ap@northwind-.test",
    "ap@-northwind.test",
    ".ap@northwind.test",
    "a..p@northwind.test",
    "ap.@northwind.test",
    `${"a".repeat(65)}@northwind.test`,
    `ap@${"b".repeat(64)}.test`,
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.northwind.test`,
  ])("is none in %j", (written) => {
    expect(emailAddress(written)).toBeUndefined();
  });
});

describe("a language", () => {
  test.each([
    ["es", "es"],
    ["ES", "es"],
    [" es-MX ", "es"],
    ["es_419", "es"],
    ["en-GB", "en"],
  ] as const)("asked for as %j is %s", (written, locale) => {
    expect([knownLocale(written), mailLocale(written)]).toEqual([locale, locale]);
  });

  test.each([undefined, "", "de", "esperanto", "e", "-es"])(
    "that we do not write (%j) is English in letters",
    (written) => {
      expect([knownLocale(written), mailLocale(written)]).toEqual([undefined, "en"]);
    },
  );
});
