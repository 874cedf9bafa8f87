import type { RefusedCall } from "../../http/operation-types.ts";
import { alertPage } from "./disputes/alert.ts";
import { casePage } from "./disputes/case.ts";
import { disputeDesk } from "./disputes/context.ts";
import { tenantRatiosPage } from "./disputes/ratios.ts";
import type { View } from "./kit/view.ts";
import type { PagesAgain } from "./refused.ts";

function desk({ operation = "", principal, requestId }: RefusedCall) {
  return disputeDesk({ operation, requestId, principal: { actor: principal?.actor ?? "public" } });
}

const alert = (view: View, call: RefusedCall) => alertPage(desk(call), view, call.params.id ?? "");

const disputeCase = (view: View, call: RefusedCall) => casePage(desk(call), view, call.params.id ?? "");

const ratios = (view: View, call: RefusedCall) => tenantRatiosPage(desk(call), view, call.params.id ?? "");

/** Where each form about disputes is shown again when it is refused. */
export const disputePagesAgain: PagesAgain = {
  bindAlert: alert,
  resolveAlertByHand: alert,
  dismissAlertByHand: alert,
  openCaseByHand: alert,
  gatherCaseByHand: disputeCase,
  addCaseText: disputeCase,
  addCaseFile: disputeCase,
  submitCaseByHand: disputeCase,
  noteCaseOutcome: disputeCase,
  withdrawCaseByHand: disputeCase,
  escalateCaseByHand: disputeCase,
  orderCasePacket: disputeCase,
  orderCreditByHand: ratios,
};
