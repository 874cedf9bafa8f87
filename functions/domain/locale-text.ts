import type { Locale } from "./mail.ts";
import type { Instant } from "./time.ts";

// The service speaks to people in the United States, in either language.
const regions = { en: "en-US", es: "es-US" } as const satisfies Record<Locale, string>;

/** An amount of money as people write it. */
export function moneyText(cents: number, currency: string, locale: Locale): string {
  return new Intl.NumberFormat(regions[locale], { style: "currency", currency }).format(cents / 100);
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
