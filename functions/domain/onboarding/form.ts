import * as z from "zod";
import { hasHidden } from "../core/control-characters.ts";
import type { FieldProblem } from "../core/refusal.ts";

/** What can be wrong with a field of the wizard; a page has words of its own for each. */
export const kybProblemCodes = [
  "required",
  "too_short",
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

/** A wrong field of a form: `path` is the field's name, `limit` the length that a text may have. */
export interface KybProblem extends FieldProblem {
  readonly code: KybProblemCode;
  readonly limit?: number;
}

/** A form as it is posted: each field once, as text. */
export type Form = Readonly<Record<string, string>>;

/** What a form says, or every field that is wrong. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly KybProblem[] };

const words: Readonly<Record<KybProblemCode, string>> = {
  required: "is required",
  too_short: "is too short",
  too_long: "is too long",
  hidden_character: "has a character that cannot be seen",
  not_a_name: "has no letter in it",
  not_a_choice: "is none of the choices",
  unknown_field: "is no field of this form",
  not_a_date: "is no date that exists, as YYYY-MM-DD",
  date_in_future: "is in the future",
  date_too_early: "is too long ago",
  too_young: "must be 18 years old or older",
  not_a_country: "is no country",
  not_a_state: "is no state of the United States",
  not_a_postal_code: "is no postal code of that country",
  not_an_ein: "is no tax number of 9 digits",
  not_a_tax_id: "is no tax number",
  not_an_id_number: "is no number of such a document",
  not_an_email: "is no e-mail address",
  not_a_phone: "is no telephone number with its country code",
  not_a_website: "is no web address",
  not_a_percentage: "is no share from 0 to 100 with at most two decimals",
  not_a_routing_number: "is no routing number of a bank in the United States",
  not_an_account_number: "has not 4 to 17 digits",
  not_the_same: "is not the same as above",
  not_a_wallet: "is no wallet address",
  wallet_checksum: "is mistyped: its checksum is wrong",
  wallet_chain: "is no address on that chain",
  wallet_refused: "cannot be paid to",
  wallet_not_checked: "could not be checked now; try again in a minute",
  over_100_percent: "the shares are more than 100 percent together",
  too_many_people: "no more people can be listed",
  title_required: "is required of the person in control",
  second_control_person: "somebody else is the person in control already",
  control_person_required: "exactly one person in control is required",
  owner_required: "list everybody who owns 25 percent or more, or say that nobody does",
  owner_not_declared: "somebody listed owns 25 percent or more",
  not_agreed: "has to be agreed to",
};

/** What is wrong with a field, in plain English. */
export function kybProblem(path: string, code: KybProblemCode, limit?: number): KybProblem {
  const message = limit === undefined ? words[code] : `${words[code]} (${limit})`;
  return { path, code, message, ...(limit !== undefined && { limit }) };
}

/** Fields that every form carries beside its own. */
const carried: ReadonlySet<string> = new Set(["form", "revision"]);

/** Reads the fields of one form, and notes each that is wrong; what it then answers counts for nothing. */
export class Fields {
  readonly problems: KybProblem[] = [];
  readonly #form: Form;
  readonly #asked = new Set<string>();

  constructor(form: Form) {
    this.#form = form;
  }

  /** Notes a problem, the first of each field. */
  wrong(path: string, code: KybProblemCode, limit?: number): void {
    if (!this.problems.some((each) => each.path === path)) this.problems.push(kybProblem(path, code, limit));
  }

  /** A field of the form that counts for nothing. */
  ignore(path: string): void {
    this.#asked.add(path);
  }

  /** A field in Unicode's composed form, without spaces around it and with single ones within. */
  text(path: string, max: number): string {
    this.#asked.add(path);
    const text = (Object.hasOwn(this.#form, path) ? (this.#form[path] ?? "") : "")
      .normalize("NFC")
      .replace(/[\s]+/gu, " ")
      .trim();
    if (hasHidden(text)) this.wrong(path, "hidden_character");
    // By characters, as a reader counts them.
    if ([...text].length > max) this.wrong(path, "too_long", max);
    return text;
  }

  /** A text that must be there. */
  required(path: string, max: number): string {
    const text = this.text(path, max);
    if (text === "") this.wrong(path, "required");
    return text;
  }

  optional(path: string, max: number): string | null {
    return this.text(path, max) || null;
  }

  /** A name in any script; it has a letter. */
  name(path: string, max = 200): string {
    const text = this.required(path, max);
    if (text !== "" && !/\p{L}/u.test(text)) this.wrong(path, "not_a_name");
    return text;
  }

  /** A number that somebody gave out, in capitals, without the signs that only part it; in any width of its letters. */
  number(path: string, max: number): string {
    return this.text(path, max)
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[\s.()/\p{Pd}]/gu, "");
  }

  choice<T extends string>(path: string, choices: readonly T[]): T {
    const text = this.required(path, 64);
    const found = choices.find((each) => each === text);
    if (found === undefined) this.wrong(path, "not_a_choice");
    return found ?? (choices[0] as T);
  }

  /** A box that is ticked or not; anything but its own word would be a guess. */
  ticked(path: string): boolean {
    const text = this.text(path, 8);
    if (text !== "" && text !== "yes") this.wrong(path, "not_a_choice");
    return text === "yes";
  }

  email(path: string): string {
    const text = this.required(path, 254);
    if (text !== "" && !z.email().safeParse(text).success) this.wrong(path, "not_an_email");
    return text;
  }

  /** In the international form (ITU-T E.164: at most 15 digits). Without the country's code it is one of North America's, where `isAmerican`; a zero in brackets is for callers within the country. */
  phone(path: string, isAmerican: boolean): string {
    const text = this.required(path, 40);
    const digits = text
      .normalize("NFKC")
      .replace(/^((?:\+|00)[^(]*)\(0\)/, "$1")
      .replace(/[\s.()/\p{Pd}]/gu, "");
    const bare = isAmerican ? /^1?([2-9]\d{9})$/.exec(digits)?.[1] : undefined;
    const whole = bare === undefined ? digits.replace(/^00/, "+") : `+1${bare}`;
    if (text !== "" && !/^\+[1-9]\d{6,14}$/.test(whole)) this.wrong(path, "not_a_phone");
    return whole;
  }

  /** A calendar day that exists and is not after `today`. */
  day(path: string, today: string, earliest: string): string {
    const text = this.required(path, 32);
    if (text === "") return text;
    if (!z.iso.date().safeParse(text).success) this.wrong(path, "not_a_date");
    else if (text > today) this.wrong(path, "date_in_future");
    else if (text < earliest) this.wrong(path, "date_too_early");
    return text;
  }

  /** What the form says, read by `read`, or all that is wrong, unknown fields too. */
  static read<T>(form: Form, read: (fields: Fields) => T): Read<T> {
    const fields = new Fields(form);
    const value = read(fields);
    for (const name of Object.keys(form))
      if (!fields.#asked.has(name) && !carried.has(name)) fields.wrong(name.slice(0, 64), "unknown_field");
    return fields.problems.length === 0 ? { ok: true, value } : { ok: false, problems: fields.problems };
  }
}
