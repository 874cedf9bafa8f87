import { getDelivery, listDeliveries, redeliver } from "../../app/webhooks/deliveries.ts";
import { askSweep } from "../../app/webhooks/sweep-deliveries.ts";
import { deliveryOperations } from "../../contract/webhooks/deliveries.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { enqueueContext } from "../../wiring/webhooks/deliveries.ts";

function context(call: Parameters<typeof contextOf>[0]) {
  return { ...enqueueContext, ...contextOf(call) };
}

export const handler = serve(deliveryOperations, withCursors(operatorFrame), {
  listDeliveries: async (call) => ({ body: await listDeliveries(context(call), call.query) }),
  getDelivery: async (call) => ({ body: await getDelivery(context(call), call.params.id) }),
  redeliver: async (call) => ({ body: await redeliver(context(call), call.params.id) }),
  sweepWebhooks: async (call) => ({ body: await askSweep(context(call), call.body) }),
});
