import { brandedCreditNote, brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { creditNoteOf } from "../../app/invoicing/credit-notes.ts";
import { invoicePagePdfOperations } from "../../contract/checkout/invoice-pages.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { drawOnce } from "../../wiring/invoicing/drawn-documents.ts";
import { creditNotePdf, invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";
import { refusedForPayers } from "./ended-link.ts";
import { payerViewOf } from "./payer-view.ts";

function pdfAnswer(id: string, body: Uint8Array) {
  const headers = {
    "content-disposition": `inline; filename="${id}.pdf"`,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
  return { body, contentType: "application/pdf", headers } as const;
}

export const handler = serve(invoicePagePdfOperations, peopleFrame({ refused: refusedForPayers }), {
  getHostedInvoicePdf: async (call) => {
    const { invoice } = await payerViewOf({ ...contextOf(call), linkKeys }, call);
    const owner = { tenantId: invoice.tenantId, invoiceId: invoice.id };
    const document = await brandedInvoice({ ...contextOf(call), linkKeys }, invoice);
    return pdfAnswer(invoice.id, await drawOnce(owner, document, invoicePdf));
  },
  getHostedCreditNotePdf: async (call) => {
    const { invoice } = await payerViewOf({ ...contextOf(call), linkKeys }, call);
    const note = await creditNoteOf(contextOf(call), invoice, call.params.creditNoteId);
    return pdfAnswer(note.id, await drawOnce(note, await brandedCreditNote(contextOf(call), note), creditNotePdf));
  },
});
