import { Refusal } from "../../domain/core/refusal.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import type { RefusedCall } from "../../http/operation-types.ts";
import { settings } from "../../wiring/core/env.ts";
import { escrowPage } from "./escrow/escrows.ts";
import { consoleDesk } from "./kit/context.ts";
import { signInPage } from "./kit/sign-in.ts";
import type { View } from "./kit/view.ts";
import type { PagesAgain } from "./refused.ts";
import { approvalPage } from "./review/approvals.ts";
import { reviewItemPage } from "./review/review.ts";
import { flagPage } from "./tenants/flags.ts";
import { newTenantPage, tenantPage } from "./tenants.ts";
import { deliveryPage } from "./webhooks/deliveries.ts";
import { endpointPage } from "./webhooks/endpoint.ts";

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
