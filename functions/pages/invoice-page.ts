import { html } from "hono/html";
import type { Invoice } from "../domain/invoice.ts";
import { centsText } from "../domain/money.ts";
import type { Instant } from "../domain/time.ts";
import { type Html, page } from "./page.ts";

const statusWords: Readonly<Record<Invoice["status"], string>> = {
  draft: "not sent yet",
  sent: "waiting for payment",
  partially_paid: "partly paid",
  paid: "paid",
};

function amount(cents: number): string {
  return centsText(cents).replace(/\B(?=(\d{3})+(?!\d)[.])/g, ",");
}

function money(cents: number, currency: string): Html {
  return html`<span class="n">${currency} ${amount(cents)}</span>`;
}

function fact(name: string, value: string): Html {
  return html`<dt>${name}</dt><dd dir="auto">${value}</dd>`;
}

/** The invoice as its payer sees it: read-only, without script. */
export function invoicePage(state: Invoice, now: Instant): string {
  const { currency } = state;
  const due = state.totalCents - state.amountPaidCents;
  const overdue = due > 0 && state.dueDate < now ? ", overdue" : "";
  // Two columns, so that a phone has room for both.
  const lines = state.lineItems.map(
    (line) =>
      html`<tr><td><div dir="auto">${line.description}</div><small>${line.quantity} × ${amount(line.unitCents)}</small></td><td>${amount(line.amountCents)}</td></tr>
`,
  );
  const total = (name: string, cents: number) =>
    html`<tr><th scope="row">${name}</th><td>${money(cents, currency)}</td></tr>`;
  return page(
    `Invoice ${state.number} from ${state.sellerName}`,
    html`<h1 dir="auto">Invoice ${state.number} from ${state.sellerName}</h1>
<p class="due">${money(due, currency)} due <span class="n">${state.dueDate.slice(0, 10)}</span></p>
<p>This invoice is ${statusWords[state.status]}${overdue}.</p>
<dl>
${fact("From", `${state.sellerName} (${state.sellerEmail})`)}
${fact("To", state.customerId)}
${fact("Issued", state.issuedAt.slice(0, 10))}
${fact("Terms", state.terms)}
</dl>
<table>
<caption hidden>Line items</caption>
<thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines}</tbody>
<tfoot>
${total("Subtotal", state.subtotalCents)}
${state.discountCents > 0 ? total("Discount", -state.discountCents) : ""}
${total("Total", state.totalCents)}
${total("Paid", state.amountPaidCents)}
${total("Amount due", due)}
</tfoot>
</table>
${state.notes && html`<p class="notes" dir="auto">${state.notes}</p>`}`,
  );
}
