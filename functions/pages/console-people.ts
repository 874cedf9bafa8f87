import { applicantFileLink } from "../app/kyb-file-link.ts";
import { serve } from "../http/route.ts";
import { consoleFrame } from "../wiring/console-frame.ts";
import { accessRequestPage, accessRequestsPage } from "./console/access-requests.ts";
import { applicationPage } from "./console/application.ts";
import { newInvitePage } from "./console/application-forms.ts";
import { applicationsPage } from "./console/applications.ts";
import { resellerBrandPage, tenantBrandPage } from "./console/brand.ts";
import { brandsPage } from "./console/brands.ts";
import { letterHtml, letterPage } from "./console/letter.ts";
import { lettersPage } from "./console/letters.ts";
import { peopleActions } from "./console/people-actions.ts";
import { peoplePagesAgain } from "./console/people-again.ts";
import { peopleDesk } from "./console/people-desk.ts";
import { refusedPages } from "./console/refused.ts";
import { showingOn } from "./console/showing.ts";
import { consolePeopleOperations } from "./console-people.contract.ts";
import { consolePeopleActionOperations } from "./console-people-actions.contract.ts";

const showing = showingOn(peopleDesk);

export const handler = serve(
  { ...consolePeopleOperations, ...consolePeopleActionOperations },
  {
    showApplications: showing((desk, view, { query }) => applicationsPage(desk, view, query)),
    showNewInvite: showing((desk, view, { query }) => newInvitePage(desk, view, query.tenantId)),
    showApplicant: showing((desk, view, { params }) => applicationPage(desk, view, params.id)),
    showApplicantFile: showing(async (desk, _, { params }) => {
      const location = await applicantFileLink(desk, params.id, params.fileId);
      return { status: 303, body: "", headers: { location } };
    }),
    showAccessRequests: showing((desk, view, { query }) => accessRequestsPage(desk, view, query)),
    showAccessRequest: showing((desk, view, { params }) => accessRequestPage(desk, view, params.id)),
    showBrands: showing((desk, view, { query }) => brandsPage(desk, view, query)),
    showTenantBrand: showing((desk, view, { params }) => tenantBrandPage(desk, view, params.id)),
    showResellerBrand: showing((desk, view, { query }) => resellerBrandPage(desk, view, query.isoRef)),
    showLetters: showing((desk, view, { query }) => lettersPage(desk, view, query)),
    showLetter: showing((desk, view, { params }) => letterPage(desk, view, params.id)),
    showLetterHtml: showing((desk, _, { params }) => letterHtml(desk, params.id)),
    ...peopleActions,
  },
  consoleFrame(refusedPages(peoplePagesAgain)),
);
