import { brandedCreditNote, brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { getCreditNote } from "../../app/invoicing/credit-notes.ts";
import { getInvoice } from "../../app/invoicing/invoices.ts";
import { invoicePdfOperations } from "../../contract/invoicing/invoices.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { creditNotePdf, invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";

export const handler = serve(invoicePdfOperations, tenantFrame, {
  getInvoicePdf: async (call) => {
    const { state } = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    const headers = { "content-disposition": `inline; filename="${state.id}.pdf"` };
    return { body: await invoicePdf(await brandedInvoice({ ...contextOf(call), linkKeys }, state)), headers };
  },
  getCreditNotePdf: async (call) => {
    const note = await getCreditNote(contextOf(call), call.principal.tenantId, call.params.id);
    const headers = { "content-disposition": `inline; filename="${note.id}.pdf"` };
    return { body: await creditNotePdf(await brandedCreditNote(contextOf(call), note)), headers };
  },
});
