import * as z from "zod";
import { signupStatuses } from "../../domain/access/signup.ts";
import { idOf } from "../../domain/core/id.ts";
import { mailTemplates } from "../../domain/core/mail.ts";
import { mailingStatuses } from "../../domain/mail/mailing.ts";
import { kybStatuses } from "../../domain/onboarding/kyb.ts";
import { idParam, listQuery, text } from "../../http/schemas.ts";
import { consolePages, done, filter, recordOf } from "./schemas.ts";

const needed = "a reseller’s reference is needed";
const reference = z.string(needed).min(1, needed).pipe(text(1, 128));
const tenantId = filter(idOf("ten"));

/** The console's pages about people: who applies, who asks to be let in, how the service looks to them, and what it writes to them. Their forms are in console-people-actions.contract.ts. */
export const consolePeopleOperations = consolePages("console-people", {
  showApplications: {
    path: "/console/people/applications",
    summary: "The applications that the partner has, and all applications",
    query: listQuery({ status: filter(z.enum(kybStatuses)) }),
  },
  showNewInvite: {
    path: "/console/people/applications/new",
    summary: "Where a business is invited",
    query: z.strictObject({ tenantId }),
  },
  showApplicant: {
    path: "/console/people/applications/{id}",
    summary: "An application: how far it is, what it says, and what the partner says",
    ...recordOf(idParam("kyb")),
  },
  showApplicantFile: {
    path: "/console/people/applications/{id}/files/{fileId}",
    summary: "The way to a document of an application's",
    params: z.strictObject({ id: idOf("kyb"), fileId: idOf("kyf") }),
  },
  showAccessRequests: {
    path: "/console/people/requests",
    summary: "The requests for access that wait, and all of them",
    query: listQuery({ status: filter(z.enum(signupStatuses)) }),
  },
  showAccessRequest: {
    path: "/console/people/requests/{id}",
    summary: "A request for access",
    ...recordOf(idParam("sgn")),
  },
  showBrands: {
    path: "/console/people/brands",
    summary: "Which tenants have a brand of their own, or their reseller's",
    query: listQuery({}),
  },
  showTenantBrand: {
    path: "/console/people/brands/tenants/{id}",
    summary: "How a tenant looks to its payers",
    ...recordOf(idParam("ten")),
  },
  showResellerBrand: {
    path: "/console/people/brands/resellers",
    summary: "How a reseller's tenants look to their payers",
    query: z.strictObject({ isoRef: reference, done }),
  },
  showLetters: {
    path: "/console/people/letters",
    summary: "The letters of the last 90 days",
    query: listQuery({
      tenantId,
      status: filter(z.enum(mailingStatuses)),
      template: filter(z.enum(mailTemplates)),
      about: filter(text(1, 64)),
    }),
  },
  showLetter: {
    path: "/console/people/letters/{id}",
    summary: "A letter: what became of it, and what it said where that is kept",
    params: idParam("eml"),
  },
  showLetterHtml: {
    path: "/console/people/letters/{id}/html",
    summary: "A kept letter as its reader sees it",
    params: idParam("eml"),
  },
});
