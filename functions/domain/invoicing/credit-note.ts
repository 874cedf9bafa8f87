import * as z from "zod";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { creditInvoice, type Invoice } from "./invoice.ts";
import { billTo } from "./invoice-document.ts";
import { lineItem } from "./line-item.ts";
import { type NewLine, totalsOf } from "./totals.ts";

/** A credit note as stored: what an invoice was reduced by, and why. It never changes. */
export const creditNote = z.object({
  id: z.string(),
  tenantId: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  number: z.string(),
  customerId: z.string(),
  /** As the invoice printed it then; absent on notes of before. */
  billTo: z.string().optional(),
  currency: z.literal("USD"),
  lineItems: z.array(lineItem),
  subtotalCents: z.int(),
  taxCents: z.int(),
  amountCents: z.int(),
  reason: z.string(),
  timeZone: z.string(),
  issuedAt: z.string(),
  createdAt: z.string(),
});

export type CreditNote = z.infer<typeof creditNote>;

/** What a client asks for: an amount in cents, or lines as on an invoice. */
export interface NewCreditNote {
  readonly amountCents?: number | undefined;
  readonly lines?: readonly NewLine[] | undefined;
  readonly reason: string;
}

/** A credit note with the invoice that it reduces: one transaction. */
export interface CreditNoteIssue {
  readonly note: CreditNote;
  readonly creditNote: readonly Transition<CreditNote>[];
  readonly invoice: readonly Transition<Invoice>[];
}

/** Issues a credit note on an invoice that was sent. Refuses more than is due less what is in flight, a paid, a void and a never sent invoice. */
export function issueCreditNote(
  invoice: Invoice,
  { amountCents, lines, reason }: NewCreditNote,
  id: string,
  now: Instant,
): CreditNoteIssue | Refusal {
  const path = lines === undefined ? "amountCents" : "lines";
  const totals = totalsOf(lines ?? [{ description: "Credit", unitCents: amountCents ?? 0, quantity: 1 }], 0);
  if (totals instanceof Refusal) return underPath(totals, path);
  const { lineItems, subtotalCents, taxCents, totalCents } = totals;
  const number = `${invoice.number}-CN${invoice.creditNotes + 1}`;
  const credit = creditInvoice(invoice, totalCents, number, path, now);
  if (credit instanceof Refusal) return credit;
  const { tenantId, sellerName, sellerEmail, customerId, currency, timeZone } = invoice;
  const note: CreditNote = {
    ...{ id, tenantId, sellerName, sellerEmail, customerId, currency, timeZone, billTo: billTo(invoice) },
    ...{ invoiceId: invoice.id, invoiceNumber: invoice.number, number },
    ...{ lineItems, subtotalCents, taxCents, amountCents: totalCents, reason },
    ...{ issuedAt: now, createdAt: now },
  };
  const issued = {
    next: note,
    from: null,
    to: "issued",
    reason: `credit note of ${totalCents} cents on ${invoice.id}`,
  };
  return { note, creditNote: [issued], invoice: [credit] };
}

/** The same refusal about the field that a credit note has its lines in. */
function underPath({ code, message, detail }: Refusal, path: string): Refusal {
  const fields = detail.fields?.map((each) => ({
    ...each,
    path: path === "lines" ? each.path.replace(/^lineItems/, path) : path,
  }));
  return new Refusal(code, message, { ...detail, ...(fields && { fields }) });
}
