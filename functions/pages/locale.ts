import * as z from "zod";
import { type Locale, locales } from "../domain/mail.ts";
import type { Instant } from "../domain/time.ts";

/** The query that every page for people takes: the language that was chosen. Anything else in it is left alone, because others add to links what they like. */
export const pageQuery = z.object({ lang: z.string().max(35).optional() });

/** What a language calls itself. */
export const languageNames = { en: "English", es: "Español" } as const satisfies Record<Locale, string>;

// The service speaks to people in the United States, in either language.
const regions = { en: "en-US", es: "es-US" } as const satisfies Record<Locale, string>;

function known(tag: string): Locale | undefined {
  const primary = tag.trim().toLowerCase().split("-", 1)[0];
  return locales.find((locale) => locale === primary);
}

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
    known(lang ?? "") ??
    wanted(languages)
      .map(known)
      .find((locale) => locale !== undefined) ??
    otherwise
  );
}

/** An amount of money as people write it. */
export function moneyText(cents: number, currency: string, locale: Locale): string {
  return new Intl.NumberFormat(regions[locale], { style: "currency", currency }).format(cents / 100);
}

/** A number as people write it. */
export function numberText(value: number, locale: Locale): string {
  return new Intl.NumberFormat(regions[locale]).format(value);
}

/** A day (YYYY-MM-DD, or a moment's day in UTC) as people write it. */
export function dayText(day: string, locale: Locale): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(regions[locale], options).format(new Date(day));
}

/** A moment as people write it, in UTC. */
export function momentText(at: Instant, locale: Locale): string {
  const options = {
    ...({ year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const),
    ...({ timeZone: "UTC", timeZoneName: "short" } as const),
  };
  return new Intl.DateTimeFormat(regions[locale], options).format(new Date(at));
}
