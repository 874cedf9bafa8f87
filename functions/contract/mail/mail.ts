import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { mailTemplates } from "../../domain/core/mail.ts";
import { mailView, mailWithLetter } from "../../domain/mail/mail-view.ts";
import { mailingStatuses } from "../../domain/mail/mailing.ts";
import { idParam, text } from "../../http/schemas.ts";
import { creationRange, get, listOf, operationTable, recordOf } from "../operation-table.ts";

const served = { caller: "operator", tag: "Mail", lambda: "mail" } as const;

export const mailOperations = operationTable(served, {
  listMail: get("/admin/mail", "List the letters of the last 90 days, newest first", {
    role: "reviewer",
    ...listOf(mailView.meta({ id: "Mail" }), {
      status: z.enum(mailingStatuses).optional(),
      template: z.enum(mailTemplates).optional(),
      tenantId: idOf("ten").optional(),
      about: text(1, 64).optional().meta({ description: "the id of an invoice, a payment or an application" }),
      ...creationRange,
    }),
    description:
      "Whom a letter went to, about what, and what became of it: queued, sent, failed, or skipped because what it was to say was no longer so. What it said is not remembered.",
  }),
  getMail: get("/admin/mail/{id}", "Read a letter's state, and what it said where letters are kept instead of sent", {
    role: "reviewer",
    ...recordOf(idParam("eml"), mailWithLetter.meta({ id: "MailWithLetter" })),
    description:
      "A sandbox sends no e-mail: it keeps each letter for 30 days as it would have gone out. Elsewhere letter is null.",
  }),
});
