import { renderCreditNotePdf } from "../../adapters/pdf/credit-note.ts";
import { renderInvoicePdf } from "../../adapters/pdf/invoice.ts";
import type { CreditNoteDocument } from "../../domain/invoicing/credit-note-view.ts";
import type { InvoiceDocument } from "../../domain/invoicing/invoice-document.ts";
import { fontDir } from "../core/fonts.ts";

export function invoicePdf(document: InvoiceDocument): Promise<Uint8Array> {
  return renderInvoicePdf(document, { fontDir });
}

export function creditNotePdf(document: CreditNoteDocument): Promise<Uint8Array> {
  return renderCreditNotePdf(document, { fontDir });
}
