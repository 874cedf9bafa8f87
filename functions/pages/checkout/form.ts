import { html } from "hono/html";
import { type PayField, type PayProblems, payFields, takesParts } from "../../domain/checkout/pay.ts";
import { accountTypes, holderTypes } from "../../domain/core/bank-account.ts";
import { dayText, moneyText } from "../../domain/core/format.ts";
import { centsText } from "../../domain/core/money.ts";
import { dayOf, type Instant } from "../../domain/core/time.ts";
import { remainingCents } from "../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import { type FieldError, type FieldGroup, type PeopleField, peopleForm } from "../kit/form.ts";
import { kitWords } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { invoiceWords } from "./messages/invoice.ts";
import type { InvoiceWords } from "./messages/invoice-words.ts";
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
    return problem ? [{ path, message: invoiceWords[locale].problems(problem, path, most) }] : [];
  });
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
  const { pay } = invoiceWords[locale];
  const [only] = sources.length === 1 ? sources : [];
  const whole = centsText(remainingCents(invoice));
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
      ...(takesParts(invoice) ? [amountField(sight, whole)] : []),
      ...(only ? [] : [sourceField(pay, sources)]),
      ...(sources.includes("ach") ? accountParts(pay, authorizationText(sight, day), tried) : []),
    ],
    submit: pay.send,
    ...(tried && { typed: shownAgain(tried.typed), errors: payErrors(sight, tried.problems) }),
  });
  const remaining = moneyText(remainingCents(invoice), invoice.currency, locale);
  return html`<h2 id="pay">${pay.title}</h2>
${!takesParts(invoice) && html`<p>${pay.whole(remaining)}</p>`}
${only && html`<p>${pay.only[only]}</p>`}
${form}`;
}

/** An account's number is typed anew each time: no page ever shows it. */
function shownAgain({ accountNumber: _, ...typed }: Typed): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value ?? ""]));
}

function amountField({ invoice, locale }: InvoiceSight, whole: string): PeopleField {
  const { pay } = invoiceWords[locale];
  const hint = pay.part(moneyText(remainingCents(invoice), invoice.currency, locale));
  return { name: "amount", label: pay.amount, kind: "money", value: whole, hint, maxLength: 20 };
}

function sourceField(pay: InvoiceWords["pay"], sources: readonly PaymentSource[]): PeopleField {
  const options = sources.map((value) => ({ value, ...pay.sources[value] }));
  return { name: "source", label: pay.source, kind: "radios", options, value: sources[0] };
}

function accountParts(
  pay: InvoiceWords["pay"],
  authorization: string,
  tried: Tried | undefined,
): FieldGroup[] {
  const { labels } = pay;
  const numberHint = tried?.typed.accountNumber ? `${pay.numberHint}. ${pay.numberAgain}` : pay.numberHint;
  const digits = { inputmode: "numeric", maxLength: 40 } as const;
  return [
    {
      legend: pay.account,
      hint: pay.accountHint,
      fields: [
        { name: "holder", label: labels.holder, autocomplete: "name", maxLength: 200, width: 20 },
        {
          ...{ name: "holderType", label: labels.holderType, kind: "radios", value: "individual" },
          options: holderTypes.map((value) => ({ value, label: pay.holderTypes[value] })),
        },
        {
          ...{ name: "accountType", label: labels.accountType, kind: "radios", value: "checking" },
          options: accountTypes.map((value) => ({ value, label: pay.accountTypes[value] })),
        },
        { name: "routingNumber", label: labels.routingNumber, hint: pay.routingHint, ...digits, width: 12 },
        { name: "accountNumber", label: labels.accountNumber, hint: numberHint, ...digits, width: 20 },
      ],
    },
    {
      legend: pay.authorization,
      hint: authorization,
      fields: [{ name: "authorize", label: labels.authorize, kind: "check" }],
    },
  ];
}
