import * as z from "zod";
import { type AccountProblem, accountForm, type BankAccount, oneOf } from "../core/bank-account.ts";
import { type Form, type FormInput, type FormResult, inputsOf, readForm, rule, withInput } from "../core/form.ts";
import { maxCents } from "../core/money.ts";
import { type Invoice, remainingCents } from "../invoicing/invoice.ts";
import type { PaymentSource } from "../rails/payment-source.ts";

export type PayProblem =
  | AccountProblem
  | "not_an_amount"
  | "too_little"
  | "too_much"
  | "whole_only"
  | "too_small_after_fees"
  | "not_authorized";

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

const problem = rule<PayProblem>;

function paymentForm(invoice: Invoice, sources: readonly PaymentSource[]) {
  const remaining = remainingCents(invoice);
  const amount = z.string().check(
    problem("missing", (typed) => typed.trim() !== ""),
    problem("not_an_amount", (typed) => typedCents(typed) !== undefined),
    problem("too_little", (typed) => centsOf(typed) >= 1),
    problem("whole_only", (typed) => centsOf(typed) >= remaining || takesParts(invoice)),
  );
  return z.object({ amount: amount.transform(centsOf), source: oneOf(sources) });
}

const debitForm = accountForm.extend({
  authorize: withInput(z.string().check(problem("not_authorized", (typed) => typed === "yes")), { kind: "check" }),
});

export const payInputs = {
  amount: { kind: "money", maxLength: 20 },
  source: { kind: "radios" },
  ...inputsOf(debitForm),
} satisfies Readonly<Record<string, FormInput>>;
export type PayField = keyof typeof payInputs;
export const payFields = Object.keys(payInputs) as readonly PayField[];
export type PayProblems = Readonly<Partial<Record<PayField, PayProblem>>>;

/** Reads the form: every wrong field at once. `sources` is what the rail offers. An amount that is only too much is let through: sent again, the form is answered with what it paid, and else the payment itself is refused. */
export function readHostedPay(
  typed: Readonly<Partial<Record<PayField, string>>>,
  invoice: Invoice,
  sources: readonly PaymentSource[],
): HostedPay | { readonly problems: PayProblems } {
  const payment = read(paymentForm(invoice, sources), typed);
  const isDebit = typed.source === "ach" && sources.includes("ach");
  const debit = isDebit ? read(debitForm, typed) : undefined;
  if (payment.ok && debit?.ok !== false) {
    const { amount: amountCents, source } = payment.value;
    return { amountCents, source, account: debit ? accountForm.parse(debit.value) : null };
  }
  const isTooMuch = centsOf(typed.amount ?? "") > remainingCents(invoice);
  const found = [payment, debit].flatMap((each) => (each?.ok === false ? each.problems : []));
  const problems = Object.fromEntries(found.map(({ path, code }) => [path, code]));
  return { problems: { ...problems, ...(isTooMuch && { amount: "too_much" }) } };
}

function read<S extends z.ZodObject>(
  schema: S,
  typed: Readonly<Partial<Record<PayField, string>>>,
): FormResult<z.output<S>, PayProblem> {
  return readForm(schema, typed as Form);
}

function centsOf(typed: string): number {
  return typedCents(typed) ?? 0;
}

/** Cents as somebody types dollars: `1234.5`, `$1,234.50`. A comma parts thousands and nothing else, since here `1,23` would be a guess. Undefined where it is no such amount. */
export function typedCents(text: string): number | undefined {
  const plain = text.trim().replace(/^(USD|US\$|\$)\s*/i, "");
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return undefined;
  const cents = Number(`${match[1]?.replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`);
  return cents <= maxCents ? cents : undefined;
}
