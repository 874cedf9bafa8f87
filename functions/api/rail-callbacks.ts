import { receiveCallback } from "../app/receive-callback.ts";
import { serve } from "../http/route.ts";
import { deskFor } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { mockCallback } from "../wiring/rail-callbacks.ts";
import { railCallbackOperations } from "./rail-callbacks.contract.ts";

export const handler = serve(
  railCallbackOperations,
  {
    receiveMockCallback: async (call) => {
      await receiveCallback(deskFor("rail:mock", call.requestId), await mockCallback(call.body));
      return { body: { received: true as const } };
    },
  },
  operatorFrame,
);
