import { brandedCreditNote, brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { getCreditNote } from "../../app/invoicing/credit-notes.ts";
import { getInvoice } from "../../app/invoicing/invoices.ts";
import { invoicePdfOperations } from "../../contract/invoicing/invoices.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { drawOnce } from "../../wiring/invoicing/drawn-documents.ts";
import { creditNotePdf, invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";

export const handler = serve(invoicePdfOperations, tenantFrame, {
  getInvoicePdf: async (call) => {
    const { state } = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    const headers = { "content-disposition": `inline; filename="${state.id}.pdf"` };
    const owner = { tenantId: state.tenantId, invoiceId: state.id };
    const document = await brandedInvoice({ ...contextOf(call), linkKeys }, state);
    return { body: await drawOnce(owner, document, invoicePdf), headers };
  },
  getCreditNotePdf: async (call) => {
    const note = await getCreditNote(contextOf(call), call.principal.tenantId, call.params.id);
    const headers = { "content-disposition": `inline; filename="${note.id}.pdf"` };
    return { body: await drawOnce(note, await brandedCreditNote(contextOf(call), note), creditNotePdf), headers };
  },
});
