import { brandedInvoice } from "../app/branded-invoice.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { invoicePdf } from "../wiring/invoice-pdf.ts";
import { peopleFrame } from "../wiring/people-frame.ts";
import { invoicePagePdfOperations } from "./invoice.contract.ts";
import { refusedInvoicePage } from "./invoice-refused.ts";
import { invoiceSight } from "./invoice-sight.ts";

export const handler = serve(
  invoicePagePdfOperations,
  {
    getHostedInvoicePdf: async (call) => {
      const { invoice } = await invoiceSight(deskOf(call), call);
      const headers = {
        "content-disposition": `inline; filename="${invoice.id}.pdf"`,
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      };
      const body = await invoicePdf(await brandedInvoice(deskOf(call), invoice));
      return { body, contentType: "application/pdf", headers };
    },
  },
  peopleFrame({ refused: refusedInvoicePage }),
);
