import { html } from "hono/html";
import type { StoreContext } from "../../../app/core/context.ts";
import { inspectCreditNote } from "../../../app/invoicing/operator-reads.ts";
import { dayIn } from "../../../domain/core/time-zone.ts";
import { facts, link, section, two } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { entriesTable } from "../kit/history.ts";
import { tenantLink } from "../kit/tenant-field.ts";
import { badge, code, isolateText, moment, money, soft } from "../kit/text.ts";
import { href, type RecordCall, type View } from "../kit/view.ts";
import { linesTable, taxFacts } from "./parts.ts";

export async function creditNotePage(context: StoreContext, view: View, { params: { id } }: RecordCall) {
  const { state, entries } = await inspectCreditNote(context, id);
  const { number, currency, amountCents, invoiceId, invoiceNumber, issuedAt, timeZone } = state;
  const tenant = await tenantLink(context, view, state.tenantId);
  return detailPage(view, {
    title: `Credit note ${number}`,
    heading: html`<h1>${isolateText(number)} · ${money(amountCents, currency)}</h1>`,
    above: [[`invoices/${invoiceId}`, `Invoice ${invoiceNumber}`]],
    status: badge("issued"),
    links: [["Audit trail", "audit", { subject: id }]],
    parts: [
      two(
        section(
          "Money",
          facts([
            ["Subtotal", money(state.subtotalCents, currency)],
            ...taxFacts(state.lineItems, currency),
            ["Credited", money(amountCents, currency)],
          ]),
        ),
        section(
          "Terms",
          facts([
            ["Credit note", code(id)],
            ["Invoice", link(view, `invoices/${invoiceId}`, code(invoiceId))],
            ["Tenant", tenant],
            ["Reason", state.reason],
            ["Issued", html`${dayIn(issuedAt, timeZone)} ${soft(timeZone)}<br>${moment(issuedAt)}`],
            ["PDF", html`<a href="${href(view, `credit-notes/${id}/pdf`)}">open it</a>`],
          ]),
        ),
      ),
      section("Lines", linesTable(state.lineItems, currency)),
      section("What happened", entriesTable(entries)),
    ],
  });
}
