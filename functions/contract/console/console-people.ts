import * as z from "zod";
import { signupStatuses } from "../../domain/access/signup.ts";
import { idOf } from "../../domain/core/id.ts";
import { mailTemplates } from "../../domain/core/mail.ts";
import { mailingStatuses } from "../../domain/mail/mailing.ts";
import { kybStatuses } from "../../domain/onboarding/kyb.ts";
import { idParam, listQuery, text } from "../../http/schemas.ts";
import { consolePages, filter, flashMessageParam, record, route } from "./schemas.ts";

const needed = "a reseller’s reference is needed";
const reference = z.string(needed).min(1, needed).pipe(text(1, 128));
const tenantId = filter(idOf("ten"));

/** The console's pages about people: who applies, who asks to be let in, how the service looks to them, and what it writes to them. Their forms are in console-people-actions.ts. */
export const consolePeopleOperations = consolePages("console-people", {
  showApplications: route(
    "/console/people/applications",
    "The applications that the partner has, and all applications",
    { query: listQuery({ status: filter(z.enum(kybStatuses)) }) },
  ),
  showNewInvite: route("/console/people/applications/new", "Where a business is invited", {
    query: z.strictObject({ tenantId }),
  }),
  showApplicant: record(
    "/console/people/applications/{id}",
    "An application: how far it is, what it says, and what the partner says",
    idParam("kyb"),
  ),
  showApplicantFile: route(
    "/console/people/applications/{id}/files/{fileId}",
    "The way to a document of an application's",
    { params: z.strictObject({ id: idOf("kyb"), fileId: idOf("kyf") }) },
  ),
  showAccessRequests: route("/console/people/requests", "The requests for access that wait, and all of them", {
    query: listQuery({ status: filter(z.enum(signupStatuses)) }),
  }),
  showAccessRequest: record("/console/people/requests/{id}", "A request for access", idParam("sgn")),
  showBrands: route("/console/people/brands", "Which tenants have a brand of their own, or their reseller's", {
    query: listQuery({}),
  }),
  showTenantBrand: record("/console/people/brands/tenants/{id}", "How a tenant looks to its payers", idParam("ten")),
  showResellerBrand: route("/console/people/brands/resellers", "How a reseller's tenants look to their payers", {
    query: z.strictObject({ isoRef: reference, done: flashMessageParam }),
  }),
  showLetters: route("/console/people/letters", "The letters of the last 90 days", {
    query: listQuery({
      tenantId,
      status: filter(z.enum(mailingStatuses)),
      template: filter(z.enum(mailTemplates)),
      about: filter(text(1, 64)),
    }),
  }),
  showLetter: route(
    "/console/people/letters/{id}",
    "A letter: what became of it, and what it said where that is kept",
    { params: idParam("eml") },
  ),
  showLetterHtml: route("/console/people/letters/{id}/html", "A kept letter as its reader sees it", {
    params: idParam("eml"),
  }),
});
