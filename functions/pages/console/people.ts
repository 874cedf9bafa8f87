import { applicantFileLink } from "../../app/onboarding/file-link.ts";
import { consolePeopleOperations } from "../../contract/console/console-people.ts";
import { consolePeopleActionOperations } from "../../contract/console/console-people-actions.ts";
import { serve } from "../../http/route.ts";
import { consoleFrame } from "../../wiring/frames/console.ts";
import { accessRequestPage, accessRequestsPage } from "./access/access-requests.ts";
import { showingOn } from "./kit/flash-message.ts";
import { letterHtml, letterPage } from "./mail/letter.ts";
import { lettersPage } from "./mail/letters.ts";
import { applicationPage } from "./onboarding/application.ts";
import { newInvitePage } from "./onboarding/application-forms.ts";
import { applicationsPage } from "./onboarding/applications.ts";
import { peopleActions } from "./people-actions.ts";
import { peopleDesk } from "./people-context.ts";
import { refusedPages } from "./refused.ts";
import { peoplePagesAgain } from "./rerender-people-form.ts";
import { resellerBrandPage, tenantBrandPage } from "./tenants/brand.ts";
import { brandsPage } from "./tenants/brands.ts";

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
