import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { mailTemplates } from "../../domain/core/mail.ts";
import { mailView, mailWithLetter } from "../../domain/mail/mail-view.ts";
import { mailingStatuses } from "../../domain/mail/mailing.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

const served = { caller: "operator", tag: "Mail", lambda: "mail" } as const;

export const mailOperations = {
  listMail: operation({
    ...served,
    id: "listMail",
    method: "GET",
    path: "/admin/mail",
    summary: "List the letters of the last 90 days, newest first",
    description:
      "Whom a letter went to, about what, and what became of it: queued, sent, failed, or skipped because what it was to say was no longer so. What it said is not remembered.",
    query: listQuery({
      status: z.enum(mailingStatuses).optional(),
      template: z.enum(mailTemplates).optional(),
      tenantId: idOf("ten").optional(),
      about: text(1, 64).optional().meta({ description: "the id of an invoice, a payment or an application" }),
    }),
    reply: { status: 200, schema: listReply(mailView.meta({ id: "Mail" })) },
    refusals: ["invalid_cursor"],
  }),
  getMail: operation({
    ...served,
    id: "getMail",
    method: "GET",
    path: "/admin/mail/{id}",
    summary: "Read a letter's state, and what it said where letters are kept instead of sent",
    description:
      "A sandbox sends no e-mail: it keeps each letter for 30 days as it would have gone out. Elsewhere letter is null.",
    params: idParam("eml"),
    reply: { status: 200, schema: mailWithLetter.meta({ id: "MailWithLetter" }) },
    refusals: ["not_found"],
  }),
};
