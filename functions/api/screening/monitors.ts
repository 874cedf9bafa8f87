import { embedRecords } from "../../app/core/embed-records.ts";
import type { Store } from "../../app/core/ports.ts";
import { isStandardSecret } from "../../app/core/sign.ts";
import { monitorJoins } from "../../app/screening/embeddable.ts";
import { deleteMonitor, getMonitor, listMonitors } from "../../app/screening/monitors.ts";
import { type MonitorContext, openMonitor } from "../../app/screening/open-monitor.ts";
import { monitorOperations } from "../../contract/screening/monitors.ts";
import { replayedHeader } from "../../http/idempotent-replay.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { serve } from "../../http/route.ts";
import { type contextOf, store } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { screeningFrame } from "../../wiring/frames/screening.ts";
import { screenContextOf } from "../../wiring/screening/screens.ts";
import { answerSecrets as keptSecrets, secretSealer as secrets, urls } from "../../wiring/webhooks/endpoints.ts";
import { viewAlert, viewMonitor } from "./monitor-view.ts";
import { verdictAge } from "./verdict-max-age.ts";

/** The context of an account's request about its monitors; their deliveries are in the same book. */
function monitorContext(call: Parameters<typeof contextOf>[0]): MonitorContext & { readonly deliveries: Store } {
  return { ...screenContextOf(call), deliveries: store, secrets, keptSecrets, urls };
}

export const handler = serve(monitorOperations, withCursors(screeningFrame), {
  openMonitor: async (call) => {
    const { webhook: url, chain = null, ...rest } = call.body;
    const input = { ...rest, url, chain };
    const { monitor, secret, isReplay } = await openMonitor(monitorContext(call), idempotentRequest(call), input);
    const seen = viewMonitor({ monitor, paused: false, disabledReason: null });
    const headers = isReplay ? { ...replayedHeader, ...verdictAge(monitor.createdAt) } : {};
    return { body: { ...seen, secret, standardWebhooks: isStandardSecret(secret) }, headers };
  },
  listMonitors: async (call) => {
    const context = monitorContext(call);
    const { data, nextCursor } = await listMonitors(context, call.principal.tenantId, call.query);
    const embedded = await embedRecords(viewContextOf(call), monitorJoins, call, data);
    return { body: { data: data.map((each) => ({ ...viewMonitor(each), ...embedded(each) })), nextCursor } };
  },
  getMonitor: async (call) => {
    const seen = await getMonitor(monitorContext(call), call.principal.tenantId, call.params.id);
    const embedded = await embedRecords(viewContextOf(call), monitorJoins, call, [seen]);
    return { body: { ...viewMonitor(seen), ...embedded(seen), alerts: seen.alerts.map(viewAlert) } };
  },
  deleteMonitor: async (call) => {
    const monitor = await deleteMonitor(monitorContext(call), call.principal.tenantId, call.params.id);
    return { body: viewMonitor({ monitor, paused: false, disabledReason: null }) };
  },
});
