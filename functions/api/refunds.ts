import { refundPayment } from "../app/refund-payment.ts";
import { paymentView } from "../domain/settlement-view.ts";
import { serve } from "../http/route.ts";
import { toldAnswer } from "../http/told.ts";
import { deskOf } from "../wiring/base.ts";
import { log } from "../wiring/log.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { vendors } from "../wiring/vendors.ts";
import { keyedRequest } from "./keyed-request.ts";
import { refundOperations } from "./payments.contract.ts";

export const handler = serve(
  refundOperations,
  {
    refundPayment: async (call) => {
      const told = await refundPayment(
        { ...vendors, ...deskOf(call), log },
        { ...keyedRequest(call), paymentId: call.params.id, ...call.body },
      );
      return toldAnswer(paymentView, told);
    },
  },
  tenantFrame,
);
