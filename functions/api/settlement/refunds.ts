import { chargebacks } from "../../app/disputes/recorded-losses.ts";
import { refundPayment } from "../../app/settlement/refund-payment.ts";
import { refundOperations } from "../../contract/settlement/payments.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { log } from "../../wiring/core/log.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { idempotentRequest } from "../core/idempotency-key.ts";

export const handler = serve(refundOperations, tenantFrame, {
  refundPayment: (call) =>
    refundPayment(
      { ...vendors, ...contextOf(call), log, chargebacks },
      { ...idempotentRequest(call), paymentId: call.params.id, ...call.body },
    ),
});
