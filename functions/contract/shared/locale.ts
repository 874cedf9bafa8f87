import * as z from "zod";
import { knownLocale, type Locale } from "../../domain/core/mail.ts";

/** The query that every page for people takes: the language that was chosen. Anything else in it is left alone, because others add to links what they like. */
export const pageQuery = z.object({ lang: z.string().max(35).optional() });

/** What every page that anybody may open has in common. */
export const publicPage = {
  caller: "public",
  tag: "Pages",
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
  query: pageQuery,
} as const;

export const languageNames = { en: "English", es: "Español" } as const satisfies Record<Locale, string>;

/** The languages that a browser asks for, best first (RFC 9110, 12.5.4). */
function wanted(languages: string): string[] {
  const ranges = languages.split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** The language of a page: what the address says, else the best that the browser asks for, else `otherwise`. */
export function localeOf(lang: string | undefined, languages: string, otherwise: Locale = "en"): Locale {
  return (
    knownLocale(lang) ??
    wanted(languages)
      .map(knownLocale)
      .find((locale) => locale !== undefined) ??
    otherwise
  );
}
