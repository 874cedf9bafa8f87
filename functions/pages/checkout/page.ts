import { html } from "hono/html";
import { payerStage } from "../../domain/checkout/payer-status.ts";
import { dayText, moneyText, numberText } from "../../domain/core/format.ts";
import { dayOf, type Instant } from "../../domain/core/time.ts";
import { type Invoice, remainingCents } from "../../domain/invoicing/invoice.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary } from "../kit/form.ts";
import { kitWords } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { payErrors, payForm, type Tried } from "./form.ts";
import { invoiceWords } from "./messages/invoice.ts";
import type { InvoiceWords } from "./messages/invoice-en.ts";
import { contactOf, type InvoiceSight, linksOf } from "./payer-view.ts";
import { stageBadge } from "./status-line.ts";
import { invoiceStyle } from "./style.ts";

/** What the invoice's page shows beside the invoice. */
export interface InvoiceShown {
  readonly payments: readonly Settlement[];
  readonly sources: readonly PaymentSource[];
  readonly now: Instant;
  /** What came of a form; nothing where the page is only opened. */
  readonly tried?: Tried | undefined;
  readonly notice?: "cannot" | "used" | undefined;
  /** Set where it answers a form, one step further down the path. */
  readonly status?: number;
}

/** The invoice as its payer sees it: what is left to pay, how to pay it, and what was paid. */
export function invoicePage(sight: InvoiceSight, shown: InvoiceShown): Answer<string> {
  const { root, brand, invoice, locale } = sight;
  const words = invoiceWords[locale];
  const errors = shown.tried ? payErrors(sight, shown.tried.problems) : [];
  const title = words.invoice(invoice.number, invoice.sellerName);
  return brandedPage({
    ...{ root, brand, locale, title, wrong: shown.status !== undefined, style: invoiceStyle },
    ...(shown.status !== undefined && { status: shown.status }),
    main: html`${errorSummary(kitWords[locale], errors)}
${notice(sight, shown)}
<h1 dir="auto">${title}</h1>
${summary(sight, shown.now)}
${payments(sight, shown.payments)}
${details(sight)}
${paying(sight, shown)}`,
  });
}

/** The page that somebody sees whose payment goes on without them. */
export function waitPage(sight: InvoiceSight, status: number): Answer<string> {
  const { root, brand, locale } = sight;
  const { wait, payment } = invoiceWords[locale];
  const { invoice } = linksOf(sight);
  return brandedPage({
    ...{ root, brand, locale, title: wait.title, status, headers: { refresh: `3;url=${invoice}` } },
    main: html`<h1>${wait.title}</h1><p class="lead">${wait.text}</p>
<p><a class="button second" href="${invoice}">${payment.back}</a></p>`,
  });
}

function said({ title, text }: { readonly title: string; readonly text: string }, look: string): Html {
  return html`<div class="notice ${look}" role="alert"><h2>${title}</h2><p>${text}</p></div>`;
}

function notice(sight: InvoiceSight, shown: InvoiceShown): Html | false {
  const words = invoiceWords[sight.locale];
  if (shown.notice === "used") return said(words.used, "warn");
  return shown.notice === "cannot" && said(words.cannot(contactOf(sight)), "bad");
}

function summary(sight: InvoiceSight, now: Instant): Html {
  const { invoice, locale } = sight;
  const words = invoiceWords[locale];
  const open = invoice.totalCents - invoice.amountPaidCents;
  const overdue = open > 0 && invoice.dueDate < now;
  const status = overdue ? "overdue" : invoice.status;
  const look = invoice.status === "paid" ? "good" : overdue ? "warn" : "calm";
  return html`<div class="card"><div class="row apart">
<div><div class="figure">${moneyText(remainingCents(invoice), invoice.currency, locale)}</div><div class="soft">${words.toPay} · ${words.due(dayText(dayOf(invoice.dueDate), locale))}</div></div>
<span class="badge ${look}">${words.statuses[status]}</span></div>
<p class="row">${isPayable(sight) && html`<a class="button" href="#pay">${words.pay.title}</a>`}<a class="back" href="${linksOf(sight).pdf}">${words.pdf}</a></p></div>`;
}

