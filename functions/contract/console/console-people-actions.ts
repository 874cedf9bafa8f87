import * as z from "zod";
import { idParam, text } from "../../http/schemas.ts";
import { signupOperations } from "../access/signups.ts";
import { kybOperations } from "../onboarding/kyb.ts";
import { colour, newBrand } from "../tenants/brands.ts";
import { about, consoleForms, form, formOf, needing, route } from "./schemas.ts";

const applicationPath = "/console/people/applications/{id}";
const requestPath = "/console/people/requests/{id}";
const tenantPath = "/console/people/brands/tenants/{id}";
const resellerPath = "/console/people/brands/resellers";

/** A colour as people type it: in letters of any case. */
const typedColour = z
  .string()
  .transform((typed) => typed.toLowerCase())
  .pipe(colour);

const { name, domain, supportEmail, supportUrl, locale } = newBrand.shape;

/** A brand as a form has it; a picture comes over the interface, and is kept here or let go. */
const typedBrand = {
  ...{ name, accent: typedColour, text: typedColour, background: typedColour },
  ...{ domain, supportEmail, supportUrl, locale },
  logo: z.enum(["keep", "none"]).default("keep"),
};

/** The references of resellers as their brands' addresses take them. */
const isoRef = text(1, 128).regex(/^[^/]*$/, "without a slash");

export const consolePeopleActionOperations = consoleForms("console-people", "reviewer", {
  inviteByHand: route("/console/people/applications", "Invite a business and show its link once", {
    body: formOf(kybOperations.inviteApplicant.body.omit({ expiresInSeconds: true })),
  }),
  resendByHand: about(`${applicationPath}/resend`, "Make a new link and show it once", "kyb"),
  revokeByHand: about(`${applicationPath}/revoke`, "Take an invitation back", "kyb"),
  acceptRequest: needing(
    "admin",
    route(`${requestPath}/accept`, "Let a business in, and show its key and its link once", {
      params: idParam("sgn"),
      body: formOf(signupOperations.acceptSignup.body),
    }),
  ),
  declineRequest: route(`${requestPath}/decline`, "Decline a request for access", {
    params: idParam("sgn"),
    body: formOf(signupOperations.declineSignup.body),
  }),
  setTenantBrand: needing("admin", form(tenantPath, "Give a tenant its brand", "ten", typedBrand)),
  dropTenantBrand: needing("admin", about(`${tenantPath}/remove`, "Take a tenant's brand away", "ten")),
  setResellerBrand: needing(
    "admin",
    route(resellerPath, "Give a reseller its brand", { body: formOf(z.strictObject({ ...typedBrand, isoRef })) }),
  ),
  dropResellerBrand: needing(
    "admin",
    route(`${resellerPath}/remove`, "Take a reseller's brand away", { body: formOf(z.strictObject({ isoRef })) }),
  ),
});
