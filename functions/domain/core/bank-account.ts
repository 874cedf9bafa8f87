import * as z from "zod";
import { hasHidden } from "./control-characters.ts";
import { type FormInput, rule, withInput } from "./form.ts";
import { holderTypes } from "./holder-type.ts";
import { routingNumberProblem } from "./routing-number.ts";

export const accountTypes = ["checking", "savings"] as const;

/** A bank account as it is kept: its numbers are sealed, and the last four digits are all that anybody sees of it again. */
export const storedAccount = z.object({
  holder: z.string(),
  holderType: z.enum(holderTypes),
  accountType: z.enum(accountTypes),
  accountLast4: z.string(),
  sealed: z.string(),
});

export type StoredAccount = z.infer<typeof storedAccount>;

/** The numbers as they are sealed together. */
export const accountNumbers = z.object({ routingNumber: z.string(), accountNumber: z.string() });

export type AccountProblem =
  | "missing"
  | "too_long"
  | "odd_characters"
  | "routing_length"
  | "routing_wrong"
  | "account_length"
  | "not_a_choice";

const problem = rule<AccountProblem>;
const filled = problem("missing", (text) => text !== "");
const longestHolder = 100;

/** One of some choices, exactly as it is offered. */
export function oneOf<T extends string>(choices: readonly T[]) {
  const isOffered = problem("not_a_choice", (typed) => choices.some((each) => each === typed));
  const schema = z.string().check(filled, isOffered);
  return withInput(
    schema.transform((typed) => typed as T),
    { kind: "radios", options: choices },
  );
}

/** Blanks and hyphens in a number mean nothing. */
function digits(input: FormInput) {
  const schema = z.string().overwrite((typed) => typed.replaceAll(/[\s-]/g, ""));
  return withInput(schema.check(filled), { inputmode: "numeric", maxLength: 40, ...input });
}

const holder = z
  .string()
  .overwrite((typed) => typed.trim().replaceAll(/\s+/g, " "))
  .check(
    filled,
    problem("too_long", (text) => text.length <= longestHolder),
    problem("odd_characters", (text) => !hasHidden(text) && !/[<>]/.test(text) && /\p{L}/u.test(text)),
  );

/** A bank account in the US as somebody types it. */
export const accountForm = z.object({
  holder: withInput(holder, { autocomplete: "name", maxLength: 200, width: 20 }),
  holderType: oneOf(holderTypes),
  accountType: oneOf(accountTypes),
  routingNumber: digits({ width: 12 }).check(
    problem("routing_length", (typed) => routingNumberProblem(typed) !== "length"),
    problem("routing_wrong", (typed) => routingNumberProblem(typed) === undefined),
  ),
  accountNumber: digits({ width: 20 }).check(
    problem("account_length", (typed) => /^\d{4,17}$/.test(typed) && /[1-9]/.test(typed)),
  ),
});

/** A bank account in the US, in clear: held for one call of a rail and never stored so. */
export type BankAccount = Readonly<z.infer<typeof accountForm>>;
