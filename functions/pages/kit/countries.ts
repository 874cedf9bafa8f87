import type { Locale } from "../../domain/core/mail.ts";
import { countries } from "../../domain/onboarding/countries-and-states.ts";
import type { PeopleOption } from "./form.ts";

export function countryName(code: string, locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}

const sorted = new Map<Locale, readonly PeopleOption[]>();

/** All countries by name, the United States first. */
export function countryOptions(locale: Locale): readonly PeopleOption[] {
  const before = sorted.get(locale);
  if (before) return before;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  const others = countries
    .filter((code) => code !== "US")
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => compare(a.label, b.label));
  const options = [{ value: "US", label: names.of("US") ?? "US" }, ...others];
  sorted.set(locale, options);
  return options;
}
