import { namedSubject, receiveCallback } from "../../app/operations/receive-callback.ts";
import { railCallbackOperations } from "../../contract/operations/rail-callbacks.ts";
import { serve } from "../../http/route.ts";
import { contextFor } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { mockCallback } from "../../wiring/rails/rail-callbacks.ts";

export const handler = serve(railCallbackOperations, operatorFrame, {
  receiveMockCallback: async (call) => {
    const callback = await mockCallback(call.body);
    await receiveCallback(contextFor("rail:mock", call.requestId), callback);
    return { body: { received: true as const }, about: namedSubject(callback) };
  },
});
