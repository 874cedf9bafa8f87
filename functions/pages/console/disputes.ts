import { consoleDisputeActionOperations } from "../../contract/console/console-dispute-actions.ts";
import { consoleDisputeOperations } from "../../contract/console/console-disputes.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { disputeActions } from "./dispute-actions.ts";
import { alertPage } from "./disputes/alert.ts";
import { alertsPage } from "./disputes/alerts.ts";
import { casePage } from "./disputes/case.ts";
import { evidenceFile, packetFile, uploadedPage, uploadPage } from "./disputes/case-files.ts";
import { casesPage } from "./disputes/cases.ts";
import { disputeContext } from "./disputes/context.ts";
import { ratiosPage, tenantRatiosPage } from "./disputes/ratios.ts";
import { formPages, showingOn } from "./kit/handlers.ts";
import { shown } from "./kit/layout.ts";
import { href, viewOf } from "./kit/view.ts";
import { refusedPages } from "./refused.ts";

const showing = showingOn(disputeContext);

const pages = formPages(disputeContext, consoleDisputeActionOperations, {
  "/console/disputes/alerts/{id}": alertPage,
  "/console/disputes/cases/{id}": casePage,
  "/console/disputes/ratios/{id}": tenantRatiosPage,
});

export const handler = serve(
  { ...consoleDisputeOperations, ...consoleDisputeActionOperations },
  {
    showAlerts: showing(alertsPage),
    showAlert: showing(alertPage),
    showCases: showing(casesPage),
    showCase: showing(casePage),
    showEvidence: showing((context, _, { params }) => evidenceFile(context, params)),
    showUpload: showing((context, view, { params }) => uploadPage(context, view, params)),
    showUploaded: async (call) => {
      const view = viewOf(call as Parameters<typeof viewOf>[0]);
      const { id } = call.params;
      const refresh = `0;url=${href(view, `disputes/cases/${id}`, { done: "file-looked-at" })}`;
      return shown(view, uploadedPage(view, id), { headers: { refresh } });
    },
    showPacket: showing((context, view, { params }) => packetFile(context, view, params.id)),
    showRatios: showing(ratiosPage),
    showTenantRatios: showing(tenantRatiosPage),
    ...disputeActions,
  },
  consoleFrame(refusedPages(pages)),
);
