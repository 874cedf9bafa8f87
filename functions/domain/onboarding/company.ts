import * as z from "zod";
import { type Form, inputsOf, withInput } from "../core/form.ts";
import { dayOf, type Instant } from "../core/time.ts";
import { isWebsite, withScheme } from "../core/website.ts";
import { addressFields, addressIn, stateOf } from "./address.ts";
import type { Addresses, Company } from "./answers.ts";
import { hasAmericanNumbers, usStates } from "./countries-and-states.ts";
import { entityTypes } from "./enums.ts";
import * as field from "./fields.ts";
import { type KybFormResult, kybRule, readKybForm } from "./form.ts";

const earliestFormation = "1600-01-01";

function companyForm(form: Form, before: Company | null, today: string) {
  const within = field.cleanCode(form.country);
  // A number of another country is no longer the one that was given.
  const isUnchanged = field.cleanNumber(form.taxId) === "" && before?.country === within;
  return z.strictObject({
    legalName: field.name(200, { autocomplete: "organization" }),
    tradingName: field.optional(200),
    entityType: field.choice(entityTypes),
    country: field.country(),
    state: stateOf(within, usStates),
    formationDate: field.day(today, earliestFormation),
    taxId: isUnchanged ? field.blankSecret : taxNumber(within),
    industry: field.name(120),
    website: website(),
    email: field.email({ autocomplete: "email" }),
    phone: field.phone(hasAmericanNumbers(within)),
  });
}

export const companyInputs = inputsOf(companyForm({}, null, ""));

/** Reads the form of the step `company`; a tax number that is null is the one that is sealed already. */
export function readCompany(
  form: Form,
  before: Company | null,
  now: Instant,
): KybFormResult<Omit<Company, "taxId"> & { readonly taxId: string | null }> {
  return readKybForm(companyForm(form, before, dayOf(now)), form, (read) => read);
}

function taxNumber(within: string) {
  if (within === "US") return field.requiredNumber().check(kybRule("not_an_ein", isUsTaxNumber));
  // Mexico's may have an ampersand (Código Fiscal de la Federación, "RFC").
  const isTaxNumber = (whole: string) => /^[\p{L}\p{N}&]{4,30}$/u.test(whole);
  return field.requiredNumber().check(kybRule("not_a_tax_id", isTaxNumber));
}

/** An EIN, or the SSN of who trades in their own name: nine digits; none begins with 00 (26 CFR 301.7701-12), and one repeated digit is a filler. */
function isUsTaxNumber(digits: string): boolean {
  return /^(?!00)\d{9}$/.test(digits) && !/^(\d)\1+$/.test(digits);
}

/** http or https, with a dotted name; the scheme may be left out. */
function website() {
  const isOne = kybRule("not_a_website", (typed) => typed === "" || isWebsite(withScheme(typed)));
  const schema = field.optional(300, {}, isOne);
  const whole = schema.transform((typed) => typed && (URL.parse(withScheme(typed))?.href ?? null));
  return withInput(whole, { maxLength: 300, optional: true, inputmode: "url", autocomplete: "url" });
}

function addressesForm(form: Form) {
  const operating = addressFields("operating", form, { optional: "unsaid" });
  return z.strictObject({
    ...addressFields("registered", form),
    operatingSame: field.checkbox({ optional: true }),
    // They count for nothing beside a ticked box.
    ...(field.clean(form.operatingSame) === "yes" ? field.ignore(operating) : operating),
  });
}

export const addressesInputs = inputsOf(addressesForm({}));

export function readAddresses(form: Form): KybFormResult<Addresses> {
  return readKybForm(addressesForm(form), form, (read) => ({
    registered: addressIn("registered", read),
    operating: read.operatingSame ? null : addressIn("operating", read),
  }));
}
