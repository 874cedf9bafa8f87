import { loadAlert } from "../../app/disputes/alert-reads.ts";
import { actOnCase, type CaseAct } from "../../app/disputes/case-actions.ts";
import { attachByForm, attachText } from "../../app/disputes/case-evidence.ts";
import { matchAlert } from "../../app/disputes/match-alert.ts";
import { orderCredit } from "../../app/disputes/programs.ts";
import { endAlert } from "../../app/disputes/resolve-alert.ts";
import { startCase } from "../../app/disputes/start-case.ts";
import { packetLink, submitToNetwork } from "../../app/disputes/submit-case.ts";
import type { consoleDisputeActionOperations } from "../../contract/console/console-dispute-actions.ts";
import type { Answer, Handlers } from "../../http/operation-types.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { uploadedUrl } from "./disputes/case-files.ts";
import { disputeDesk } from "./disputes/context.ts";
import { filenameOf } from "./disputes/evidence-labels.ts";
import { seeOther, type View, viewOf } from "./kit/view.ts";

type Sent = Parameters<typeof disputeDesk>[0] &
  Parameters<typeof viewOf>[0] & { readonly params: { readonly id: string } };

type Done = NonNullable<View["done"]>;

/** Nothing but what the alert says: the rest of a case follows from that. */
const asTheAlertSays = {
  ...{ paymentId: null, stage: null, network: null, reasonCode: null },
  ...{ amountCents: null, currency: null, networkDueBy: null },
};

function onAlert({ params }: Sent) {
  return { tenantId: null, alertId: params.id };
}

function onCase({ params }: Sent) {
  return { tenantId: null, caseId: params.id };
}

function backToAlert(call: Sent, done: Done): Answer<string> {
  return seeOther(viewOf(call), `disputes/alerts/${call.params.id}`, { done });
}

function backToCase(call: Sent, done: Done, caseId = call.params.id): Answer<string> {
  return seeOther(viewOf(call), `disputes/cases/${caseId}`, { done });
}

async function acted(call: Sent, act: CaseAct, done: Done): Promise<Answer<string>> {
  await actOnCase(disputeDesk(call), onCase(call), act);
  return backToCase(call, done);
}

/** What operators do about alerts, cases and a tenant's credit. */
export const disputeActions: Handlers<typeof consoleDisputeActionOperations> = {
  bindAlert: async (call) => {
    const { paymentId, note } = call.body;
    await matchAlert({ ...vendors, ...disputeDesk(call) }, onAlert(call), { paymentId, note });
    return backToAlert(call, "bound");
  },
  resolveAlertByHand: async (call) => {
    await endAlert(disputeDesk(call), onAlert(call), { as: "resolved", ...call.body });
    return backToAlert(call, "resolved");
  },
  dismissAlertByHand: async (call) => {
    await endAlert(disputeDesk(call), onAlert(call), { as: "dismissed", ...call.body });
    return backToAlert(call, "dismissed");
  },
  openCaseByHand: async (call) => {
    const desk = disputeDesk(call);
    const alertId = call.params.id;
    const { tenantId } = (await loadAlert(desk, null, alertId)).state;
    const { state, opened } = await startCase(desk, tenantId, { alertId, ...asTheAlertSays });
    return backToCase(call, opened ? "case-opened" : "case-joined", state.id);
  },
  gatherCaseByHand: (call) => acted(call, { act: "gather" }, "gathering"),
  addCaseText: async (call) => {
    await attachText(disputeDesk(call), onCase(call), call.body);
    return backToCase(call, "text-added");
  },
  addCaseFile: async (call) => {
    const { id } = call.params;
    const { type, contentType } = call.body;
    const announced = { type, contentType, filename: filenameOf(type, contentType) };
    const asked = { ...announced, redirectTo: uploadedUrl(id) };
    const { piece } = await attachByForm(disputeDesk(call), onCase(call), asked);
    return seeOther(viewOf(call), `disputes/cases/${id}/uploads/${piece.id}`);
  },
  submitCaseByHand: async (call) => {
    await submitToNetwork(disputeDesk(call), onCase(call), call.body);
    return backToCase(call, "submitted");
  },
  noteCaseOutcome: (call) => {
    const { recovered: recoveredCents, ...said } = call.body;
    return acted(call, { act: "outcome", asked: { ...said, recoveredCents } }, "outcome-noted");
  },
  withdrawCaseByHand: (call) => acted(call, { act: "withdraw" }, "dispute-withdrawn"),
  escalateCaseByHand: (call) => {
    return acted(call, { act: "escalate", asked: call.body }, "escalated");
  },
  orderCasePacket: async (call) => {
    await packetLink(disputeDesk(call), onCase(call));
    return backToCase(call, "packet-ordered");
  },
  orderCreditByHand: async (call) => {
    await orderCredit(disputeDesk(call), call.params.id, call.body);
    const done = call.body.action === "suspend" ? "credit-suspended" : "credit-given-back";
    return seeOther(viewOf(call), `disputes/ratios/${call.params.id}`, { done });
  },
};
