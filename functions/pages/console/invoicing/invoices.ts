import { html } from "hono/html";
import type { Context } from "../../../app/core/context.ts";
import { wholeAddress } from "../../../app/core/link-token.ts";
import { inspectInvoice, listTenantInvoices } from "../../../app/invoicing/operator-reads.ts";
import { consoleInvoiceOperations } from "../../../contract/console/console-invoices.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { addressLines, payerName } from "../../../domain/invoicing/customer.ts";
import { calendarDays } from "../../../domain/invoicing/due-date.ts";
import { dueCents, type Invoice, remainingCents } from "../../../domain/invoicing/invoice.ts";
import { isOverdue } from "../../../domain/invoicing/view.ts";
import { linkKeys } from "../../../wiring/core/links.ts";
import type { Html } from "../../kit/page.ts";
import { type Fact, facts, link, recordLink, section, table, two } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { entriesTable } from "../kit/history.ts";
import { invoiceTones, statusBadge } from "../kit/labels.ts";
import { listPages, oneOf } from "../kit/list.ts";
import { tenantFilter, tenantLink } from "../kit/tenant-field.ts";
import { badge, code, isolateText, moment, money, soft } from "../kit/text.ts";
import { href, type RecordCall, type View } from "../kit/view.ts";
import { creditNotesTable, linesTable, taxFacts } from "./parts.ts";

export const invoicesPage = listPages<Context>()(consoleInvoiceOperations.showInvoices, {
  title: "Invoices",
  load: listTenantInvoices,
  caption: "Invoices, newest first",
  columns: [
    ["Number", (each, { view }) => recordLink(view, "invoices", each.number, each.id)],
    ["Customer", (each) => isolateText(payerName(each))],
    ["Total", (each) => money(each.totalCents, each.currency), "right"],
    ["Due", (each) => money(dueCents(each), each.currency), "right"],
    ["Status", (each) => statusBadge(invoiceTones, each.status)],
    ["Created", (each) => moment(each.createdAt)],
  ],
  empty: ({ tenantId }) =>
    tenantId === undefined
      ? "Choose a tenant to see its invoices. To find one by its number or id, use the search above."
      : "No invoice matches.",
  filters: { tenantId: tenantFilter("choose one"), status: oneOf("Status", (status) => status.replaceAll("_", " ")) },
});

function moneyFacts(state: Invoice): Html {
  const { currency, discountCents, creditedCents, amountPaidCents, amountProcessingCents } = state;
  const sum = (name: string, cents: number): Fact => [name, money(cents, currency)];
  return facts([
    sum("Subtotal", state.subtotalCents),
    discountCents > 0 && sum("Discount", -discountCents),
    ...taxFacts(state.lineItems, currency),
    sum("Total", state.totalCents),
    creditedCents > 0 && sum("Credited", -creditedCents),
    amountPaidCents > 0 && sum("Paid", amountPaidCents),
    sum("Amount due", dueCents(state)),
    amountProcessingCents > 0 && sum("Of that in flight", amountProcessingCents),
    amountProcessingCents > 0 && sum("Can still be paid", remainingCents(state)),
  ]);
}

function customerFacts(state: Invoice): Html {
  const { customer, customerId } = state;
  return facts([
    ["Name", payerName(state)],
    customer !== null && ["Customer", code(customerId)],
    customer?.email && ["E-mail", customer.email],
    customer?.billingAddress && ["Address", addressLines(state).join(", ")],
    customer?.taxId && ["Tax ID", customer.taxId],
  ]);
}

function termsFacts(view: View, state: Invoice, tenant: Html, pageUrl: string): Html {
  const { terms, timeZone, dueDate, issuedAt, sentAt, paidAt, voidedAt, voidReason, notes, version } = state;
  const { dueOn, issuedOn } = calendarDays(state);
  const day = (date: string, at: string) => html`${date} ${soft(timeZone)}<br>${moment(at)}`;
  return facts([
    ["Invoice", code(state.id)],
    ["Tenant", tenant],
    ["Terms", terms],
    ["Issued", day(issuedOn, issuedAt)],
    ["Due", day(dueOn, dueDate)],
    ["Sent", moment(sentAt)],
    paidAt !== null && ["Paid", moment(paidAt)],
    voidedAt !== null && ["Voided", moment(voidedAt)],
    voidReason !== null && ["Void because", voidReason],
    notes !== null && ["Notes", notes],
    ["Version", String(version)],
    ["Changed", moment(state.updatedAt)],
    ["PDF", html`<a href="${href(view, `invoices/${state.id}/pdf`)}">open it</a>`],
    ["Page for its payer", html`<a href="${pageUrl}" rel="noreferrer">open it</a>; whoever has its address can pay it`],
  ]);
}

function paymentsTable(view: View, { payments, currency }: Invoice): Html {
  return table("Payments, oldest first", payments, "Nobody has paid any of it yet.", [
    ["Payment", ({ id }) => link(view, `settlements/${siblingId(id, "stl")}`, code(id))],
    ["Amount", ({ amountCents }) => money(amountCents, currency), "right"],
    ["Status", ({ status }) => badge(status)],
    ["Created", ({ createdAt }) => moment(createdAt)],
  ]);
}

export async function invoiceRecordPage(context: Context, view: View, { params: { id } }: RecordCall) {
  const { state, entries, creditNotes } = await inspectInvoice(context, id);
  const { number, tenantId, status, currency, totalCents } = state;
  const tenant = await tenantLink(context, view, tenantId);
  const pageUrl = await wholeAddress({ linkKeys }, state, state.hostedUrl);
  return detailPage(view, {
    title: `Invoice ${number}`,
    heading: html`<h1>${isolateText(number)} · ${money(totalCents, currency)}</h1>`,
    above: [[`invoices?${new URLSearchParams({ tenantId })}`, "Invoices"]],
    status: html`${statusBadge(invoiceTones, status)}${isOverdue(state, view.now) && html` ${badge("overdue", "warn")}`}`,
    links: [
      ["Everything about it", "search", { q: id }],
      ["Audit trail", "audit", { subject: id }],
      ["Letters", "people/letters", { about: id }],
    ],
    parts: [
      two(
        html`<div>${section("Money", moneyFacts(state))}${section("Made out to", customerFacts(state))}</div>`,
        section("Terms", termsFacts(view, state, tenant, pageUrl)),
      ),
      section("Lines", linesTable(state.lineItems, currency)),
      section("Payments", paymentsTable(view, state)),
      creditNotes.length > 0 && section("Credit notes", creditNotesTable(view, creditNotes)),
      section("What happened", entriesTable(entries)),
    ],
  });
}
