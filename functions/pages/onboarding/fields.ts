import type { PostalAddress } from "../../domain/onboarding/answers.ts";
import { countryOptions } from "../kit/countries.ts";
import type { PeopleField } from "../kit/form.ts";
import { type Wizard, wordsOf } from "./view.ts";

/** What a field is called and hinted at. */
export function said(wizard: Wizard, key: keyof ReturnType<typeof wordsOf>["fields"]) {
  const { label, hint } = wordsOf(wizard).fields[key];
  return { label, hint: hint || undefined };
}

const parts = ["line1", "line2", "city", "region", "postalCode"] as const;

const tokens = {
  line1: "address-line1",
  line2: "address-line2",
  city: "address-level2",
  region: "address-level1",
  postalCode: "postal-code",
} as const;

/** The fields of an address whose names begin with `prefix`; `section` tells browsers which address it is. */
export function addressFields(
  wizard: Wizard,
  prefix: string,
  address: PostalAddress | null | undefined,
  optional: PeopleField["optional"] = false,
): PeopleField[] {
  const named = (name: string) => `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const section = `section-${prefix}`;
  return [
    ...parts.map((part): PeopleField => {
      const narrow = part === "region" || part === "postalCode" ? { width: 12 as const } : {};
      return {
        ...{ name: named(part), ...said(wizard, part), ...narrow, value: address?.[part] },
        maxLength: part === "postalCode" ? 12 : part.startsWith("line") ? 200 : 100,
        autocomplete: `${section} ${tokens[part]}`,
        optional: part === "line2" || optional,
      };
    }),
    {
      ...{ name: named("country"), ...said(wizard, "addressCountry"), kind: "select" },
      ...{ options: countryOptions(wizard.locale), autocomplete: `${section} country`, optional },
      value: address?.country ?? "US",
    },
  ];
}
