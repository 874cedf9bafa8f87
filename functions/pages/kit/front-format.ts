import { dayText, numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";

/** A part of a whole (0 to 1) as people write it. */
export function percentText(part: number, locale: Locale): string {
  return numberText(part, locale, { style: "percent", maximumFractionDigits: 1 });
}

/** A round amount for an axis: `$12K`. */
export function shortMoney(dollars: number, locale: Locale): string {
  const whole = { style: "currency", currency: "USD" } as const;
  return numberText(dollars, locale, { ...whole, notation: "compact", maximumFractionDigits: 1 });
}

/** A day without its year. */
export function shortDay(day: string, locale: Locale): string {
  return dayText(day, locale, { month: "short", day: "numeric" });
}
