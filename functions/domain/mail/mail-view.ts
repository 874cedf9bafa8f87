import * as z from "zod";
import { mailing } from "./mailing.ts";

export const mailView = mailing
  .omit({ leaseUntil: true, dueAt: true })
  .extend({
    attempts: z.int().describe("how often it was begun"),
    messageId: z.string().nullable().describe("the mail service's name of it"),
    reason: z.string().nullable().describe("why it failed or was skipped, or what its last attempt met"),
  });

export type MailView = z.infer<typeof mailView>;

/** What a letter said, where it was stored instead of sent. */
export const storedLetter = z.object({
  fromName: z.string().describe("the sender's name"),
  replyTo: z.string().nullable().describe("where an answer goes"),
  subject: z.string().describe("the subject line"),
  text: z.string().describe("the letter as plain text"),
  html: z.string().describe("the letter as HTML"),
});

/** A letter with what it said; null where that was sent and not stored, or is older than 30 days. */
export const mailWithLetter = mailView.extend({
  letter: storedLetter.nullable().describe("what it said, where letters are kept instead of sent; null elsewhere"),
});

export type MailWithLetter = z.infer<typeof mailWithLetter>;
