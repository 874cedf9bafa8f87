import { brandedCreditNote, brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { inspectCreditNote, inspectInvoice } from "../../app/invoicing/operator-reads.ts";
import { consoleInvoiceOperations } from "../../contract/console/console-invoices.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { drawOnce } from "../../wiring/invoicing/drawn-documents.ts";
import { creditNotePdf, invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";
import { creditNotePage } from "./invoicing/credit-notes.ts";
import { invoiceRecordPage, invoicesPage } from "./invoicing/invoices.ts";
import { showOn } from "./kit/handlers.ts";
import { serveConsole } from "./refused.ts";

const showing = showOn(contextOf);

function pdfHeaders(id: string): Readonly<Record<string, string>> {
  return { "content-disposition": `inline; filename="${id}.pdf"`, "x-robots-tag": "noindex" };
}

export const handler = serveConsole(consoleInvoiceOperations, {
  showInvoices: showing(invoicesPage),
  showInvoiceRecord: showing(invoiceRecordPage),
  showInvoiceFile: async (call) => {
    const { id } = call.params;
    const { state } = await inspectInvoice(contextOf(call), id);
    const owner = { tenantId: state.tenantId, invoiceId: id };
    const document = await brandedInvoice({ ...contextOf(call), linkKeys }, state);
    return { body: await drawOnce(owner, document, invoicePdf), headers: pdfHeaders(id) };
  },
  showCreditNote: showing(creditNotePage),
  showCreditNoteFile: async (call) => {
    const { id } = call.params;
    const { state } = await inspectCreditNote(contextOf(call), id);
    const document = await brandedCreditNote(contextOf(call), state);
    return { body: await drawOnce(state, document, creditNotePdf), headers: pdfHeaders(id) };
  },
});
