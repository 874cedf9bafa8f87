import { html } from "hono/html";
import {
  type PayField,
  type PayProblem,
  type PayProblems,
  payFields,
  payInputs,
  takesParts,
} from "../../domain/checkout/pay.ts";
import { dayText, moneyText } from "../../domain/core/format.ts";
import { centsText } from "../../domain/core/money.ts";
import { dayOf, type Instant } from "../../domain/core/time.ts";
import { remainingCents } from "../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import {
  type FieldError,
  type FieldGroup,
  type PeopleField,
  type PeopleOption,
  peopleField,
  peopleForm,
} from "../kit/form.ts";
import { kitWords } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { invoiceWords } from "./messages/invoice.ts";
import type { InvoiceWords } from "./messages/invoice-en.ts";
import { formNonce } from "./nonce.ts";
import { contactOf, type InvoiceSight, linksOf } from "./payer-view.ts";

export type Typed = Readonly<Partial<Record<PayField, string>>>;

/** What was sent and is shown again with what is wrong. */
export interface Tried {
  readonly typed: Typed;
  readonly problems: PayProblems;
}

/** What is wrong, in the payer's language and the form's order. */
export function payErrors({ invoice, locale }: InvoiceSight, problems: PayProblems): FieldError[] {
  const most = moneyText(Math.max(0, remainingCents(invoice)), invoice.currency, locale);
  return payFields.flatMap((path) => {
    const problem = problems[path];
    return problem ? [{ path, message: problemText(invoiceWords[locale], problem, path, most) }] : [];
  });
}

function problemText(
  { pay, problems }: InvoiceWords,
  problem: PayProblem,
  path: PayField,
  most: string,
): string {
  if (problem === "missing") return pay.fields[path].missing;
  const text = problems[problem];
  return typeof text === "string" ? text : text(most);
}

/** What a payer agrees to on a day (YYYY-MM-DD), word for word as the form shows it. */
export function authorizationText(sight: InvoiceSight, day: string): string {
  const { invoice, locale } = sight;
  return invoiceWords[locale].pay.authorizes({
    ...{ seller: invoice.sellerName, number: invoice.number },
    ...{ day: dayText(day, locale), contact: contactOf(sight) },
  });
}

/** The form by which an invoice is paid, with a one-time key of its own. */
export function payForm(
  sight: InvoiceSight,
  asked: {
    readonly sources: readonly PaymentSource[];
    readonly now: Instant;
    readonly tried?: Tried | undefined;
  },
): Html {
  const { invoice, locale, token } = sight;
  const { sources, tried } = asked;
  const day = dayOf(asked.now);
  const words = invoiceWords[locale];
  const { pay } = words;
  const [only] = sources.length === 1 ? sources : [];
  const whole = centsText(remainingCents(invoice));
  const remaining = moneyText(remainingCents(invoice), invoice.currency, locale);
  const hidden = {
    nonce: formNonce(token, day),
    ...(only && { source: only }),
    // What was seen is what is paid, or nothing.
    ...(!takesParts(invoice) && { amount: whole }),
  };
  const form = peopleForm(kitWords[locale], {
    action: linksOf(sight).pay,
    hidden,
    parts: [
      ...(takesParts(invoice) ? [field(words, "amount", { value: whole, hint: pay.part(remaining) })] : []),
      ...(only ? [] : [sourceField(words, sources)]),
      ...(sources.includes("ach") ? accountParts(words, authorizationText(sight, day), tried) : []),
    ],
    submit: pay.send,
    ...(tried && { typed: shownAgain(tried.typed), errors: payErrors(sight, tried.problems) }),
  });
  return html`<h2 id="pay">${pay.title}</h2>
${!takesParts(invoice) && html`<p>${pay.whole(remaining)}</p>`}
${only && html`<p>${pay.only[only]}</p>`}
${form}`;
}

/** An account's number is typed anew each time: no page ever shows it. */
function shownAgain({ accountNumber: _, ...typed }: Typed): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? ""]));
}

function sourceField(words: InvoiceWords, sources: readonly PaymentSource[]): PeopleField {
  const { source: texts } = words.pay.choices;
  const options = sources.map((value) => ({ value, ...texts[value] }));
  return field(words, "source", { options, value: sources[0] });
}

/** A field of the form; `more` is what its schema does not say. */
function field(words: InvoiceWords, name: PayField, more: Partial<PeopleField> = {}): PeopleField {
  const choices: Readonly<Partial<Record<PayField, Readonly<Record<string, Omit<PeopleOption, "value">>>>>> =
    words.pay.choices;
  return { ...peopleField(name, payInputs[name], words.pay.fields[name], choices[name]), ...more };
}

function accountParts(words: InvoiceWords, authorization: string, tried: Tried | undefined): FieldGroup[] {
  const { pay } = words;
  const { hint } = pay.fields.accountNumber;
  return [
    {
      ...{ legend: pay.account, hint: pay.accountHint },
      fields: [
        field(words, "holder"),
        field(words, "holderType", { value: "individual" }),
        field(words, "accountType", { value: "checking" }),
        field(words, "routingNumber"),
        field(
          words,
          "accountNumber",
          tried?.typed.accountNumber ? { hint: `${hint}. ${pay.numberAgain}` } : {},
        ),
      ],
    },
    { legend: pay.authorization, hint: authorization, fields: [field(words, "authorize")] },
  ];
}
