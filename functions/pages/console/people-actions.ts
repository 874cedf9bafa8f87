import { acceptSignupRequest, declineSignupRequest } from "../../app/access/signups.ts";
import { inviteApplicant, resendInvite, revokeInvite, type WithLink } from "../../app/onboarding/invites.ts";
import { putBrand, removeBrand } from "../../app/tenants/brand-changes.ts";
import { brandsOf } from "../../app/tenants/brand-list.ts";
import type { BrandOwner } from "../../app/tenants/brands.ts";
import type { consolePeopleActionOperations } from "../../contract/console/console-people-actions.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Answer, Call, Handlers } from "../../http/operation-types.ts";
import { moment } from "./kit/components.ts";
import { shown } from "./kit/layout.ts";
import { seeOther, viewOf } from "./kit/view.ts";
import { oncePage } from "./onboarding/people-labels.ts";
import { type PeopleDesk, peopleDesk } from "./people-context.ts";

type Actions = Handlers<typeof consolePeopleActionOperations>;
type Sent = Parameters<typeof peopleDesk>[0] & Parameters<typeof viewOf>[0];
type Typed = Call<(typeof consolePeopleActionOperations)["setTenantBrand"]>["body"];

/** Shows an application's link this once. */
function linkShown(call: Sent, title: string, { application, magicLink }: WithLink): Answer<string> {
  const { id, contactEmail, expiresAt } = application;
  const view = viewOf(call);
  const content = oncePage(view, {
    title,
    words: `A letter with a link of its own is on its way to ${contactEmail}.`,
    secrets: [["The link", magicLink]],
    more: [["Ends", moment(expiresAt)]],
    above: ["people/applications", "Applications"],
    back: `people/applications/${id}`,
  });
  return shown(view, content);
}

/** A form has the colours side by side, where the interface has them in one object. */
function asTyped(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const fields = error.detail.fields?.map(({ path, message }) => {
    return { path: path.replace(/^colours\./, ""), message };
  });
  return new Refusal(error.code, error.message, { ...error.detail, ...(fields && { fields }) });
}

async function saveBrand(desk: PeopleDesk, owner: BrandOwner, typed: Typed): Promise<void> {
  const { accent, text, background, logo: choice, ...said } = typed;
  const [before] = await brandsOf(desk, [owner]);
  const kept = choice === "keep" ? (before?.logo ?? null) : null;
  const logo = kept && { id: kept.id };
  try {
    await putBrand(desk, owner, { ...said, colours: { accent, text, background }, logo });
  } catch (error) {
    throw asTyped(error);
  }
}

/** What operators do about who applies, who asks to be let in, and how the service looks. */
export const peopleActions: Actions = {
  inviteByHand: async (call) => {
    const made = await inviteApplicant(peopleDesk(call), call.body);
    return linkShown(call, "It is invited", made);
  },
  resendByHand: async (call) => {
    const made = await resendInvite(peopleDesk(call), call.params.id);
    return linkShown(call, "A new link", made);
  },
  revokeByHand: async (call) => {
    const { id } = await revokeInvite(peopleDesk(call), call.params.id);
    return seeOther(viewOf(call), `people/applications/${id}`, { done: "invitation-revoked" });
  },
  acceptRequest: async (call) => {
    const { id } = call.params;
    const { tenant, apiKey, invite } = await acceptSignupRequest(peopleDesk(call), id, call.body);
    const view = viewOf(call);
    const content = oncePage(view, {
      title: "It is let in",
      words: `Its tenant is made, and a letter with a link of its own is on its way to ${tenant.contactEmail}.`,
      secrets: [
        ["Its API key", apiKey],
        ["The link to its application", invite.magicLink],
      ],
      more: [
        ["Tenant", tenant.name],
        ["Slug", tenant.slug],
        ["The link ends", moment(invite.expiresAt)],
      ],
      above: ["people/requests", "Access requests"],
      back: `people/requests/${id}`,
    });
    return shown(view, content);
  },
  declineRequest: async (call) => {
    const { id } = await declineSignupRequest(peopleDesk(call), call.params.id, call.body.reason);
    return seeOther(viewOf(call), `people/requests/${id}`, { done: "request-declined" });
  },
  setTenantBrand: async (call) => {
    const tenantId = call.params.id;
    await saveBrand(peopleDesk(call), { tenantId }, call.body);
    return seeOther(viewOf(call), `people/brands/tenants/${tenantId}`, { done: "brand-set" });
  },
  dropTenantBrand: async (call) => {
    const tenantId = call.params.id;
    await removeBrand(peopleDesk(call), { tenantId });
    return seeOther(viewOf(call), `people/brands/tenants/${tenantId}`, { done: "brand-removed" });
  },
  setResellerBrand: async (call) => {
    const { isoRef, ...typed } = call.body;
    await saveBrand(peopleDesk(call), { isoRef }, typed);
    return seeOther(viewOf(call), "people/brands/resellers", { isoRef, done: "brand-set" });
  },
  dropResellerBrand: async (call) => {
    const { isoRef } = call.body;
    await removeBrand(peopleDesk(call), { isoRef });
    return seeOther(viewOf(call), "people/brands/resellers", { isoRef, done: "brand-removed" });
  },
};
