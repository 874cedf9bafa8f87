import { dayOf, type Instant } from "../core/time.ts";
import { isWebsite, withScheme } from "../core/website.ts";
import type { Addresses, Company, PostalAddress } from "./answers.ts";
import {
  hasAmericanNumbers,
  isCountry,
  isPostalCode,
  needsPostalCode,
  usAddressStates,
  usStates,
} from "./countries-and-states.ts";
import { entityTypes } from "./enums.ts";
import { Fields, type Form, type Read } from "./form.ts";

/** What a step says: what is stored as it is, and what has to be sealed first; null keeps what is sealed already. */
export interface Said<T, Secret extends keyof T> {
  readonly plain: Omit<T, Secret>;
  readonly secrets: { readonly [K in Secret]: string | null };
}

const earliestFormation = "1600-01-01";

/** The fields of the step `company`: legalName, tradingName, entityType, country, state, formationDate, taxId, industry, website, email, phone. */
export function readCompany(form: Form, before: Company | null, now: Instant): Read<Said<Company, "taxId">> {
  return Fields.read(form, (fields) => {
    const country = countryOf(fields, "country");
    return {
      plain: {
        legalName: fields.name("legalName"),
        tradingName: fields.optional("tradingName", 200),
        entityType: fields.choice("entityType", entityTypes),
        country,
        state: stateOf(fields, "state", country, usStates),
        formationDate: fields.day("formationDate", dayOf(now), earliestFormation),
        industry: fields.name("industry", 120),
        website: websiteOf(fields),
        email: fields.email("email"),
        phone: fields.phone("phone", hasAmericanNumbers(country)),
      },
      secrets: { taxId: taxIdOf(fields, country, before) },
    };
  });
}

/** A number of another country is no longer the one that was given. */
function taxIdOf(fields: Fields, country: string, before: Company | null): string | null {
  const whole = fields.number("taxId", 40);
  if (whole === "" && before?.country === country) return null;
  if (whole === "") fields.wrong("taxId", "required");
  else if (country === "US" && !isUsTaxNumber(whole)) fields.wrong("taxId", "not_an_ein");
  // Mexico's may have an ampersand (Código Fiscal de la Federación, "RFC").
  else if (country !== "US" && !/^[\p{L}\p{N}&]{4,30}$/u.test(whole)) fields.wrong("taxId", "not_a_tax_id");
  return whole;
}

/** An EIN, or the SSN of who trades in their own name: nine digits; none begins with 00 (26 CFR 301.7701-12), and one repeated digit is a filler. */
function isUsTaxNumber(digits: string): boolean {
  return /^(?!00)\d{9}$/.test(digits) && !/^(\d)\1+$/.test(digits);
}

/** http or https, with a dotted name; the scheme may be left out. */
function websiteOf(fields: Fields): string | null {
  const text = fields.text("website", 300);
  if (text === "") return null;
  const whole = withScheme(text);
  if (!isWebsite(whole)) fields.wrong("website", "not_a_website");
  return URL.parse(whole)?.href ?? null;
}

export function countryOf(fields: Fields, path: string): string {
  const code = fields.required(path, 8).toUpperCase();
  if (code !== "" && !isCountry(code)) fields.wrong(path, "not_a_country");
  return code;
}

/** Required, and one of `states`, in the United States alone. */
function stateOf(fields: Fields, path: string, country: string, states: readonly string[]): string | null {
  if (country !== "US") return fields.optional(path, 100);
  const code = fields.required(path, 100).toUpperCase();
  if (code !== "" && !states.includes(code)) fields.wrong(path, "not_a_state");
  return code;
}

/** An address whose fields begin with `prefix`: line1, line2, city, region, postalCode, country. */
export function addressOf(fields: Fields, prefix = ""): PostalAddress {
  const at = (name: string) =>
    prefix === "" ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const country = countryOf(fields, at("country"));
  const postalCode = fields.text(at("postalCode"), 12).normalize("NFKC").toUpperCase();
  if (postalCode === "" && needsPostalCode(country)) fields.wrong(at("postalCode"), "required");
  if (postalCode !== "" && !isPostalCode(country, postalCode))
    fields.wrong(at("postalCode"), "not_a_postal_code");
  return {
    line1: fields.required(at("line1"), 200),
    line2: fields.optional(at("line2"), 200),
    city: fields.name(at("city"), 100),
    region: stateOf(fields, at("region"), country, usAddressStates),
    postalCode: postalCode || null,
    country,
  };
}

const addressNames = ["line1", "line2", "city", "region", "postalCode", "country"] as const;

/** The fields of the step `addresses`: registeredLine1 and so on, operatingSame (ticked), operatingLine1 and so on, which count for nothing beside a ticked operatingSame. */
export function readAddresses(form: Form): Read<Addresses> {
  return Fields.read(form, (fields) => {
    const registered = addressOf(fields, "registered");
    const isSame = fields.ticked("operatingSame");
    if (!isSame) return { registered, operating: addressOf(fields, "operating") };
    for (const name of addressNames)
      fields.ignore(`operating${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    return { registered, operating: null };
  });
}
