import { getInvoice } from "../app/invoices.ts";
import type { Invoice } from "../domain/invoice.ts";
import type { InvoiceDocument } from "../domain/invoice-document.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { invoicePdf } from "../wiring/invoice-pdf.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { invoicePdfOperations } from "./invoices.contract.ts";

function documentOf(state: Invoice): InvoiceDocument {
  const { lineItems: lines, hostedUrl: payUrl, notes, ...rest } = state;
  const amountRemainingCents = state.totalCents - state.amountPaidCents;
  return { ...rest, ...(notes === null ? {} : { notes }), lines, payUrl, amountRemainingCents };
}

export const handler = serve(
  invoicePdfOperations,
  {
    getInvoicePdf: async (call) => {
      const { state } = await getInvoice(deskOf(call), call.principal.tenantId, call.params.id);
      const headers = { "content-disposition": `inline; filename="${state.id}.pdf"` };
      return { body: await invoicePdf(documentOf(state)), headers };
    },
  },
  tenantFrame,
);
