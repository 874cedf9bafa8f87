import { applyPartnerReport } from "../../app/onboarding/receive-partner.ts";
import { receiveCallback, receiveRailReport } from "../../app/operations/receive-callback.ts";
import { receiveConversion } from "../../app/settlement/receive-conversion.ts";
import { vendorCallbackOperations } from "../../contract/operations/vendor-callbacks.ts";
import { serve } from "../../http/route.ts";
import { contextFor } from "../../wiring/core/context.ts";
import { callbackReaders, vendorFrame } from "../../wiring/rails/vendor-callbacks.ts";
import { readLiveRailReport } from "./live-rail-report.ts";

/** What an operator reports for a rail that cannot call. Where a stage wants two people for it, it is held back here until the second agrees. */
async function receiveOperatorReport(actor: string, requestId: string, body: unknown) {
  await receiveRailReport(contextFor(actor, requestId), "bridge", readLiveRailReport(body));
  return { body: { received: true as const } };
}

export const handler = serve(vendorCallbackOperations, vendorFrame, {
  receiveBridgeCallback: async (call) => {
    const { principal, requestId } = call;
    if (principal.kind === "operator") return receiveOperatorReport(principal.actor, requestId, call.body);
    const context = contextFor("rail:bridge", requestId);
    const { bridgeCallback, bridgePartnerRefs } = await callbackReaders.bridge();
    const callback = bridgeCallback(call.body);
    if (callback) await receiveCallback(context, callback);
    await applyPartnerReport(context, bridgePartnerRefs(call.body));
    return { body: { received: true as const } };
  },
  receiveHifiCallback: async (call) => {
    const { hifiConversionRef } = await callbackReaders.hifi();
    const conversionRef = hifiConversionRef(call.body);
    if (conversionRef !== null)
      await receiveConversion(contextFor("conversion:hifi", call.requestId), "hifi", conversionRef);
    return { body: { received: true as const } };
  },
});
