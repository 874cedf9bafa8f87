import { receiveCallback } from "../../app/operations/receive-callback.ts";
import { railCallbackOperations } from "../../contract/operations/rail-callbacks.ts";
import { serve } from "../../http/route.ts";
import { contextFor } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { mockCallback } from "../../wiring/rails/rail-callbacks.ts";

export const handler = serve(railCallbackOperations, operatorFrame, {
  receiveMockCallback: async (call) => {
    await receiveCallback(contextFor("rail:mock", call.requestId), await mockCallback(call.body));
    return { body: { received: true as const } };
  },
});
