import { listAlerts } from "../app/alert-reads.ts";
import { ingestAlert } from "../app/ingest-alert.ts";
import { matchAlert } from "../app/match-alert.ts";
import { serve } from "../http/route.ts";
import { clock, deskOf } from "../wiring/base.ts";
import { settings } from "../wiring/env.ts";
import { log } from "../wiring/log.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { vendors } from "../wiring/vendors.ts";
import { saidAsked, shownAlert, shownAlerts, sourceAsked, toldAlert } from "./alert-asked.ts";
import { alertIngestOperations } from "./alerts.contract.ts";
import { keyedRequest } from "./keyed-request.ts";

export const handler = serve(
  alertIngestOperations,
  {
    listAlerts: async (call) => ({
      body: shownAlerts(await listAlerts(deskOf(call), call.principal, call.query)),
    }),
    ingestAlert: async (call) => {
      const source = sourceAsked(call.query.source, settings.ALERT_SOURCES);
      const said = saidAsked(call.body, clock.now());
      const request = { ...keyedRequest(call), source, said };
      return toldAlert(await ingestAlert({ ...vendors, ...deskOf(call), log }, request));
    },
    matchAlert: async (call) => {
      const { tenantId } = call.principal;
      const named = { tenantId, alertId: call.params.id };
      await matchAlert({ ...vendors, ...deskOf(call), log }, named, call.body);
      return { body: await shownAlert(deskOf(call), tenantId, call.params.id) };
    },
  },
  tenantFrame,
);
