import { type Form, type FormInput, withInput } from "../core/form.ts";
import { type PostalAddress, postalAddress } from "./answers.ts";
import { isPostalCode, needsPostalCode, usAddressStates } from "./countries-and-states.ts";
import * as field from "./fields.ts";
import { kybRule } from "./form.ts";

/** A state of the United States, one of `states`; anything elsewhere. */
export function stateOf(within: string, states: readonly string[], input: FormInput = {}) {
  if (within !== "US") return field.optional(100, { width: 12, optional: false, ...input });
  return field
    .requiredText(100, { width: 12, ...input })
    .overwrite(field.cleanCode)
    .check(kybRule("not_a_state", (code) => states.includes(code)));
}

function postalCode(within: string, input: FormInput) {
  const schema = field
    .text(12)
    .overwrite((typed) => field.normalize(typed, "NFKC").toUpperCase())
    .check(
      kybRule("required", (code) => code !== "" || !needsPostalCode(within)),
      kybRule("not_a_postal_code", (code) => code === "" || isPostalCode(within, code)),
    )
    .transform((code) => code || null);
  return withInput(schema, { maxLength: 12, width: 12, ...input });
}

type AddressPart = keyof PostalAddress;
type Prefixed<P extends string, Shape> = { [K in keyof Shape & string as `${P}${Capitalize<K>}`]: Shape[K] };

/** The name of an address's field: `homeCity` is the `city` of `home`. */
export function addressField(prefix: string, part: string): string {
  return `${prefix}${part.charAt(0).toUpperCase()}${part.slice(1)}`;
}

function addressParts(prefix: string, form: Form, all: FormInput) {
  const within = field.cleanCode(form[addressField(prefix, "country")]);
  const attributes = (autocomplete: string) => ({ autocomplete: `section-${prefix} ${autocomplete}`, ...all });
  return {
    line1: field.requiredText(200, attributes("address-line1")),
    line2: field.optional(200, { ...attributes("address-line2"), optional: true }),
    city: field.name(100, attributes("address-level2")),
    region: stateOf(within, usAddressStates, attributes("address-level1")),
    postalCode: postalCode(within, attributes("postal-code")),
    country: field.country(attributes("country")),
  };
}

/** The fields of an address, whose names begin with `prefix`; `input` is what is else to be said of each. */
export function addressFields<P extends string>(prefix: P, form: Form, input: FormInput = {}) {
  const parts = Object.entries(addressParts(prefix, form, input));
  const named = Object.fromEntries(parts.map(([part, schema]) => [addressField(prefix, part), schema]));
  return named as Prefixed<P, ReturnType<typeof addressParts>>;
}

export function addressIn(prefix: string, fields: Readonly<Record<string, unknown>>): PostalAddress {
  const parts = Object.keys(postalAddress.shape) as AddressPart[];
  return postalAddress.parse(Object.fromEntries(parts.map((part) => [part, fields[addressField(prefix, part)]])));
}
