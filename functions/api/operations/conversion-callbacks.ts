import { receiveConversion } from "../../app/settlement/receive-conversion.ts";
import { conversionCallbackOperations } from "../../contract/operations/vendor-callbacks.ts";
import { serve } from "../../http/route.ts";
import { contextFor } from "../../wiring/core/context.ts";
import { hifiCallbacks, hifiFrame } from "../../wiring/rails/hifi-callbacks.ts";

export const handler = serve(conversionCallbackOperations, hifiFrame, {
  receiveHifiCallback: async (call) => {
    const { hifiConversionRef } = await hifiCallbacks();
    const conversionRef = hifiConversionRef(call.body);
    if (conversionRef !== null)
      await receiveConversion(contextFor("conversion:hifi", call.requestId), "hifi", conversionRef);
    return { body: { received: true as const } };
  },
});
