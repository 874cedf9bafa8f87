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
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { invoiceMessages } from "./messages/invoice.ts";
import type { InvoiceMessages } from "./messages/invoice-en.ts";
import { formNonce } from "./nonce.ts";
import { contactOf, linksOf, type PayerView } from "./payer-view.ts";

export type PayFormInput = Readonly<Partial<Record<PayField, string>>>;

/** What was sent and is shown again with what is wrong. */
export interface RefusedPayForm {
  readonly typed: PayFormInput;
  readonly problems: PayProblems;
}

/** What is wrong, in the payer's language and the form's order. */
export function payErrors({ invoice, locale }: PayerView, problems: PayProblems): FieldError[] {
  const most = moneyText(Math.max(0, remainingCents(invoice)), invoice.currency, locale);
  return payFields.flatMap((path) => {
    const problem = problems[path];
    return problem ? [{ path, message: problemText(invoiceMessages[locale], problem, path, most) }] : [];
  });
}

function problemText({ pay, problems }: InvoiceMessages, problem: PayProblem, path: PayField, most: string): string {
  if (problem === "missing") return pay.fields[path].missing;
  const text = problems[problem];
  return typeof text === "string" ? text : text(most);
}

/** What a payer agrees to on a day (YYYY-MM-DD), word for word as the form shows it. */
export function authorizationText(snapshot: PayerView, day: string): string {
  const { invoice, locale } = snapshot;
  return invoiceMessages[locale].pay.authorizes({
    ...{ seller: invoice.sellerName, number: invoice.number },
    ...{ day: dayText(day, locale), contact: contactOf(snapshot) },
  });
}

/** The form by which an invoice is paid, with a one-time key of its own. */
export function payForm(
  snapshot: PayerView,
  input: {
    readonly sources: readonly PaymentSource[];
    readonly now: Instant;
    readonly tried?: RefusedPayForm | undefined;
  },
): Html {
  const { invoice, locale, token } = snapshot;
  const { sources, tried } = input;
  const day = dayOf(input.now);
  const messages = invoiceMessages[locale];
  const { pay } = messages;
  const [only] = sources.length === 1 ? sources : [];
  const whole = centsText(remainingCents(invoice));
  const remaining = moneyText(remainingCents(invoice), invoice.currency, locale);
  const hidden = {
    nonce: formNonce(token, day),
    ...(only && { source: only }),
    // What was seen is what is paid, or nothing.
    ...(!takesParts(invoice) && { amount: whole }),
  };
  const form = peopleForm(kitMessages[locale], {
    action: linksOf(snapshot).pay,
    hidden,
    parts: [
      ...(takesParts(invoice) ? [field(messages, "amount", { value: whole, hint: pay.part(remaining) })] : []),
      ...(only ? [] : [sourceField(messages, sources)]),
      ...(sources.includes("ach") ? accountParts(messages, authorizationText(snapshot, day), tried) : []),
    ],
    submit: pay.send,
    ...(tried && { typed: shownAgain(tried.typed), errors: payErrors(snapshot, tried.problems) }),
  });
  return html`<h2 id="pay">${pay.title}</h2>
${!takesParts(invoice) && html`<p>${pay.whole(remaining)}</p>`}
${only && html`<p>${pay.only[only]}</p>`}
${form}`;
}

/** An account's number is typed anew each time: no page ever shows it. */
function shownAgain({ accountNumber: _, ...typed }: PayFormInput): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? ""]));
}

function sourceField(messages: InvoiceMessages, sources: readonly PaymentSource[]): PeopleField {
  const { source: texts } = messages.pay.choices;
  const options = sources.map((value) => ({ value, ...texts[value] }));
  return field(messages, "source", { options, value: sources[0] });
}

/** A field of the form; `more` is what its schema does not say. */
function field(messages: InvoiceMessages, name: PayField, more: Partial<PeopleField> = {}): PeopleField {
  const choices: Readonly<Partial<Record<PayField, Readonly<Record<string, Omit<PeopleOption, "value">>>>>> =
    messages.pay.choices;
  return { ...peopleField(name, payInputs[name], messages.pay.fields[name], choices[name]), ...more };
}

function accountParts(
  messages: InvoiceMessages,
  authorization: string,
  tried: RefusedPayForm | undefined,
): FieldGroup[] {
  const { pay } = messages;
  const { hint } = pay.fields.accountNumber;
  return [
    {
      ...{ legend: pay.account, hint: pay.accountHint },
      fields: [
        field(messages, "holder"),
        field(messages, "holderType", { value: "individual" }),
        field(messages, "accountType", { value: "checking" }),
        field(messages, "routingNumber"),
        field(messages, "accountNumber", tried?.typed.accountNumber ? { hint: `${hint}. ${pay.numberAgain}` } : {}),
      ],
    },
    { legend: pay.authorization, hint: authorization, fields: [field(messages, "authorize")] },
  ];
}
