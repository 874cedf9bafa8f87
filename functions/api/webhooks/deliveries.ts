import { getDelivery, listDeliveries, redeliver } from "../../app/webhooks/deliveries.ts";
import { askSweep } from "../../app/webhooks/sweep-deliveries.ts";
import { deliveryOperations } from "../../contract/webhooks/deliveries.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { enqueueDesk } from "../../wiring/webhooks/deliveries.ts";

function desk(call: Parameters<typeof deskOf>[0]) {
  return { ...enqueueDesk, ...deskOf(call) };
}

export const handler = serve(
  deliveryOperations,
  {
    listDeliveries: async (call) => ({ body: await listDeliveries(desk(call), call.query) }),
    getDelivery: async (call) => ({ body: await getDelivery(desk(call), call.params.id) }),
    redeliver: async (call) => ({ body: await redeliver(desk(call), call.params.id) }),
    sweepWebhooks: async (call) => ({ body: await askSweep(desk(call), call.body) }),
  },
  operatorFrame,
);
