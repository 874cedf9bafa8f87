import { acceptSignupRequest, declineSignupRequest } from "../../app/access/signups.ts";
import { applicantFileLink } from "../../app/onboarding/file-link.ts";
import { inviteApplicant, resendInvite, revokeInvite, type WithLink } from "../../app/onboarding/invites.ts";
import { putBrand, removeBrand } from "../../app/tenants/brand-changes.ts";
import { type BrandOwner, brandsOf } from "../../app/tenants/brands.ts";
import { consolePeopleOperations } from "../../contract/console/console-people.ts";
import { consolePeopleActionOperations } from "../../contract/console/console-people-actions.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Call, RefusedCall } from "../../http/operation-types.ts";
import { text } from "../../http/schemas.ts";
import { accessRequestPage, accessRequestsPage } from "./access/access-requests.ts";
import { secretsPage } from "./kit/detail.ts";
import { formPages, leading, performing, showOn } from "./kit/handlers.ts";
import { moment } from "./kit/text.ts";
import { type Content, elsewhere, type View } from "./kit/view.ts";
import { letterHtml, letterPage, lettersPage } from "./mail/letters.ts";
import { applicationPage, applicationsPage, newInvitePage } from "./onboarding/applications.ts";
import { type PeopleContext, peopleContext } from "./people-context.ts";
import { serveConsole } from "./refused.ts";
import { brandsPage, resellerBrandPage, tenantBrandPage } from "./tenants/brands.ts";
import "../../wiring/core/personal.ts";

type BrandForm = Call<(typeof consolePeopleActionOperations)["setTenantBrand"]>["body"];

const brandPlace = "people/brands/tenants/{id}";

function linkOnce(view: View, title: string, { application, magicLink }: WithLink): Content {
  const { id, contactEmail, expiresAt } = application;
  return secretsPage(view, {
    title,
    text: `A letter with a link of its own is on its way to ${contactEmail}.`,
    secrets: [["The link", magicLink]],
    more: [["Ends", moment(expiresAt)]],
    above: ["people/applications", "Applications"],
    back: `people/applications/${id}`,
  });
}

/** A form has the colours side by side, where the interface has them in one object. */
function besideFields(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const fields = error.detail.fields?.map(({ path, message }) => {
    return { path: path.replace(/^colours\./, ""), message };
  });
  throw new Refusal(error.code, error.message, { ...error.detail, ...(fields && { fields }) });
}

async function saveBrand(context: PeopleContext, owner: BrandOwner, form: BrandForm): Promise<void> {
  const { accent, text, background, logo: choice, ...rest } = form;
  const [before] = await brandsOf(context, [owner]);
  const current = choice === "keep" ? (before?.logo ?? null) : null;
  const logo = current && { id: current.id };
  await putBrand(context, owner, { ...rest, colours: { accent, text, background }, logo }).catch(besideFields);
}

export const peopleActions = performing(consolePeopleActionOperations, peopleContext, {
  inviteByHand: async (context, { body }, view) =>
    linkOnce(view, "It is invited", await inviteApplicant(context, body)),
  resendByHand: async (context, { params }, view) =>
    linkOnce(view, "A new link", await resendInvite(context, params.id)),
  revokeByHand: leading("people/applications/{id}", "invitation-revoked", (context, { params }) =>
    revokeInvite(context, params.id),
  ),
  acceptRequest: async (context, { params: { id }, body }, view) => {
    const { tenant, apiKey, invite } = await acceptSignupRequest(context, id, body);
    return secretsPage(view, {
      title: "It is let in",
      text: `Its tenant is made, and a letter with a link of its own is on its way to ${tenant.contactEmail}.`,
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
  },
  declineRequest: leading("people/requests/{id}", "request-declined", (context, { params, body }) =>
    declineSignupRequest(context, params.id, body.reason),
  ),
  setTenantBrand: leading(brandPlace, "brand-set", (context, { params, body }) =>
    saveBrand(context, { tenantId: params.id }, body),
  ),
  dropTenantBrand: leading(brandPlace, "brand-removed", (context, { params }) =>
    removeBrand(context, { tenantId: params.id }),
  ),
  setResellerBrand: async (context, { body: { isoRef, ...form } }) => {
    await saveBrand(context, { isoRef }, form);
    return { to: "people/brands/resellers", query: { isoRef }, done: "brand-set" };
  },
  dropResellerBrand: async (context, { body: { isoRef } }) => {
    await removeBrand(context, { isoRef });
    return { to: "people/brands/resellers", query: { isoRef }, done: "brand-removed" };
  },
});

/** The brand's page of the reseller that a form named. */
function resellerAgain(context: PeopleContext, view: View, { fields }: RefusedCall) {
  const isoRef = text(1, 128).safeParse(fields.isoRef);
  if (!isoRef.success) throw new Refusal("not_found", "there is no such reseller");
  return resellerBrandPage(context, view, { query: { isoRef: isoRef.data } });
}

const pages = formPages(peopleContext, consolePeopleActionOperations, {
  "/console/people/applications/new": (context, view) => newInvitePage(context, view, { query: {} }),
  "/console/people/applications/{id}": applicationPage,
  "/console/people/requests/{id}": accessRequestPage,
  "/console/people/brands/tenants/{id}": tenantBrandPage,
  "/console/people/brands/resellers": resellerAgain,
});

const showing = showOn(peopleContext);

export const handler = serveConsole(
  { ...consolePeopleOperations, ...consolePeopleActionOperations },
  {
    showApplications: showing(applicationsPage),
    showNewInvite: showing(newInvitePage),
    showApplicant: showing(applicationPage),
    showApplicantFile: showing(async (context, _, { params }) => {
      return elsewhere(await applicantFileLink(context, params.id, params.fileId));
    }),
    showAccessRequests: showing(accessRequestsPage),
    showAccessRequest: showing(accessRequestPage),
    showBrands: showing(brandsPage),
    showTenantBrand: showing(tenantBrandPage),
    showResellerBrand: showing(resellerBrandPage),
    showLetters: showing(lettersPage),
    showLetter: showing(letterPage),
    showLetterHtml: showing((context, _, { params }) => letterHtml(context, params.id)),
    ...peopleActions,
  },
  pages,
);
