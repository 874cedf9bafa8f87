import * as z from "zod";
import { hasHidden } from "../core/control-characters.ts";
import {
  entered,
  type Form,
  type FormInput,
  type FormProblem,
  type FormResult,
  readForm,
  rule,
} from "../core/form.ts";
import { isCountry } from "./countries-and-states.ts";

/** What can be wrong with a field of the wizard; the pages say each in their languages. */
export const kybProblemCodes = [
  "required",
  "too_long",
  "hidden_character",
  "not_a_name",
  "not_a_choice",
  "unknown_field",
  "not_a_date",
  "date_in_future",
  "date_too_early",
  "too_young",
  "not_a_country",
  "not_a_state",
  "not_a_postal_code",
  "not_an_ein",
  "not_a_tax_id",
  "not_an_id_number",
  "not_an_email",
  "not_a_phone",
  "not_a_website",
  "not_a_percentage",
  "not_a_routing_number",
  "not_an_account_number",
  "not_the_same",
  "not_a_wallet",
  "wallet_checksum",
  "wallet_chain",
  "wallet_refused",
  "wallet_not_checked",
  "over_100_percent",
  "too_many_people",
  "title_required",
  "second_control_person",
  "control_person_required",
  "owner_required",
  "owner_not_declared",
  "not_agreed",
] as const;
export type KybProblemCode = (typeof kybProblemCodes)[number];

export type KybProblem = FormProblem<KybProblemCode>;

/** What a form of the wizard says, or every field that is wrong. */
export type KybFormResult<T> = FormResult<T, KybProblemCode>;

/** Reads a form of the wizard, beside whose own fields each carries its token and the revision that it has seen. */
export function readKybForm<S extends z.ZodObject, T = z.output<S>>(
  schema: S,
  { form: _, revision: __, ...fields }: Form,
  toValue: (read: z.output<S>) => T,
): KybFormResult<T> {
  const read: KybFormResult<z.output<S>> = readForm(schema, fields);
  return read.ok ? { ok: true, value: toValue(read.value) } : read;
}

/** A rule of the wizard's, by the code of its problem. */
export const kybRule = rule<KybProblemCode>;

/** A text in Unicode's composed form, without spaces around it and with single ones within. */
export function clean(text = ""): string {
  return text.normalize("NFC").replace(/[\s]+/gu, " ").trim();
}

/** A number that somebody gave out, in capitals, without the signs that only part it; in any width of its letters. */
export function cleanNumber(text = ""): string {
  return clean(text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s.()/\p{Pd}]/gu, "");
}

/** A country's or a state's code as it is typed. */
export function cleanCode(text = ""): string {
  return clean(text).toUpperCase();
}

function line(max: number) {
  return z
    .string()
    .overwrite(clean)
    .check(
      kybRule("hidden_character", (text) => !hasHidden(text)),
      // By characters, as a reader counts them.
      kybRule("too_long", (text) => [...text].length <= max, max),
    );
}

function filled(max: number) {
  return line(max).check(kybRule("required", (text) => text !== ""));
}

/** A text of one line that may be empty. */
export function text(max: number, input: FormInput = {}) {
  return entered(line(max), { maxLength: max, ...input });
}

/** A text that must be there. */
export function required(max: number, input: FormInput = {}) {
  return entered(filled(max), { maxLength: max, ...input });
}

/** A text, or null. */
export function optional(max: number, input: FormInput = {}) {
  const schema = line(max).transform((typed) => typed || null);
  return entered(schema, { maxLength: max, optional: true, ...input });
}

/** A name in any script; it has a letter. */
export function name(max: number, input: FormInput = {}) {
  return required(max, input).check(kybRule("not_a_name", (typed) => /\p{L}/u.test(typed)));
}

/** A number that somebody gave out. */
export function number(input: FormInput = {}) {
  return text(40, { width: 20, ...input }).overwrite(cleanNumber);
}

/** A number that must be there. */
export function requiredNumber(input: FormInput = {}) {
  return number(input).check(kybRule("required", (digits) => digits !== ""));
}

/** A secret that was given before, and stays. */
export const unchanged = z.string().transform(() => null);

/** One of some choices. */
export function choice<T extends string>(choices: readonly T[], kind: "radios" | "select" = "radios") {
  const schema = filled(64)
    .check(kybRule("not_a_choice", (typed) => choices.some((each) => each === typed)))
    .transform((typed) => typed as T);
  return entered(schema, { kind, options: choices });
}

/** A box that is ticked or not; anything but its own word would be a guess. */
export function ticked(input: FormInput, ...rules: ReturnType<typeof kybRule>[]) {
  const own = kybRule("not_a_choice", (typed) => typed === "" || typed === "yes");
  const schema = line(8).check(own, ...rules);
  return entered(
    schema.transform((typed) => typed === "yes"),
    { kind: "check", ...input },
  );
}

export function email(input: FormInput = {}) {
  const schema = filled(254).check(kybRule("not_an_email", (typed) => z.email().safeParse(typed).success));
  return entered(schema, { kind: "email", maxLength: 254, ...input });
}

/** In the international form (ITU-T E.164: at most 15 digits). Without the country's code it is one of North America's, where `isAmerican`; a zero in brackets is for callers within the country. */
export function phone(isAmerican: boolean) {
  const international = (typed: string) => {
    const digits = cleanNumber(typed.normalize("NFKC").replace(/^((?:\+|00)[^(]*)\(0\)/, "$1"));
    const bare = isAmerican ? /^1?([2-9]\d{9})$/.exec(digits)?.[1] : undefined;
    return bare === undefined ? digits.replace(/^00/, "+") : `+1${bare}`;
  };
  const schema = filled(40)
    .overwrite(international)
    .check(kybRule("not_a_phone", (digits) => /^\+[1-9]\d{6,14}$/.test(digits)));
  return entered(schema, { kind: "tel", maxLength: 40, autocomplete: "tel", width: 20 });
}

/** A calendar day that exists and is not after `today`. */
export function day(today: string, earliest: string) {
  const schema = filled(32).check(
    kybRule("not_a_date", (typed) => z.iso.date().safeParse(typed).success),
    kybRule("date_in_future", (typed) => typed <= today),
    kybRule("date_too_early", (typed) => typed >= earliest),
  );
  return entered(schema, { kind: "date", width: 12 });
}

export function country(input: FormInput = {}) {
  const schema = filled(8).overwrite(cleanCode).check(kybRule("not_a_country", isCountry));
  return entered(schema, { kind: "select", ...input });
}

/** Fields that are not looked at. */
export function ignored<S extends z.ZodRawShape>(fields: S): Readonly<Record<keyof S, z.ZodUnknown>> {
  const each = Object.keys(fields).map((path) => [path, z.unknown()]);
  return Object.fromEntries(each) as Record<keyof S, z.ZodUnknown>;
}
