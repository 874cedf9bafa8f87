import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { locales } from "../../domain/core/mail.ts";
import { kybStatuses } from "../../domain/onboarding/kyb.ts";
import { kybLinkSeconds } from "../../domain/onboarding/links.ts";
import { kybView } from "../../domain/onboarding/view.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text, transition } from "../../http/schemas.ts";

const served = { caller: "operator", tag: "Onboarding", lambda: "kyb" } as const;
const params = idParam("kyb");

const detail = kybView.extend({ history: z.array(transition) }).meta({ id: "KybApplicationDetail" });

const withLink = kybView
  .extend({ magicLink: z.string().describe("opens the wizard for whoever has it; in no other reply") })
  .meta({ id: "KybInvite" });

const moves = ["not_found", "illegal_kyb_transition", "version_conflict"] as const;

export const kybOperations = {
  inviteApplicant: operation({
    ...served,
    id: "inviteApplicant",
    method: "POST",
    path: "/admin/kyb/invites",
    summary: "Invite a business to have itself verified",
    description:
      "Its magic link opens the onboarding wizard for 7 days, and a letter to the contact brings a link of its own. Approval makes the partner's customer the tenant's, or makes a tenant where none is named.",
    body: z.strictObject({
      legalName: text(1, 200),
      contactEmail: z.email().max(254),
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
    refusals: ["not_found", "version_conflict"],
  }),
  listInvites: operation({
    ...served,
    id: "listInvites",
    method: "GET",
    path: "/admin/kyb/invites",
    summary: "List applications with how far they are, newest first",
    query: listQuery({ status: z.enum(kybStatuses).optional() }),
    reply: { status: 200, schema: listReply(kybView) },
    refusals: ["invalid_cursor"],
  }),
  getInvite: operation({
    ...served,
    id: "getInvite",
    method: "GET",
    path: "/admin/kyb/invites/{id}",
    summary: "Read an application with its history",
    params,
    reply: { status: 200, schema: detail },
    refusals: ["not_found"],
  }),
  resendInvite: operation({
    ...served,
    id: "resendInvite",
    method: "POST",
    path: "/admin/kyb/invites/{id}/resend",
    summary: "Make a new link and end the older ones",
    description: "A letter is sent as well. An invitation that has expired is open again, with all that was said.",
    params,
    reply: { status: 200, schema: withLink },
    refusals: moves,
  }),
  revokeInvite: operation({
    ...served,
    id: "revokeInvite",
    method: "POST",
    path: "/admin/kyb/invites/{id}/revoke",
    summary: "Take an invitation back: no link of it opens anything any more",
    description: "Again it is answered unchanged. What was submitted is with the partner and cannot be taken back.",
    params,
    reply: { status: 200, schema: kybView },
    refusals: moves,
  }),
};
