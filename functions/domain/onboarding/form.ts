import type * as z from "zod";
import { type Form, type FormProblem, type FormResult, readForm, rule } from "../core/form.ts";

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

export const kybRule = rule<KybProblemCode>;
