import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { alertPage } from "./console/alert.ts";
import { alertsPage } from "./console/alerts.ts";
import { casePage } from "./console/case.ts";
import { evidenceFile, packetFile, uploadedPage, uploadPage } from "./console/case-files.ts";
import { casesPage } from "./console/cases.ts";
import { disputeActions } from "./console/dispute-actions.ts";
import { disputePagesAgain } from "./console/dispute-again.ts";
import { disputeDesk } from "./console/dispute-desk.ts";
import { shown } from "./console/layout.ts";
import { ratiosPage, tenantRatiosPage } from "./console/ratios.ts";
import { refusedPages } from "./console/refused.ts";
import { showingOn } from "./console/showing.ts";
import { href, viewOf } from "./console/view.ts";
import { consoleDisputeActionOperations } from "./console-dispute-actions.contract.ts";
import { consoleDisputeOperations } from "./console-disputes.contract.ts";

const showing = showingOn(disputeDesk);

export const handler = serve(
  { ...consoleDisputeOperations, ...consoleDisputeActionOperations },
  {
    showAlerts: showing((desk, view, { query }) => alertsPage(desk, view, query)),
    showAlert: showing((desk, view, { params }) => alertPage(desk, view, params.id)),
    showCases: showing((desk, view, { query }) => casesPage(desk, view, query)),
    showCase: showing((desk, view, { params }) => casePage(desk, view, params.id)),
    showEvidence: showing((desk, _, { params }) => evidenceFile(desk, params)),
    showUpload: showing((desk, view, { params }) => uploadPage(desk, view, params)),
    showUploaded: async (call) => {
      const view = viewOf(call as Parameters<typeof viewOf>[0]);
      const { id } = call.params;
      const refresh = `0;url=${href(view, `disputes/cases/${id}`, { done: "file-looked-at" })}`;
      return shown(view, uploadedPage(view, id), { headers: { refresh } });
    },
    showPacket: showing((desk, view, { params }) => packetFile(desk, view, params.id)),
    showRatios: showing((desk, view, { query }) => ratiosPage(desk, view, query)),
    showTenantRatios: showing((desk, view, { params }) => tenantRatiosPage(desk, view, params.id)),
    ...disputeActions,
  },
  consoleFrame(refusedPages(disputePagesAgain)),
);
