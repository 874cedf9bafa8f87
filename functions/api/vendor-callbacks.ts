import { receiveCallback } from "../app/receive-callback.ts";
import { conversionMoved } from "../app/receive-conversion.ts";
import { serve } from "../http/route.ts";
import { deskFor } from "../wiring/base.ts";
import { vendorFrame } from "../wiring/vendor-callbacks.ts";
import { bridgeCallback, hifiConversionRef } from "../wiring/vendor-words.ts";
import { vendorCallbackOperations } from "./vendor-callbacks.contract.ts";

export const handler = serve(
  vendorCallbackOperations,
  {
    receiveBridgeCallback: async (call) => {
      const callback = bridgeCallback(call.body);
      if (callback) await receiveCallback(deskFor("rail:bridge", call.requestId), callback);
      return { body: { received: true as const } };
    },
    receiveHifiCallback: async (call) => {
      const conversionRef = hifiConversionRef(call.body);
      if (conversionRef !== null)
        await conversionMoved(deskFor("conversion:hifi", call.requestId), "hifi", conversionRef);
      return { body: { received: true as const } };
    },
  },
  vendorFrame,
);
