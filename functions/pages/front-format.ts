import type { Locale } from "../domain/mail.ts";

/** A part of a whole (0 to 1) as people write it. */
export function percentText(part: number, locale: Locale): string {
  return new Intl.NumberFormat(`${locale}-US`, { style: "percent", maximumFractionDigits: 1 }).format(part);
}

/** A round amount for an axis: `$12K`. */
export function shortMoney(dollars: number, locale: Locale): string {
  const options = {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(`${locale}-US`, options).format(dollars);
}

/** A day without its year. */
export function shortDay(day: string, locale: Locale): string {
  const options = { month: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(`${locale}-US`, options).format(new Date(day));
}
