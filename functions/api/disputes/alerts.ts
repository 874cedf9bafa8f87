import { listAlerts } from "../../app/disputes/alert-reads.ts";
import { dryRun } from "../../app/disputes/dry-run-rules.ts";
import { endAlert } from "../../app/disputes/resolve-alert.ts";
import { readRules, replaceRules } from "../../app/disputes/rules.ts";
import { alertOperations } from "../../contract/disputes/alerts.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { rulesShown, shownAlert, shownAlerts } from "./alert-query.ts";

export const handler = serve(
  alertOperations,
  {
    listAlertQueue: async (call) => {
      const asked = { ...call.query, status: "unmatched" as const };
      return { body: shownAlerts(await listAlerts(deskOf(call), call.principal, asked)) };
    },
    getAlert: async (call) => ({
      body: await shownAlert(deskOf(call), call.principal.tenantId, call.params.id),
    }),
    resolveAlert: async (call) => {
      const { tenantId } = call.principal;
      const named = { tenantId, alertId: call.params.id };
      await endAlert(deskOf(call), named, { as: "resolved", ...call.body });
      return { body: await shownAlert(deskOf(call), tenantId, call.params.id) };
    },
    dismissAlert: async (call) => {
      const { tenantId } = call.principal;
      const named = { tenantId, alertId: call.params.id };
      await endAlert(deskOf(call), named, { as: "dismissed", note: call.body.note });
      return { body: await shownAlert(deskOf(call), tenantId, call.params.id) };
    },
    readDisputeRules: async (call) => ({
      body: rulesShown(await readRules(deskOf(call), call.principal.tenantId)),
    }),
    replaceDisputeRules: async (call) => ({
      body: rulesShown(await replaceRules(deskOf(call), call.principal.tenantId, call.body.rules)),
    }),
    dryRunDisputeRules: async (call) => ({ body: await dryRun(deskOf(call), call.principal, call.body) }),
  },
  tenantFrame,
);
