import * as z from "zod";
import { locales, mailTemplates } from "../../domain/core/mail.ts";

/** What must follow an entry outside the database, as it is stored. */
export const follow = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start_settlement"),
    settlementId: z.string(),
    tenantId: z.string(),
    presentation: z.int(),
  }),
  z.object({
    kind: z.literal("start_escrow_payout"),
    escrowId: z.string(),
    tenantId: z.string(),
    presentation: z.int(),
  }),
  z.object({ kind: z.literal("count"), tenantId: z.string(), at: z.string(), counts: z.record(z.string(), z.int()) }),
  z.object({
    kind: z.literal("raise_return_alert"),
    settlementId: z.string(),
    tenantId: z.string(),
    code: z.string(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal("raise_escrow_return_alert"),
    escrowId: z.string(),
    tenantId: z.string(),
    code: z.string(),
    at: z.string(),
  }),
  z.object({ kind: z.literal("show"), counts: z.record(z.string(), z.int()) }),
  z.object({ kind: z.literal("build_packet"), caseId: z.string(), tenantId: z.string() }),
  z.object({ kind: z.literal("ask_partner"), kybId: z.string() }),
  z.object({
    kind: z.literal("send_mail"),
    template: z.enum(mailTemplates),
    about: z.string(),
    tenantId: z.string(),
    to: z.string(),
    locale: z.enum(locales),
  }),
  z.object({ kind: z.literal("answer_token"), token: z.string() }),
  z.object({ kind: z.literal("end_token"), token: z.string() }),
]);
