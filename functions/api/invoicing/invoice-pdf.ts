import { brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { getInvoice } from "../../app/invoicing/invoices.ts";
import { invoicePdfOperations } from "../../contract/invoicing/invoices.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";

export const handler = serve(invoicePdfOperations, tenantFrame, {
  getInvoicePdf: async (call) => {
    const { state } = await getInvoice(contextOf(call), call.principal.tenantId, call.params.id);
    const headers = { "content-disposition": `inline; filename="${state.id}.pdf"` };
    return { body: await invoicePdf(await brandedInvoice(contextOf(call), state)), headers };
  },
});
