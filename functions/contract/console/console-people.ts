import * as z from "zod";
import { signupStatuses } from "../../domain/access/signup.ts";
import { idOf } from "../../domain/core/id.ts";
import { mailTemplates } from "../../domain/core/mail.ts";
import { mailingStatuses } from "../../domain/mail/mailing.ts";
import { kybStatuses } from "../../domain/onboarding/kyb.ts";
import { text } from "../../http/schemas.ts";
import {
  about,
  consolePages,
  filter,
  flashMessageParam,
  list,
  needing,
  oneOf,
  record,
  route,
  tenantFilter,
} from "./schemas.ts";

const needed = "a reseller’s reference is needed";
const reference = z.string(needed).min(1, needed).pipe(text(1, 128));

/** The console's pages about people: who applies, who asks to be let in, how the service looks to them, and what it writes to them. Their forms are in console-people-actions.ts. */
export const consolePeopleOperations = consolePages("console-people", {
  showApplications: needing(
    "reviewer",
    list("/console/people/applications", "The applications that the partner has, and all applications", {
      status: oneOf(kybStatuses),
    }),
  ),
  showNewInvite: needing(
    "reviewer",
    route("/console/people/applications/new", "Where a business is invited", {
      query: z.strictObject({ tenantId: tenantFilter }),
    }),
  ),
  showApplicant: needing(
    "reviewer",
    record(
      "/console/people/applications/{id}",
      "An application: how far it is, what it says, and what the partner says",
      "kyb",
    ),
  ),
  showApplicantFile: needing(
    "reviewer",
    about("/console/people/applications/{id}/files/{fileId}", "The way to a document of an application's", {
      id: idOf("kyb"),
      fileId: idOf("kyf"),
    }),
  ),
  showAccessRequests: needing(
    "reviewer",
    list("/console/people/requests", "The requests for access that wait, and all of them", {
      status: oneOf(signupStatuses),
    }),
  ),
  showAccessRequest: needing("reviewer", record("/console/people/requests/{id}", "A request for access", "sgn")),
  showBrands: list("/console/people/brands", "Which tenants have a brand of their own, or their reseller's", {}),
  showTenantBrand: record("/console/people/brands/tenants/{id}", "How a tenant looks to its payers", "ten"),
  showResellerBrand: route("/console/people/brands/resellers", "How a reseller's tenants look to their payers", {
    query: z.strictObject({ isoRef: reference, done: flashMessageParam }),
  }),
  showLetters: needing(
    "reviewer",
    list("/console/people/letters", "The letters of the last 90 days", {
      tenantId: tenantFilter,
      status: oneOf(mailingStatuses),
      template: oneOf(mailTemplates),
      about: filter(text(1, 64)),
    }),
  ),
  showLetter: needing(
    "reviewer",
    about("/console/people/letters/{id}", "A letter: what became of it, and what it said where that is kept", "eml"),
  ),
  showLetterHtml: needing(
    "reviewer",
    about("/console/people/letters/{id}/html", "A kept letter as its reader sees it", "eml"),
  ),
});
