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
import { disputeDesk } from "./disputes/context.ts";
import { ratiosPage, tenantRatiosPage } from "./disputes/ratios.ts";
import { showingOn } from "./kit/flash-message.ts";
import { shown } from "./kit/layout.ts";
import { href, viewOf } from "./kit/view.ts";
import { refusedPages } from "./refused.ts";
import { disputePagesAgain } from "./rerender-dispute-form.ts";

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
