import { consoleActionOperations, consoleLinkOperations } from "../../contract/console/console-actions.ts";
import type { RefusedCall } from "../../http/operation-types.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { escrowActions } from "./escrow/actions.ts";
import { escrowPage } from "./escrow/escrows.ts";
import { type ConsoleContext, consoleContext } from "./kit/context.ts";
import { formPages } from "./kit/handlers.ts";
import { linkActions, sessionActions } from "./kit/session-actions.ts";
import { redisplaySignIn } from "./kit/sign-in.ts";
import type { View } from "./kit/view.ts";
import { refusedPages } from "./refused.ts";
import { reviewActions } from "./review/actions.ts";
import { approvalPage } from "./review/approvals.ts";
import { reviewItemPage } from "./review/review.ts";
import { tenantActions } from "./tenants/actions.ts";
import { flagPage } from "./tenants/flags.ts";
import { newTenantPage, tenantPage } from "./tenants/tenants.ts";
import { deliveryPage } from "./webhooks/deliveries.ts";
import { endpointPage } from "./webhooks/endpoint.ts";
import { endpointActions } from "./webhooks/endpoint-actions.ts";

/** The flag in the scope that its form was about. */
function flagAgain(context: ConsoleContext, view: View, { params: { key = "" }, fields }: RefusedCall) {
  return flagPage(context, view, { params: { key }, query: { tenantId: fields.tenantId || undefined } });
}

const pages = formPages(consoleContext, consoleActionOperations, {
  "/console/sign-in": redisplaySignIn,
  "/console/tenants/new": newTenantPage,
  "/console/tenants/{id}": tenantPage,
  "/console/tenants/{id}/webhooks/{webhookId}": endpointPage,
  "/console/review/{id}": reviewItemPage,
  "/console/approvals/{id}": approvalPage,
  "/console/escrows/{id}": escrowPage,
  "/console/deliveries/{id}": deliveryPage,
  "/console/flags/{key}": flagAgain,
});

export const handler = serve(
  { ...consoleActionOperations, ...consoleLinkOperations },
  {
    ...sessionActions,
    ...tenantActions,
    ...endpointActions,
    ...reviewActions,
    ...escrowActions,
    ...linkActions,
  },
  consoleFrame(refusedPages(pages)),
);
