import { chargebacks } from "../../app/disputes/recorded-losses.ts";
import { cancelPayment } from "../../app/settlement/cancel-payment.ts";
import { refundPayment } from "../../app/settlement/refund-payment.ts";
import { refundOperations } from "../../contract/settlement/payments.ts";
import { viewPayment } from "../../domain/settlement/view.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { log } from "../../wiring/core/log.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { vendors } from "../../wiring/rails/vendors.ts";

export const handler = serve(refundOperations, tenantFrame, {
  cancelPayment: async (call) => {
    const { tenantId } = call.principal;
    const after = await cancelPayment({ ...vendors, ...contextOf(call) }, { tenantId, paymentId: call.params.id });
    return { body: viewPayment(after) };
  },
  refundPayment: (call) =>
    refundPayment(
      { ...vendors, ...contextOf(call), log, chargebacks },
      { ...idempotentRequest(call), paymentId: call.params.id, ...call.body },
    ),
});
