import { invoiceByLink } from "../app/invoices.ts";
import { serve } from "../http/route.ts";
import { clock, deskOf } from "../wiring/base.ts";
import { publicFrame } from "../wiring/public-frame.ts";
import { invoicePageOperations } from "./invoice.contract.ts";
import { invoicePage } from "./invoice-page.ts";
import { pageHeaders } from "./page.ts";

export const handler = serve(
  invoicePageOperations,
  {
    showInvoice: async (call) => {
      const found = await invoiceByLink(deskOf(call), call.params.token);
      return { body: invoicePage(found, clock.now()), headers: pageHeaders };
    },
  },
  publicFrame,
);
