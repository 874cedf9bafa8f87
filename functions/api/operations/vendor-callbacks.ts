import { applyPartnerReport } from "../../app/onboarding/receive-partner.ts";
import { namedSubject, receiveCallback, reportForRail } from "../../app/operations/receive-callback.ts";
import { vendorCallbackOperations } from "../../contract/operations/vendor-callbacks.ts";
import { serve } from "../../http/route.ts";
import { contextFor } from "../../wiring/core/context.ts";
import { twoPersonControl } from "../../wiring/core/env.ts";
import { bridgeCallbacks, bridgeFrame } from "../../wiring/rails/bridge-callbacks.ts";
import { readLiveRailReport } from "./live-rail-report.ts";

/** What an operator reports for a rail that cannot call. */
async function receiveOperatorReport(actor: string, requestId: string, body: unknown) {
  const context = { ...contextFor(actor, requestId), twoPersonControl };
  const waits = await reportForRail(context, "bridge", readLiveRailReport(body));
  return waits === undefined ? { body: { received: true as const } } : { status: 202 as const, body: waits };
}

export const handler = serve(vendorCallbackOperations, bridgeFrame, {
  receiveBridgeCallback: async (call) => {
    const { principal, requestId } = call;
    if (principal.kind === "operator") return receiveOperatorReport(principal.actor, requestId, call.body);
    const context = contextFor("rail:bridge", requestId);
    const { bridgeCallback, bridgePartnerRefs } = await bridgeCallbacks();
    const callback = bridgeCallback(call.body);
    if (callback) await receiveCallback(context, callback);
    await applyPartnerReport(context, bridgePartnerRefs(call.body));
    return { body: { received: true as const }, ...(callback && { about: namedSubject(callback) }) };
  },
});
