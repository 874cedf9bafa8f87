import { payInvoice } from "../app/pay-invoice.ts";
import { termsOf } from "../domain/rail-terms.ts";
import { paidView } from "../domain/settlement-view.ts";
import { serve } from "../http/route.ts";
import { toldAnswer } from "../http/told.ts";
import { deskOf } from "../wiring/base.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { vendors } from "../wiring/vendors.ts";
import { payOperations } from "./invoices.contract.ts";
import { keyedRequest } from "./keyed-request.ts";

export const handler = serve(
  payOperations,
  {
    payInvoice: async (call) => {
      const told = await payInvoice(
        { ...deskOf(call), ...vendors },
        {
          ...keyedRequest(call),
          invoiceId: call.params.id,
          amountCents: call.body.amountCents,
          source: call.body.source.type ?? termsOf(vendors.rail.name).source,
        },
      );
      return toldAnswer(paidView, told);
    },
  },
  tenantFrame,
);
