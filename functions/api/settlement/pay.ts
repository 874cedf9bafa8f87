import { payInvoice } from "../../app/settlement/pay-invoice.ts";
import { payOperations } from "../../contract/invoicing/invoices.ts";
import { termsOf } from "../../domain/rails/terms.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { vendors } from "../../wiring/rails/vendors.ts";

export const handler = serve(payOperations, tenantFrame, {
  payInvoice: (call) =>
    payInvoice(contextOf(call), vendors, {
      ...idempotentRequest(call),
      invoiceId: call.params.id,
      amountCents: call.body.amountCents,
      source: call.body.source.type ?? termsOf(vendors.rail.name).source,
      holderType: call.body.source.holderType,
      sourceCountry: call.body.source.country,
      metadata: call.body.metadata,
    }),
});
