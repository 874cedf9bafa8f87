import { html } from "hono/html";
import { payerStage } from "../../domain/checkout/payer-status.ts";
import { dayText, moneyText, numberText } from "../../domain/core/format.ts";
import { dayOf, type Instant } from "../../domain/core/time.ts";
import { dayIn } from "../../domain/core/time-zone.ts";
import type { CreditNote } from "../../domain/invoicing/credit-note.ts";
import { addressLines, payerName } from "../../domain/invoicing/customer.ts";
import { calendarDays, printableTerms } from "../../domain/invoicing/due-date.ts";
import { type Invoice, remainingCents } from "../../domain/invoicing/invoice.ts";
import { taxSums } from "../../domain/invoicing/totals.ts";
import { isOverdue } from "../../domain/invoicing/view.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary } from "../kit/form.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { payErrors, payForm, type RefusedPayForm } from "./form.ts";
import { invoiceMessages } from "./messages/invoice.ts";
import type { InvoiceMessages } from "./messages/invoice-en.ts";
import { contactOf, linksOf, type PayerView } from "./payer-view.ts";
import { stageBadge } from "./status-line.ts";
import { invoiceStyle } from "./style.ts";

/** What the invoice's page shows beside the invoice. */
export interface InvoicePageInput {
  readonly payments: readonly Settlement[];
  readonly credits: readonly CreditNote[];
  readonly sources: readonly PaymentSource[];
  readonly now: Instant;
  /** What came of a form; nothing where the page is only opened. */
  readonly tried?: RefusedPayForm | undefined;
  readonly notice?: "cannot" | "used" | undefined;
  /** Set where it answers a form, one step further down the path. */
  readonly status?: number;
}

/** The invoice as its payer sees it: what is left to pay, how to pay it, and what was paid. */
export function invoicePage(snapshot: PayerView, shown: InvoicePageInput): Answer<string> {
  const { root, brand, invoice, locale } = snapshot;
  const messages = invoiceMessages[locale];
  const errors = shown.tried ? payErrors(snapshot, shown.tried.problems) : [];
  const title = messages.invoice(invoice.number, invoice.sellerName);
  return brandedPage({
    ...{ root, brand, locale, title, wrong: shown.status !== undefined, style: invoiceStyle },
    ...(shown.status !== undefined && { status: shown.status }),
    main: html`${errorSummary(kitMessages[locale], errors)}
${notice(snapshot, shown)}
<h1 dir="auto">${title}</h1>
${summary(snapshot, shown.now)}
${credits(snapshot, shown.credits)}
${payments(snapshot, shown.payments)}
${details(snapshot)}
${paying(snapshot, shown)}`,
  });
}

export function waitPage(snapshot: PayerView, status: number): Answer<string> {
  const { root, brand, locale } = snapshot;
  const { wait, payment } = invoiceMessages[locale];
  const { invoice } = linksOf(snapshot);
  return brandedPage({
    ...{ root, brand, locale, title: wait.title, status, headers: { refresh: `3;url=${invoice}` } },
    main: html`<h1>${wait.title}</h1><p class="lead">${wait.text}</p>
<p><a class="button second" href="${invoice}">${payment.back}</a></p>`,
  });
}

function said({ title, text }: { readonly title: string; readonly text: string }, look: string): Html {
  return html`<div class="notice ${look}" role="alert"><h2>${title}</h2><p>${text}</p></div>`;
}

function notice(snapshot: PayerView, shown: InvoicePageInput): Html | false {
  const messages = invoiceMessages[snapshot.locale];
  if (shown.notice === "used") return said(messages.used, "warn");
  return shown.notice === "cannot" && said(messages.cannot(contactOf(snapshot)), "bad");
}

/** What is left to pay and by when; of a void invoice neither. */
function figure({ invoice, locale }: PayerView): Html {
  const messages = invoiceMessages[locale];
  if (invoice.status === "void")
    return html`<div class="figure">${messages.statuses.void}</div><div class="soft">${messages.nothingDue}</div>`;
  const left = moneyText(remainingCents(invoice), invoice.currency, locale);
  const due = messages.due(dayText(calendarDays(invoice).dueOn, locale));
  return html`<div class="figure">${left}</div><div class="soft">${messages.toPay} · ${due}</div>`;
}

function summary(snapshot: PayerView, now: Instant): Html {
  const { invoice, locale } = snapshot;
  const messages = invoiceMessages[locale];
  const overdue = isOverdue(invoice, now);
  const status = overdue ? "overdue" : invoice.status;
  const look = invoice.status === "paid" ? "good" : invoice.status === "void" ? "bad" : overdue ? "warn" : "calm";
  return html`<div class="card"><div class="row apart">
<div>${figure(snapshot)}</div>
<span class="badge ${look}">${messages.statuses[status]}</span></div>
<p class="row">${isPayable(snapshot) && html`<a class="button" href="#pay">${messages.pay.title}</a>`}<a class="back" href="${linksOf(snapshot).pdf}">${messages.pdf}</a></p></div>`;
}

