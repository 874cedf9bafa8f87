import { loadAlert } from "../../app/disputes/alert-reads.ts";
import { type CaseAction, takeCaseAction } from "../../app/disputes/case-actions.ts";
import { attachByForm, attachText } from "../../app/disputes/case-evidence.ts";
import { matchAlert } from "../../app/disputes/match-alert.ts";
import { orderCredit } from "../../app/disputes/programs.ts";
import { endAlert } from "../../app/disputes/resolve-alert.ts";
import { startCase } from "../../app/disputes/start-case.ts";
import { packetLink, submitToNetwork } from "../../app/disputes/submit-case.ts";
import { consoleDisputeActionOperations } from "../../contract/console/console-dispute-actions.ts";
import { consoleDisputeOperations } from "../../contract/console/console-disputes.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { alertPage, alertsPage } from "./disputes/alerts.ts";
import { evidenceFile, packetFile, uploadedPage, uploadedUrl, uploadPage } from "./disputes/case-files.ts";
import { casePage, casesPage } from "./disputes/cases.ts";
import { type DisputeContext, disputeContext } from "./disputes/context.ts";
import { filenameOf } from "./disputes/labels.ts";
import { ratiosPage, tenantRatiosPage } from "./disputes/ratios.ts";
import { formPages, leading, performing, showOn } from "./kit/handlers.ts";
import { htmlAnswer } from "./kit/layout.ts";
import { href, viewOf } from "./kit/view.ts";
import { serveConsole } from "./refused.ts";

interface OnRecord {
  readonly params: { readonly id: string };
}

/** Nothing but what the alert says: the rest of a case follows from that. */
const asTheAlertSays = {
  ...{ paymentId: null, stage: null, network: null, reasonCode: null },
  ...{ amountCents: null, currency: null, networkDueBy: null },
};

const alertPlace = "disputes/alerts/{id}";
const casePlace = "disputes/cases/{id}";

function alertOf({ params }: OnRecord) {
  return { tenantId: null, alertId: params.id };
}

function caseOf({ params }: OnRecord) {
  return { tenantId: null, caseId: params.id };
}

function act(context: DisputeContext, call: OnRecord, change: CaseAction) {
  return takeCaseAction(context, caseOf(call), change);
}

export const disputeActions = performing(consoleDisputeActionOperations, disputeContext, {
  bindAlert: leading(alertPlace, "bound", (context, call) => {
    const { paymentId, note } = call.body;
    return matchAlert({ ...vendors, ...context }, alertOf(call), { paymentId, note });
  }),
  resolveAlertByHand: leading(alertPlace, "resolved", (context, call) =>
    endAlert(context, alertOf(call), { as: "resolved", ...call.body }),
  ),
  dismissAlertByHand: leading(alertPlace, "dismissed", (context, call) =>
    endAlert(context, alertOf(call), { as: "dismissed", ...call.body }),
  ),
  openCaseByHand: async (context, { params: { id: alertId } }) => {
    const { tenantId } = (await loadAlert(context, null, alertId)).state;
    const { state, opened } = await startCase(context, tenantId, { alertId, ...asTheAlertSays });
    return { to: `disputes/cases/${state.id}`, done: opened ? "case-opened" : "case-joined" };
  },
  gatherCaseByHand: leading(casePlace, "gathering", (context, call) => act(context, call, { act: "gather" })),
  addCaseText: leading(casePlace, "text-added", (context, call) => attachText(context, caseOf(call), call.body)),
  addCaseFile: async (context, call) => {
    const { id } = call.params;
    const { type, contentType } = call.body;
    const file = { type, contentType, filename: filenameOf(type, contentType), redirectTo: uploadedUrl(id) };
    const { piece } = await attachByForm(context, caseOf(call), file);
    return { to: `disputes/cases/${id}/uploads/${piece.id}` };
  },
  submitCaseByHand: leading(casePlace, "submitted", (context, call) =>
    submitToNetwork(context, caseOf(call), call.body),
  ),
  noteCaseOutcome: leading(casePlace, "outcome-noted", (context, call) => {
    const { recovered: recoveredCents, ...rest } = call.body;
    return act(context, call, { act: "outcome", input: { ...rest, recoveredCents } });
  }),
  withdrawCaseByHand: leading(casePlace, "dispute-withdrawn", (context, call) =>
    act(context, call, { act: "withdraw" }),
  ),
  escalateCaseByHand: leading(casePlace, "escalated", (context, call) =>
    act(context, call, { act: "escalate", input: call.body }),
  ),
  orderCasePacket: leading(casePlace, "packet-ordered", (context, call) => packetLink(context, caseOf(call))),
  orderCreditByHand: async (context, { params: { id }, body }) => {
    await orderCredit(context, id, body);
    const done = body.action === "suspend" ? "credit-suspended" : "credit-given-back";
    return { to: `disputes/ratios/${id}`, done };
  },
});

const showing = showOn(disputeContext);

const pages = formPages(disputeContext, consoleDisputeActionOperations, {
  "/console/disputes/alerts/{id}": alertPage,
  "/console/disputes/cases/{id}": casePage,
  "/console/disputes/ratios/{id}": tenantRatiosPage,
});

export const handler = serveConsole(
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
      return htmlAnswer(view, uploadedPage(view, id), { headers: { refresh } });
    },
    showPacket: showing((context, view, { params }) => packetFile(context, view, params.id)),
    showRatios: showing(ratiosPage),
    showTenantRatios: showing(tenantRatiosPage),
    ...disputeActions,
  },
  pages,
);
