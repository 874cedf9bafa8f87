import { listAlerts } from "../../app/disputes/alert-reads.ts";
import { ingestAlert } from "../../app/disputes/ingest-alert.ts";
import { matchAlert } from "../../app/disputes/match-alert.ts";
import { escrowSearch } from "../../app/escrow/disputes.ts";
import { alertIngestOperations } from "../../contract/disputes/alerts.ts";
import { idempotentRequest } from "../../http/idempotent-request.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { log } from "../../wiring/core/log.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { alertReportOf, alertSourceOf, ingestAnswer, shownAlert, shownAlerts } from "./alert-query.ts";

export const handler = serve(alertIngestOperations, withLinks(withCursors(tenantFrame)), {
  listAlerts: async (call) => {
    const page = await listAlerts(contextOf(call), call.principal, call.query);
    return { body: await shownAlerts(viewContextOf(call), call, page) };
  },
  ingestAlert: async (call) => {
    const source = alertSourceOf(call.query.source, settings.ALERT_SOURCES);
    const report = alertReportOf(call.body, clock.now());
    const request = { ...idempotentRequest(call), source, said: report };
    return ingestAnswer(await ingestAlert({ ...vendors, ...contextOf(call), ...escrowSearch, log }, request));
  },
  matchAlert: async (call) => {
    const { tenantId } = call.principal;
    const named = { tenantId, alertId: call.params.id };
    await matchAlert({ ...vendors, ...contextOf(call), log }, named, call.body);
    return { body: await shownAlert(contextOf(call), tenantId, call.params.id) };
  },
});
