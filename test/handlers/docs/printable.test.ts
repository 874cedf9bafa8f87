import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable, printableLines, printablePattern, printableWithin } from "../../../functions/http/printable.ts";
import { metadata } from "../../../functions/http/schemas.ts";

const why = (text: string) =>
  printable(1, 99)
    .safeParse(text)
    .error?.issues.map(({ message }) => message);

describe("a text that people read", () => {
  test.each([
    ["a line break", "INV\r\nBcc: eve@evil.example", "no line breaks or tabs"],
    ["a tab", "a\tb", "no line breaks or tabs"],
    ["a NUL", "a\u0000", "no characters that cannot be seen (U+0000 at character 2)"],
    ["a control of the second set", "a\u0085b", "no characters that cannot be seen (U+0085 at character 2)"],
    ["an override of direction", "gnp\u202eexe", "no characters that cannot be seen (U+202E at character 4)"],
    ["an isolate", "\u2066a\u2069", "no characters that cannot be seen (U+2066 at character 1)"],
    ["a mark of direction", "a\u200e", "no characters that cannot be seen (U+200E at character 2)"],
    ["a zero-width space", "INV\u200b-1", "no characters that cannot be seen (U+200B at character 4)"],
    ["a word joiner", "a\u2060b", "no characters that cannot be seen (U+2060 at character 2)"],
    ["a byte order mark", "\ufeffa", "no characters that cannot be seen (U+FEFF at character 1)"],
    ["a soft hyphen", "a\u00adb", "no characters that cannot be seen (U+00AD at character 2)"],
    ["a filler", "a\u3164", "no characters that cannot be seen (U+3164 at character 2)"],
    ["a tag, behind an emoji", "👋\u{e0041}", "no characters that cannot be seen (U+E0041 at character 2)"],
    ["half a pair", "a\ud800", "no characters that cannot be seen (U+D800 at character 2)"],
    ["a noncharacter", "a\ufdd0", "no characters that cannot be seen (U+FDD0 at character 2)"],
    ["one of another plane", "a\u{1ffff}", "no characters that cannot be seen (U+1FFFF at character 2)"],
    ["a joiner between Latin letters", "Ac\u200dme", "no characters that cannot be seen (U+200D at character 3)"],
    ["blanks alone", " \u00a0 ", "not blank"],
    ["an empty sign of Braille", "\u2800", "not blank"],
    ["a variation of nothing", "\ufe0f", "not blank"],
  ])("is not %s", (_, text, message) => {
    expect(why(text)).toEqual([message]);
  });

  test.each([
    ["Persian", "می‌خواهم"],
    ["Sinhala", "ක්‍ෂ"],
    ["a variant of a Japanese name", "葛\u{e0100}城"],
    ["a family", "👩‍👩‍👧 & Co"],
    ["a dark-skinned doctor", "👩🏽‍⚕️"],
    ["a flag of two pictures", "🏳️‍🌈"],
    ["Arabic", "شركة النور للتجارة"],
    ["what bytes that were no text became", "Ac\ufffdme"],
  ])("is %s", (_, text) => {
    expect(why(text)).toBeUndefined();
  });

  test("has line breaks where it has several lines, each kept as LF", () => {
    expect(printableLines(1, 99).parse("a\r\nb\rc\n\td")).toBe("a\nb\nc\n\td");
    expect(printableLines(1, 99).safeParse("a\nb\u202e").success).toBe(false);
    expect(printableLines(1, 99).safeParse("\r\n").success).toBe(false);
    expect(printableLines(0, 99).safeParse("").success).toBe(true);
  });

  test("is looked at without the white space around it where that is taken off", () => {
    expect(printableWithin(1, 9).parse(" INV-1\r\n")).toBe("INV-1");
    expect(printableWithin(1, 9).safeParse("INV\n1").success).toBe(false);
  });

  test("is in metadata, in its names and in what they say", () => {
    const takes = (entries: object) => metadata.safeParse(entries).success;
    expect([{ "a\u200b": "" }, { a: "\u202e" }, { a: "x\ny" }].map(takes)).toEqual([false, false, true]);
  });
});

/** Texts of the first plane with many a character among them that cannot be seen; joiners go by their neighbours, which no pattern looks at. */
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x20 }),
  fc.constantFrom(0x7f, 0x85, 0xa0, 0xad, 0x1160, 0x1680, 0x180b, 0x2800, 0x200b, 0x2028, 0x202e, 0x3000),
  fc.integer({ min: 0xfdd0, max: 0xffff }),
  fc.integer({ min: 0x21, max: 0xd7ff }).filter((code) => code !== 0x200c && code !== 0x200d),
);
const texts = fc.array(character, { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));

describe.each([
  ["a line that must say something", printable(1, 20), printablePattern(true)],
  ["a line that may be empty", printable(0, 20), printablePattern(false)],
  ["lines that must say something", printableLines(1, 20), printablePattern(true, { breaks: true })],
  ["lines that may be empty", printableLines(0, 20), printablePattern(false, { breaks: true })],
])("%s", (_, schema, pattern) => {
  test("is of the form that the document tells, which every client reads", () => {
    expect(pattern).not.toContain("\\p{");
    for (const form of [new RegExp(pattern, "u"), new RegExp(pattern)])
      fc.assert(
        fc.property(texts, (value) => {
          fc.pre(value.length > 0 || form.test(""));
          expect(schema.safeParse(value).success).toBe(form.test(value));
        }),
        { numRuns: 2_000 },
      );
  });
});
