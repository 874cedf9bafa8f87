import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { emailText, locales } from "../../domain/core/mail.ts";
import { kybStatuses } from "../../domain/onboarding/kyb.ts";
import { kybLinkSeconds } from "../../domain/onboarding/links.ts";
import { kybView } from "../../domain/onboarding/view.ts";
import { printable } from "../../http/printable.ts";
import { idParam, shownOnce, transition } from "../../http/schemas.ts";
import { byStatus, changeOf, creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";

const served = { caller: "operator", tag: "Onboarding", lambda: "kyb" } as const;
const params = idParam("kyb");

const detail = kybView.extend({ history: z.array(transition) }).meta({ id: "KybApplicationDetail" });

const withLink = kybView
  .extend({ magicLink: shownOnce("opens the wizard for whoever has it") })
  .meta({ id: "KybInvite" });

/** What an answer tells of the applicant. */
const personal = { kind: "applicant", id: "id", fields: ["legalName", "contactEmail", "rejectionReasons"] } as const;

export const kybOperations = operationTable(served, {
  inviteApplicant: post("/admin/kyb/invites", "Invite a business to have itself verified", {
    role: "reviewer",
    description:
      "Its magic link opens the onboarding wizard for 7 days, and a letter to the contact brings a link of its own. Approval makes the partner's customer the tenant's, or makes a tenant where none is named.",
    body: z.strictObject({
      legalName: printable(1, 200),
      contactEmail: emailText,
      tenantId: idOf("ten")
        .nullable()
        .default(null)
        .meta({ description: "whose customer at the partner it becomes; a new tenant's when left out" }),
      locale: z.enum(locales).default("en").meta({ description: "of its letters" }),
      expiresInSeconds: z
        .int()
        .min(1)
        .max(kybLinkSeconds)
        .optional()
        .meta({ description: "how long its links last; in the sandbox only" }),
    }),
    reply: { status: 201, schema: withLink },
    shownOnce: ["magicLink"],
    personal,
    refusals: ["not_found", "version_conflict"],
  }),
  listInvites: get("/admin/kyb/invites", "List applications with how far they are, newest first", {
    role: "reviewer",
    ...listOf(kybView, { ...byStatus(kybStatuses), ...creationRange }),
  }),
  getInvite: get("/admin/kyb/invites/{id}", "Read an application with its history", {
    role: "reviewer",
    ...recordOf(params, detail),
  }),
  resendInvite: post("/admin/kyb/invites/{id}/resend", "Make a new link and end the older ones", {
    role: "reviewer",
    ...changeOf(params, withLink, "illegal_kyb_transition"),
    shownOnce: ["magicLink"],
    personal,
    description: "A letter is sent as well. An invitation that has expired is open again, with all that was said.",
  }),
  revokeInvite: post(
    "/admin/kyb/invites/{id}/revoke",
    "Take an invitation back: no link of it opens anything any more",
    {
      role: "reviewer",
      ...changeOf(params, kybView, "illegal_kyb_transition"),
      personal,
      description: "Again it is answered unchanged. What was submitted is with the partner and cannot be taken back.",
    },
  ),
});
