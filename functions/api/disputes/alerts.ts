import { listAlerts } from "../../app/disputes/alert-reads.ts";
import { dryRun } from "../../app/disputes/dry-run-rules.ts";
import { endAlert } from "../../app/disputes/resolve-alert.ts";
import { readRules, replaceRules } from "../../app/disputes/rules.ts";
import { alertOperations } from "../../contract/disputes/alerts.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { expandedAlert, shownAlert, shownAlerts, viewRules } from "./alert-query.ts";

export const handler = serve(alertOperations, withLinks(withCursors(tenantFrame)), {
  listAlertQueue: async (call) => {
    const input = { ...call.query, status: "unmatched" as const };
    const page = await listAlerts(contextOf(call), call.principal, input);
    return { body: await shownAlerts(viewContextOf(call), call, page) };
  },
  getAlert: async (call) => ({ body: await expandedAlert(viewContextOf(call), call, call.params.id) }),
  resolveAlert: async (call) => {
    const { tenantId } = call.principal;
    const named = { tenantId, alertId: call.params.id };
    await endAlert(contextOf(call), named, { as: "resolved", ...call.body });
    return { body: await shownAlert(contextOf(call), tenantId, call.params.id) };
  },
  dismissAlert: async (call) => {
    const { tenantId } = call.principal;
    const named = { tenantId, alertId: call.params.id };
    await endAlert(contextOf(call), named, { as: "dismissed", note: call.body.note });
    return { body: await shownAlert(contextOf(call), tenantId, call.params.id) };
  },
  readDisputeRules: async (call) => ({ body: viewRules(await readRules(contextOf(call), call.principal.tenantId)) }),
  replaceDisputeRules: async (call) => ({
    body: viewRules(await replaceRules(contextOf(call), call.principal.tenantId, call.body.rules)),
  }),
  dryRunDisputeRules: async (call) => ({ body: await dryRun(contextOf(call), call.principal, call.body) }),
});
