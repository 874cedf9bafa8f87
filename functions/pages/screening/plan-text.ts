import { numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import type { Plan } from "../../domain/screening/plan.ts";

/** What a plan costs a month, in whole dollars. */
export function priceText({ priceCents }: Plan, locale: Locale): string {
  const dollars = { style: "currency", currency: "USD", maximumFractionDigits: 0 } as const;
  return numberText((priceCents ?? 0) / 100, locale, dollars);
}

/** How many of something a plan gives, or the word for no limit. */
export function manyText(value: number | null, unlimited: string, locale: Locale): string {
  return value === null ? unlimited : numberText(value, locale);
}