function credits(snapshot: PayerView, notes: readonly CreditNote[]): Html | false {
  if (notes.length === 0) return false;
  const { invoice, locale } = snapshot;
  const { credits: messages, lines: columns } = invoiceMessages[locale];
  const money = (cents: number) => moneyText(cents, invoice.currency, locale);
  const row = ({ id, number, issuedAt, timeZone, reason, taxCents, amountCents }: CreditNote) =>
    html`<tr><td><span dir="auto">${number}</span> · ${dayText(dayIn(issuedAt, timeZone), locale)}<br><small class="soft" dir="auto">${reason}</small>${taxCents > 0 && html`<br><small class="soft">${messages.tax(money(taxCents))}</small>`}<br><a class="back" href="${linksOf(snapshot).creditNotePdf(id)}">${messages.pdf(number)}</a></td><td class="right"><span class="n">${money(-amountCents)}</span></td></tr>
`;
  return html`<h2>${messages.title}</h2>
<table><caption class="hidden">${messages.title}</caption>
<thead class="hidden"><tr><th scope="col">${columns.description}</th><th scope="col">${columns.amount}</th></tr></thead>
<tbody>
${notes.map(row)}</tbody></table>`;
}

function payments(snapshot: PayerView, made: readonly Settlement[]): Html | false {
  if (made.length === 0) return false;
  const { invoice, locale } = snapshot;
  const messages = invoiceMessages[locale].payments;
  const links = linksOf(snapshot);
  const row = (state: Settlement) =>
    html`<tr><td><a href="${links.payment(state.payment.id)}">${dayText(dayOf(state.createdAt), locale)}</a> ${stageBadge(payerStage(state), locale)}</td><td class="right"><span class="n">${moneyText(state.fiatInCents, invoice.currency, locale)}</span></td></tr>
`;
  const { description, amount } = invoiceMessages[locale].lines;
  return html`<h2>${messages.title}</h2>
<table><caption class="hidden">${messages.title}</caption>
<thead class="hidden"><tr><th scope="col">${description}</th><th scope="col">${amount}</th></tr></thead>
<tbody>
${made.map(row)}</tbody></table>`;
}

/** Whether there is a form: what is left can be paid, and the seller can be paid at all. */
function isPayable({ invoice, tenant }: PayerView): boolean {
  const isOpen = tenant.status !== "suspended" && tenant.partnerCustomerId !== null;
  return isOpen && remainingCents(invoice) > 0;
}

function paying(snapshot: PayerView, shown: InvoicePageInput): Html | false {
  const messages = invoiceMessages[snapshot.locale];
  const { sources, now, tried } = shown;
  if (isPayable(snapshot)) return payForm(snapshot, { sources, now, tried });
  if (snapshot.invoice.status === "void") return said(messages.void(contactOf(snapshot)), "warn");
  if (snapshot.invoice.status === "paid") return said(messages.paid, "good");
  if (remainingCents(snapshot.invoice) < 1) return said(messages.covered, "good");
  return shown.notice !== "cannot" && said(messages.cannot(contactOf(snapshot)), "warn");
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>
`;
}

function details({ invoice, locale }: PayerView): Html {
  const messages = invoiceMessages[locale];
  const { facts } = messages;
  const terms = printableTerms(invoice);
  return html`<h2>${messages.lines.title}</h2>
<dl>
${fact(facts.from, `${invoice.sellerName} (${invoice.sellerEmail})`)}${fact(facts.to, [payerName(invoice), ...addressLines(invoice)].join(", "))}${fact(facts.issued, dayText(calendarDays(invoice).issuedOn, locale))}${terms !== null && fact(facts.terms, terms)}</dl>
${lines(
  invoice,
  messages,
  (cents) => moneyText(cents, invoice.currency, locale),
  (each) => numberText(each, locale),
  (basisPoints) => numberText(basisPoints / 10_000, locale, { style: "percent", maximumFractionDigits: 2 }),
)}
${invoice.notes && html`<p class="notes" dir="auto">${invoice.notes}</p>`}`;
}

function lines(
  invoice: Invoice,
  { lines: messages, totals }: InvoiceMessages,
  money: (cents: number) => string,
  number: (value: number) => string,
  percent: (basisPoints: number) => string,
): Html {
  const row = ({ description, quantity, unitCents, amountCents }: Invoice["lineItems"][number]) =>
    html`<tr><td><div dir="auto">${description}</div><small class="soft">${number(quantity)} × ${money(unitCents)}</small></td><td class="right"><span class="n">${money(amountCents)}</span></td></tr>
`;
  const total = (name: string, cents: number) =>
    html`<tr><th scope="row">${name}</th><td class="right"><span class="n">${money(cents)}</span></td></tr>
`;
  const { subtotalCents, discountCents, totalCents, creditedCents, amountPaidCents, amountProcessingCents } = invoice;
  return html`<table><caption class="hidden">${messages.caption}</caption>
<thead><tr><th scope="col">${messages.description}</th><th scope="col" class="right">${messages.amount}</th></tr></thead>
<tbody>
${invoice.lineItems.map(row)}</tbody>
<tfoot class="sum">
${total(totals.subtotal, subtotalCents)}${discountCents > 0 && total(totals.discount, -discountCents)}${taxSums(invoice.lineItems).map(({ rate, cents }) => total(rate === null ? totals.tax : `${totals.tax} (${percent(rate)})`, cents))}${total(totals.total, totalCents)}${creditedCents > 0 && total(totals.credited, -creditedCents)}${amountPaidCents > 0 && total(totals.paid, amountPaidCents)}${amountProcessingCents > 0 && total(totals.processing, amountProcessingCents)}${total(totals.remaining, remainingCents(invoice))}</tfoot></table>`;
}
