import { brandedInvoice } from "../../app/invoicing/branded-invoice.ts";
import { invoicePagePdfOperations } from "../../contract/checkout/invoice-pages.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { payerViewOf } from "./payer-view.ts";

export const handler = serve(invoicePagePdfOperations, peopleFrame({ refused: refusedForPeople }), {
  getHostedInvoicePdf: async (call) => {
    const { invoice } = await payerViewOf(contextOf(call), call);
    const headers = {
      "content-disposition": `inline; filename="${invoice.id}.pdf"`,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    };
    const body = await invoicePdf(await brandedInvoice(contextOf(call), invoice));
    return { body, contentType: "application/pdf", headers };
  },
});
