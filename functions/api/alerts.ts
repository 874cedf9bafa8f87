import { listAlerts } from "../app/alert-reads.ts";
import { readRules, replaceRules } from "../app/dispute-rules.ts";
import { dryRun } from "../app/dry-run-rules.ts";
import { endAlert } from "../app/resolve-alert.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { rulesShown, shownAlert, shownAlerts } from "./alert-asked.ts";
import { alertOperations } from "./alerts.contract.ts";

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
