import * as z from "zod";
import { hasHidden } from "./control-characters.ts";
import { abaProblem } from "./routing-number.ts";

export const accountTypes = ["checking", "savings"] as const;
export const holderTypes = ["individual", "business"] as const;

/** A bank account in the US, in clear: held for one call of a rail and never stored so. */
export interface BankAccount {
  readonly holder: string;
  readonly holderType: (typeof holderTypes)[number];
  readonly accountType: (typeof accountTypes)[number];
  /** Nine digits. */
  readonly routingNumber: string;
  /** Four to seventeen digits. */
  readonly accountNumber: string;
}

/** A bank account as it is kept: its numbers are sealed, and the last four digits are all that anybody sees of it again. */
export const keptAccount = z.object({
  holder: z.string(),
  holderType: z.enum(holderTypes),
  accountType: z.enum(accountTypes),
  accountLast4: z.string(),
  sealed: z.string(),
});

export type KeptAccount = z.infer<typeof keptAccount>;

/** The numbers as they are sealed together. */
export const accountNumbers = z.object({ routingNumber: z.string(), accountNumber: z.string() });

/** What is wrong with one field of a bank account. */
export type AccountProblem =
  | "missing"
  | "too_long"
  | "odd_characters"
  | "routing_length"
  | "routing_wrong"
  | "account_length"
  | "not_a_choice";

/** The fields of a bank account as they are typed. */
export const accountFields = [
  "holder",
  "holderType",
  "accountType",
  "routingNumber",
  "accountNumber",
] as const;
export type AccountField = (typeof accountFields)[number];

/** An account read, or what is wrong by field. */
export type AccountRead =
  | { readonly account: BankAccount }
  | { readonly problems: Readonly<Partial<Record<AccountField, AccountProblem>>> };

const longestHolder = 100;

/** Reads a bank account as somebody typed it: blanks and hyphens in numbers mean nothing. */
export function readBankAccount(typed: Readonly<Partial<Record<AccountField, string>>>): AccountRead {
  const holder = (typed.holder ?? "").trim().replaceAll(/\s+/g, " ");
  const holderType = holderTypes.find((each) => each === typed.holderType);
  const accountType = accountTypes.find((each) => each === typed.accountType);
  const routingNumber = digitsTyped(typed.routingNumber);
  const accountNumber = digitsTyped(typed.accountNumber);
  const found = {
    holder: holderProblem(holder),
    holderType: choiceProblem(typed.holderType, holderType),
    accountType: choiceProblem(typed.accountType, accountType),
    routingNumber: routingProblem(routingNumber),
    accountNumber: accountProblem(accountNumber),
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
  if (Object.keys(problems).length > 0 || !holderType || !accountType) return { problems };
  return { account: { holder, holderType, accountType, routingNumber, accountNumber } };
}

function digitsTyped(text = ""): string {
  return text.replaceAll(/[\s-]/g, "");
}

function holderProblem(holder: string): AccountProblem | undefined {
  if (holder === "") return "missing";
  if (holder.length > longestHolder) return "too_long";
  const isOdd = hasHidden(holder) || /[<>]/.test(holder) || !/\p{L}/u.test(holder);
  return isOdd ? "odd_characters" : undefined;
}

function choiceProblem(typed: string | undefined, choice: string | undefined): AccountProblem | undefined {
  if (choice !== undefined) return undefined;
  return typed ? "not_a_choice" : "missing";
}

function routingProblem(digits: string): AccountProblem | undefined {
  if (digits === "") return "missing";
  const problem = abaProblem(digits);
  if (problem === undefined) return undefined;
  return problem === "length" ? "routing_length" : "routing_wrong";
}

function accountProblem(digits: string): AccountProblem | undefined {
  if (digits === "") return "missing";
  return /^\d{4,17}$/.test(digits) && /[1-9]/.test(digits) ? undefined : "account_length";
}
