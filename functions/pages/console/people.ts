import { applicantFileLink } from "../../app/onboarding/file-link.ts";
import { consolePeopleOperations } from "../../contract/console/console-people.ts";
import { consolePeopleActionOperations } from "../../contract/console/console-people-actions.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { RefusedCall } from "../../http/operation-types.ts";
import { serve } from "../../http/route.ts";
import { text } from "../../http/schemas.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { accessRequestPage, accessRequestsPage } from "./access/access-requests.ts";
import { formPages, showingOn } from "./kit/handlers.ts";
import type { View } from "./kit/view.ts";
import { letterHtml, letterPage } from "./mail/letter.ts";
import { lettersPage } from "./mail/letters.ts";
import { applicationPage } from "./onboarding/application.ts";
import { newInvitePage } from "./onboarding/application-forms.ts";
import { applicationsPage } from "./onboarding/applications.ts";
import { peopleActions } from "./people-actions.ts";
import { type PeopleContext, peopleContext } from "./people-context.ts";
import { refusedPages } from "./refused.ts";
import { resellerBrandPage, tenantBrandPage } from "./tenants/brand.ts";
import { brandsPage } from "./tenants/brands.ts";

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

const showing = showingOn(peopleContext);

export const handler = serve(
  { ...consolePeopleOperations, ...consolePeopleActionOperations },
  {
    showApplications: showing(applicationsPage),
    showNewInvite: showing(newInvitePage),
    showApplicant: showing(applicationPage),
    showApplicantFile: showing(async (context, _, { params }) => {
      const location = await applicantFileLink(context, params.id, params.fileId);
      return { status: 303, body: "", headers: { location } };
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
  consoleFrame(refusedPages(pages)),
);
