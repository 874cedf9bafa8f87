import * as z from "zod";
import { hasHidden } from "../core/control-characters.ts";
import { type FormInput, withInput } from "../core/form.ts";
import { emailText } from "../core/mail.ts";
import { isCountry } from "./countries-and-states.ts";
import { kybRule } from "./form.ts";

/** Far more characters than any field takes, however they compose. */
const mostCleaned = 10_000;

/** A text in a form of Unicode's. One that no field takes stays as it is: to order its marks takes time by the square of its length. */
export function normalize(text: string, form: "NFC" | "NFKC"): string {
  return text.length > mostCleaned ? text : text.normalize(form);
}

/** A text in Unicode's composed form, without spaces around it and with single ones within; one that no field takes stays as it is. */
export function clean(text = ""): string {
  if (text.length > mostCleaned) return text;
  return normalize(text, "NFC").replace(/[\s]+/gu, " ").trim();
}

/** A number that somebody gave out, in capitals, without the signs that only part it; in any width of its letters. */
export function cleanNumber(text = ""): string {
  return normalize(clean(text), "NFKC")
    .toUpperCase()
    .replace(/[\s.()/\p{Pd}]/gu, "");
}

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
  return withInput(line(max), { maxLength: max, ...input });
}

export function requiredText(max: number, input: FormInput = {}) {
  return withInput(filled(max), { maxLength: max, ...input });
}

/** A text, or null; rules beside its own look at an empty text too. */
export function optional(max: number, input: FormInput = {}, ...rules: ReturnType<typeof kybRule>[]) {
  const schema = line(max).check(...rules);
  return withInput(
    schema.transform((typed) => typed || null),
    { maxLength: max, optional: true, ...input },
  );
}

/** A name in any script; it has a letter. */
export function name(max: number, input: FormInput = {}) {
  return requiredText(max, input).check(kybRule("not_a_name", (typed) => /\p{L}/u.test(typed)));
}

export function number(input: FormInput = {}) {
  return text(40, { width: 20, ...input }).overwrite(cleanNumber);
}

export function requiredNumber(input: FormInput = {}) {
  return number(input).check(kybRule("required", (digits) => digits !== ""));
}

/** A secret that was given before, and stays. */
export const blankSecret = z.string().transform(() => null);

export function choice<T extends string>(choices: readonly T[], kind: "radios" | "select" = "radios") {
  const schema = filled(64)
    .check(kybRule("not_a_choice", (typed) => choices.some((each) => each === typed)))
    .transform((typed) => typed as T);
  return withInput(schema, { kind, options: choices });
}

/** A box that is ticked or not; anything but its own word would be a guess. */
export function checkbox(input: FormInput, ...rules: ReturnType<typeof kybRule>[]) {
  const own = kybRule("not_a_choice", (typed) => typed === "" || typed === "yes");
  const schema = line(8).check(own, ...rules);
  return withInput(
    schema.transform((typed) => typed === "yes"),
    { kind: "check", ...input },
  );
}

export function email(input: FormInput = {}) {
  const schema = filled(254).check(kybRule("not_an_email", (typed) => emailText.safeParse(typed).success));
  return withInput(schema, { kind: "email", maxLength: 254, ...input });
}

/** In the international form (ITU-T E.164: at most 15 digits). Without the country's code it is one of North America's, where `isAmerican`; a zero in brackets is for callers within the country. */
export function phone(isAmerican: boolean) {
  const international = (typed: string) => {
    const digits = cleanNumber(normalize(typed, "NFKC").replace(/^((?:\+|00)[^(]*)\(0\)/, "$1"));
    const bare = isAmerican ? /^1?([2-9]\d{9})$/.exec(digits)?.[1] : undefined;
    return bare === undefined ? digits.replace(/^00/, "+") : `+1${bare}`;
  };
  const schema = filled(40)
    .overwrite(international)
    .check(kybRule("not_a_phone", (digits) => /^\+[1-9]\d{6,14}$/.test(digits)));
  return withInput(schema, { kind: "tel", maxLength: 40, autocomplete: "tel", width: 20 });
}

/** A calendar day that exists and is not after `today`. */
export function day(today: string, earliest: string) {
  const schema = filled(32).check(
    kybRule("not_a_date", (typed) => z.iso.date().safeParse(typed).success),
    kybRule("date_in_future", (typed) => typed <= today),
    kybRule("date_too_early", (typed) => typed >= earliest),
  );
  return withInput(schema, { kind: "date", width: 12 });
}

export function country(input: FormInput = {}) {
  const schema = filled(8).overwrite(cleanCode).check(kybRule("not_a_country", isCountry));
  return withInput(schema, { kind: "select", ...input });
}

export function ignore<S extends z.ZodRawShape>(fields: S): Readonly<Record<keyof S, z.ZodUnknown>> {
  const each = Object.keys(fields).map((path) => [path, z.unknown()]);
  return Object.fromEntries(each) as Record<keyof S, z.ZodUnknown>;
}
