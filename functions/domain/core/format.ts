import type { Locale } from "./mail.ts";
import type { Instant } from "./time.ts";

// The service speaks to people in the United States, in either language.
const regions = { en: "en-US", es: "es-US" } as const satisfies Record<Locale, string>;

/** A reason or a word as a sentence begins. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function moneyText(cents: number, currency: string, locale: Locale): string {
  return numberText(cents / 100, locale, { style: "currency", currency });
}

export function numberText(value: number, locale: Locale, how: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(regions[locale], how).format(value);
}

/** A day (YYYY-MM-DD, or a moment's day in UTC) as people write it. */
export function dayText(day: string, locale: Locale, how: Intl.DateTimeFormatOptions = { dateStyle: "long" }): string {
  return new Intl.DateTimeFormat(regions[locale], { ...how, timeZone: "UTC" }).format(new Date(day));
}

/** A moment as people write it, in UTC. */
export function momentText(at: Instant, locale: Locale): string {
  return dayText(at, locale, {
    ...({ year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const),
    timeZoneName: "short",
  });
}
