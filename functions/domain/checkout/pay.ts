import {
  type AccountProblem,
  accountFields,
  type BankAccount,
  readBankAccount,
} from "../core/bank-account.ts";
import { maxCents } from "../core/money.ts";
import { type Invoice, remainingCents } from "../invoicing/invoice.ts";
import type { PaymentSource } from "../rails/payment-source.ts";

/** The fields of the form. */
export const payFields = ["amount", "source", ...accountFields, "authorize"] as const;
export type PayField = (typeof payFields)[number];

/** What is wrong with one field of the form. */
export type PayProblem =
  | AccountProblem
  | "not_an_amount"
  | "too_little"
  | "too_much"
  | "whole_only"
  | "too_small_after_fees"
  | "not_authorized";

export type PayProblems = Readonly<Partial<Record<PayField, PayProblem>>>;

/** What a payer asks for by the form. */
export interface HostedPay {
  readonly amountCents: number;
  readonly source: PaymentSource;
  /** The account to pull from; null where the payer sends a transfer. */
  readonly account: BankAccount | null;
}

/** Whether a payer may pay less than all that remains. */
export function takesParts({ metadata }: Pick<Invoice, "metadata">): boolean {
  return metadata.partialPayments !== "false";
}

/** Reads the form: every wrong field at once. `sources` is what the rail offers. An amount that is only too much is let through: sent again, the form is answered with what it paid, and else the payment itself is refused. */
export function readHostedPay(
  typed: Readonly<Partial<Record<PayField, string>>>,
  invoice: Invoice,
  sources: readonly PaymentSource[],
): HostedPay | { readonly problems: PayProblems } {
  const source = sources.find((each) => each === typed.source);
  const amountCents = centsTyped(typed.amount ?? "");
  const read = source === "ach" ? readBankAccount(typed) : undefined;
  const problems: Partial<Record<PayField, PayProblem>> = {};
  const amountWrong = amountProblem(typed.amount, amountCents, invoice);
  if (amountWrong) problems.amount = amountWrong;
  if (!source) problems.source = typed.source ? "not_a_choice" : "missing";
  if (read && "problems" in read) Object.assign(problems, read.problems);
  if (source === "ach" && typed.authorize !== "yes") problems.authorize = "not_authorized";
  const isWrong = Object.entries(problems).some(([, problem]) => problem !== "too_much");
  if (isWrong || amountCents === undefined || !source) return { problems };
  return { amountCents, source, account: read && "account" in read ? read.account : null };
}

function amountProblem(
  typed: string | undefined,
  amountCents: number | undefined,
  invoice: Invoice,
): PayProblem | undefined {
  if (!typed?.trim()) return "missing";
  if (amountCents === undefined) return "not_an_amount";
  if (amountCents < 1) return "too_little";
  const remaining = remainingCents(invoice);
  if (amountCents > remaining) return "too_much";
  return amountCents < remaining && !takesParts(invoice) ? "whole_only" : undefined;
}

/** Cents as somebody types dollars: `1234.5`, `$1,234.50`. A comma parts thousands and nothing else, since here `1,23` would be a guess. Undefined where it is no such amount. */
export function centsTyped(text: string): number | undefined {
  const plain = text.trim().replace(/^(USD|US\$|\$)\s*/i, "");
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return undefined;
  const cents = Number(`${match[1]?.replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`);
  return cents <= maxCents ? cents : undefined;
}
