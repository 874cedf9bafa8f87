import { Refusal } from "../../domain/core/refusal.ts";
import type { RefusedCall } from "../../http/operation-types.ts";
import { text } from "../../http/schemas.ts";
import { accessRequestPage } from "./access/access-requests.ts";
import type { View } from "./kit/view.ts";
import { applicationPage } from "./onboarding/application.ts";
import { newInvitePage } from "./onboarding/application-forms.ts";
import { peopleDesk } from "./people-context.ts";
import type { PagesAgain } from "./refused.ts";
import { resellerBrandPage, tenantBrandPage } from "./tenants/brand.ts";

function desk({ operation = "", principal, requestId }: RefusedCall) {
  return peopleDesk({ operation, requestId, principal: { actor: principal?.actor ?? "public" } });
}

const application = (view: View, call: RefusedCall) =>
  applicationPage(desk(call), view, call.params.id ?? "");

const request = (view: View, call: RefusedCall) => accessRequestPage(desk(call), view, call.params.id ?? "");

const tenantBrand = (view: View, call: RefusedCall) =>
  tenantBrandPage(desk(call), view, call.params.id ?? "");

const resellerBrand = (view: View, call: RefusedCall) => {
  const named = text(1, 128).safeParse(call.fields.isoRef);
  if (!named.success) throw new Refusal("not_found", "there is no such reseller");
  return resellerBrandPage(desk(call), view, named.data);
};

/** Where each form about people is shown again when it is refused. */
export const peoplePagesAgain: PagesAgain = {
  inviteByHand: (view, call) => newInvitePage(desk(call), view, undefined),
  resendByHand: application,
  revokeByHand: application,
  acceptRequest: request,
  declineRequest: request,
  setTenantBrand: tenantBrand,
  dropTenantBrand: tenantBrand,
  setResellerBrand: resellerBrand,
  dropResellerBrand: resellerBrand,
};
