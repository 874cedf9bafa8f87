import { flagKeys } from "../../domain/flag.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { RefusedCall } from "../../http/define.ts";
import { settings } from "../../wiring/env.ts";
import { approvalPage } from "./approvals.ts";
import { deliveryPage } from "./deliveries.ts";
import { consoleDesk } from "./desk.ts";
import { endpointPage } from "./endpoint.ts";
import { escrowPage } from "./escrows.ts";
import { flagPage } from "./flags.ts";
import type { PagesAgain } from "./refused.ts";
import { reviewItemPage } from "./review.ts";
import { signInPage } from "./sign-in.ts";
import { newTenantPage, tenantPage } from "./tenants.ts";
import type { View } from "./view.ts";

function desk({ operation = "", principal, requestId }: RefusedCall) {
  return consoleDesk({ operation, requestId, principal: { actor: principal?.actor ?? "public" } });
}

const tenant = (view: View, call: RefusedCall) => tenantPage(desk(call), view, call.params.id ?? "");

const endpoint = (view: View, call: RefusedCall) => {
  const { id = "", webhookId = "" } = call.params;
  return endpointPage(desk(call), view, { id, webhookId });
};

const approval = (view: View, call: RefusedCall) => approvalPage(desk(call), view, call.params.id ?? "");

const escrow = (view: View, call: RefusedCall) => escrowPage(desk(call), view, call.params.id ?? "");

/** Where each form is shown again when it is refused. */
export const pagesAgain: PagesAgain = {
  signIn: (view, { fields }) =>
    signInPage(view, { byToken: settings.ADMIN_AUTH !== "iam", next: fields.next }),
  registerTenant: (view) => newTenantPage(view),
  editTenant: tenant,
  setTenantStatus: tenant,
  addKey: tenant,
  endKey: tenant,
  addEndpoint: tenant,
  editEndpoint: endpoint,
  switchEndpoint: endpoint,
  removeEndpoint: endpoint,
  rotateEndpoint: endpoint,
  testEndpoint: endpoint,
  replayEndpoint: endpoint,
  actOnItem: (view, call) => reviewItemPage(desk(call), view, call.params.id ?? ""),
  giveApproval: approval,
  refuseApproval: approval,
  decideOnEscrow: escrow,
  withdrawEscrowDecision: escrow,
  redeliverAgain: (view, call) => deliveryPage(desk(call), view, call.params.id ?? ""),
  switchFlag: (view, call) => {
    const key = flagKeys.find((each) => each === call.params.key);
    if (!key) throw new Refusal("not_found", "there is no such flag");
    const { tenantId } = call.fields;
    return flagPage(desk(call), view, key, { tenantId: tenantId === "" ? undefined : tenantId });
  },
};
