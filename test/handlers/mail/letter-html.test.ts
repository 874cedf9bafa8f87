import { describe, expect, test } from "vitest";
import { headerPhrase } from "../../../functions/adapters/http/header-phrase.ts";
import { drawLetter } from "../../../functions/adapters/local/letter-html.ts";
import { locales } from "../../../functions/domain/core/mail.ts";
import { aHead, everyLetter, piecesOf } from "../../support/mail/letters.ts";

const entities: Readonly<Record<string, string>> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" },
};

/** What a reader sees of a page, piece by piece. */
function seen(page: string): string {
  const body = page.slice(page.indexOf("<body"));
  return body.replace(/<[^>]*>/g, "\n").replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? "");
}

describe.each(locales)("a letter as HTML (%s)", (locale) => {
  test.each(Object.entries(everyLetter(locale)))("says the same as its plain text: %s", (_, content) => {
    const page = drawLetter(content, aHead());
    const text = seen(page);
    let from = 0;
    for (const piece of piecesOf(content)) {
      const inside = page.includes(`href="${piece}"`);
      const at = text.indexOf(piece, from);
      expect([piece, inside || at >= from]).toEqual([piece, true]);
      if (at >= from) from = at + piece.length;
    }
    expect(page).toContain(`<html lang="${locale}">`);
  });

  test("shows what others wrote and runs none of it", () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script><a href="https://evil.example">`;
    const written = { name: evil, number: evil, legalName: evil, reason: evil };
    for (const content of Object.values(everyLetter(locale, written))) {
      const page = drawLetter(content, { ...aHead(evil), logo: null });
      expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      expect(page).not.toContain('href="https://evil');
      expect(page).toContain("&lt;");
    }
  });

  test("fetches nothing, styles by attribute alone, and holds no table and no form", () => {
    for (const content of Object.values(everyLetter(locale)))
      expect(drawLetter(content, aHead())).not.toMatch(/<(style|link|script|table|form|iframe|img)\b|url\(/i);
  });
});

describe("a brand's letter", () => {
  const content = Object.values(everyLetter("en"))[0];
  const colours = { accent: "#7a0050", text: "#101010", background: "#fff8f0" };

  test("has its colours, and its logo at a size that fits, with the name for who sees none", () => {
    const logo = { url: "https://pay.acme.test/brand/abc", width: 960, height: 240 };
    const page = content ? drawLetter(content, { name: "Acme", ...colours, logo }) : "";
    expect(page).toContain('<img src="https://pay.acme.test/brand/abc" alt="Acme" width="192" height="48"');
    for (const colour of Object.values(colours)) expect(page).toContain(colour);
  });
});

/** What a mail client makes of encoded words (RFC 2047). */
function decoded(phrase: string): string {
  return phrase
    .split(" ")
    .map((word) => Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? "", "base64").toString())
    .join("");
}

describe("a sender's name in a header", () => {
  test("is quoted where it is plain", () => {
    expect(headerPhrase('Acme "Best" \\ Co, Inc.')).toBe('"Acme \\"Best\\" \\\\ Co, Inc."');
  });

  test.each(["Ñandú S. A.", "株式会社".repeat(12), "👩‍👩‍👧 & Co"])(
    "is in words of at most 75 ASCII characters: %s",
    (name) => {
      const phrase = headerPhrase(name);
      expect(phrase).toMatch(/^[\x20-\x7e]*$/);
      for (const word of phrase.split(" ")) expect(word.length).toBeLessThanOrEqual(75);
      expect(decoded(phrase)).toBe(name);
    },
  );
});
