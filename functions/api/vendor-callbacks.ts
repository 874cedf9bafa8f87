import { receiveCallback } from "../app/receive-callback.ts";
import { conversionMoved } from "../app/receive-conversion.ts";
import { partnerMoved } from "../app/receive-partner.ts";
import { receiveRailReport } from "../app/receive-rail-report.ts";
import { serve } from "../http/route.ts";
import { deskFor } from "../wiring/base.ts";
import { vendorFrame } from "../wiring/vendor-callbacks.ts";
import { bridgeCallback, bridgePartnerRefs, hifiConversionRef } from "../wiring/vendor-words.ts";
import { readLiveRailReport } from "./rail-report.ts";
import { vendorCallbackOperations } from "./vendor-callbacks.contract.ts";

export const handler = serve(
  vendorCallbackOperations,
  {
    receiveBridgeCallback: async (call) => {
      if (call.principal.kind === "operator") {
        const report = readLiveRailReport(call.body);
        await receiveRailReport(deskFor(call.principal.actor, call.requestId), "bridge", report);
        return { body: { received: true as const } };
      }
      const desk = deskFor("rail:bridge", call.requestId);
      const callback = bridgeCallback(call.body);
      if (callback) await receiveCallback(desk, callback);
      await partnerMoved(desk, bridgePartnerRefs(call.body));
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
