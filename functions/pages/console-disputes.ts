import type { Answer, Call } from "../http/define.ts";
import type { Operation } from "../http/operation.ts";
import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { alertPage } from "./console/alert.ts";
import { alertsPage } from "./console/alerts.ts";
import { casePage } from "./console/case.ts";
import { evidenceFile, packetFile, uploadedPage, uploadPage } from "./console/case-files.ts";
import { casesPage } from "./console/cases.ts";
import { disputeActions } from "./console/dispute-actions.ts";
import { disputePagesAgain } from "./console/dispute-again.ts";
import { type DisputeDesk, disputeDesk } from "./console/dispute-desk.ts";
import { shown } from "./console/layout.ts";
import { ratiosPage, tenantRatiosPage } from "./console/ratios.ts";
import { refusedPages } from "./console/refused.ts";
import { type Content, href, type View, viewOf } from "./console/view.ts";
import { consoleDisputeActionOperations } from "./console-dispute-actions.contract.ts";
import { consoleDisputeOperations } from "./console-disputes.contract.ts";

type Asked = Parameters<typeof viewOf>[0] & Parameters<typeof disputeDesk>[0];

/** A handler that shows what `page` makes of a call, or sends the browser where the page says. */
function showing<O extends Operation>(
  page: (desk: DisputeDesk, view: View, call: Call<O>) => Promise<Content | Answer<string>>,
) {
  return async (call: Call<O>): Promise<Answer<string>> => {
    const asked = call as unknown as Asked;
    const view = viewOf(asked);
    const made = await page(disputeDesk(asked), view, call);
    return "body" in made ? made : shown(view, made);
  };
}

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