function payments(sight: InvoiceSight, made: readonly Settlement[]): Html | false {
  if (made.length === 0) return false;
  const { invoice, locale } = sight;
  const words = invoiceWords[locale].payments;
  const links = linksOf(sight);
  const row = (state: Settlement) =>
    html`<tr><td><a href="${links.payment(state.payment.id)}">${dayText(dayOf(state.createdAt), locale)}</a> ${stageBadge(payerStage(state), locale)}</td><td class="right"><span class="n">${moneyText(state.fiatInCents, invoice.currency, locale)}</span></td></tr>
`;
  const { description, amount } = invoiceWords[locale].lines;
  return html`<h2>${words.title}</h2>
<table><caption class="hidden">${words.title}</caption>
<thead class="hidden"><tr><th scope="col">${description}</th><th scope="col">${amount}</th></tr></thead>
<tbody>
${made.map(row)}</tbody></table>`;
}

/** Whether there is a form: what is left can be paid, and the seller can be paid at all. */
function isPayable({ invoice, tenant }: InvoiceSight): boolean {
  const isOpen = tenant.status !== "suspended" && tenant.partnerCustomerId !== null;
  return isOpen && remainingCents(invoice) > 0;
}

function paying(sight: InvoiceSight, shown: InvoiceShown): Html | false {
  const words = invoiceWords[sight.locale];
  const { sources, now, tried } = shown;
  if (isPayable(sight)) return payForm(sight, { sources, now, tried });
  if (sight.invoice.status === "paid") return said(words.paid, "good");
  if (remainingCents(sight.invoice) < 1) return said(words.covered, "good");
  return shown.notice !== "cannot" && said(words.cannot(contactOf(sight)), "warn");
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>
`;
}

function details({ invoice, locale }: InvoiceSight): Html {
  const words = invoiceWords[locale];
  const { facts } = words;
  return html`<h2>${words.lines.title}</h2>
<dl>
${fact(facts.from, `${invoice.sellerName} (${invoice.sellerEmail})`)}${fact(facts.to, invoice.customerId)}${fact(facts.issued, dayText(dayOf(invoice.issuedAt), locale))}${fact(facts.terms, invoice.terms)}</dl>
${lines(
  invoice,
  words,
  (cents) => moneyText(cents, invoice.currency, locale),
  (each) => numberText(each, locale),
)}
${invoice.notes && html`<p class="notes" dir="auto">${invoice.notes}</p>`}`;
}

/** Two columns, so that a phone has room for both. */
function lines(
  invoice: Invoice,
  { lines: words, totals }: InvoiceWords,
  money: (cents: number) => string,
  number: (value: number) => string,
): Html {
  const row = ({ description, quantity, unitCents, amountCents }: Invoice["lineItems"][number]) =>
    html`<tr><td><div dir="auto">${description}</div><small class="soft">${number(quantity)} × ${money(unitCents)}</small></td><td class="right"><span class="n">${money(amountCents)}</span></td></tr>
`;
  const total = (name: string, cents: number) =>
    html`<tr><th scope="row">${name}</th><td class="right"><span class="n">${money(cents)}</span></td></tr>
`;
  const { subtotalCents, discountCents, totalCents, amountPaidCents, amountProcessingCents } = invoice;
  return html`<table><caption class="hidden">${words.caption}</caption>
<thead><tr><th scope="col">${words.description}</th><th scope="col" class="right">${words.amount}</th></tr></thead>
<tbody>
${invoice.lineItems.map(row)}</tbody>
<tfoot class="sum">
${total(totals.subtotal, subtotalCents)}${discountCents > 0 && total(totals.discount, -discountCents)}${total(totals.total, totalCents)}${amountPaidCents > 0 && total(totals.paid, amountPaidCents)}${amountProcessingCents > 0 && total(totals.processing, amountProcessingCents)}${total(totals.remaining, remainingCents(invoice))}</tfoot></table>`;
}
