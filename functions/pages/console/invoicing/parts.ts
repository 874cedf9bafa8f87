import { html } from "hono/html";
import { groupDigits } from "../../../domain/core/money.ts";
import type { CreditNote } from "../../../domain/invoicing/credit-note.ts";
import type { LineItem } from "../../../domain/invoicing/line-item.ts";
import { percentText, taxSums } from "../../../domain/invoicing/totals.ts";
import type { Html } from "../../kit/page.ts";
import { type Fact, recordLink, table } from "../kit/components.ts";
import { isolateText, moment, money, soft } from "../kit/text.ts";
import { href, type View } from "../kit/view.ts";

/** The taxes of lines, a fact for each rate; a line of zero where there are none. */
export function taxFacts(lines: readonly LineItem[], currency: string): Fact[] {
  return taxSums(lines).map(({ rate, cents }) => [
    rate === null ? "Tax" : `Tax (${percentText(rate)})`,
    money(cents, currency),
  ]);
}

/** Lines with their share of a discount and their tax. */
export function linesTable(lines: readonly LineItem[], currency: string): Html {
  const hasDiscount = lines.some(({ discountCents }) => discountCents > 0);
  const tax = ({ taxCents, taxRate }: LineItem) =>
    taxCents === 0 && taxRate === null
      ? "–"
      : html`${money(taxCents, currency)}${taxRate !== null && html` ${soft(percentText(taxRate))}`}`;
  return table("Lines", lines, "It has no line.", [
    ["Description", ({ description }) => isolateText(description)],
    ["Quantity", ({ quantity }) => html`<span class="n">${groupDigits(String(quantity))}</span>`, "right"],
    ["Unit price", ({ unitCents }) => money(unitCents, currency), "right"],
    ["Amount", ({ amountCents }) => money(amountCents, currency), "right"],
    ...(hasDiscount
      ? [["Discount", ({ discountCents }: LineItem) => money(-discountCents, currency), "right"] as const]
      : []),
    ["Tax", tax, "right"],
  ]);
}

export function creditNotesTable(view: View, notes: readonly CreditNote[]): Html {
  return table("Credit notes, newest first", notes, "", [
    ["Number", ({ number, id }) => recordLink(view, "credit-notes", number, id)],
    ["Amount", ({ amountCents, currency }) => money(amountCents, currency), "right"],
    ["Reason", ({ reason }) => isolateText(reason)],
    ["Issued", ({ issuedAt }) => moment(issuedAt)],
    [
      "PDF",
      ({ id, number }) =>
        html`<a href="${href(view, `credit-notes/${id}/pdf`)}">PDF<span class="hidden"> of ${number}</span></a>`,
    ],
  ]);
}
