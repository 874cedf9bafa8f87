import { brandedInvoice } from "../app/branded-invoice.ts";
import { getInvoice } from "../app/invoices.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { invoicePdf } from "../wiring/invoice-pdf.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { invoicePdfOperations } from "./invoices.contract.ts";

export const handler = serve(
  invoicePdfOperations,
  {
    getInvoicePdf: async (call) => {
      const { state } = await getInvoice(deskOf(call), call.principal.tenantId, call.params.id);
      const headers = { "content-disposition": `inline; filename="${state.id}.pdf"` };
      return { body: await invoicePdf(await brandedInvoice(deskOf(call), state)), headers };
    },
  },
  tenantFrame,
);
