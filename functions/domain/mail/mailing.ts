import * as z from "zod";
import { locales, mailTemplates } from "../core/mail.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { MailOrder } from "../core/transition.ts";

/** `skipped`: what the letter was to say is no longer so; `failed`: it cannot be sent. */
export const mailingStatuses = ["queued", "sent", "failed", "skipped"] as const;

/** A letter on its way: who gets which about what, and what became of it. What it says is in none of this. */
export const mailing = z.object({
  id: z.string(),
  template: z.enum(mailTemplates).describe("which letter it is"),
  /** The record's id: an invoice's, a payment's, an application's. */
  about: z.string().describe("the id of the record that it is about"),
  tenantId: z.string(),
  to: z.string().describe("the address that it goes to"),
  locale: z.enum(locales),
  status: z.enum(mailingStatuses).describe("how far it is; skipped where what it was to say is no longer so"),
  attempts: z.int(),
  /** Until then one worker alone has it. */
  leaseUntil: z.string().nullable(),
  /** When it is put into the queue again, should nobody have sent it by then. */
  dueAt: z.string().nullable(),
  messageId: z.string().nullable(),
  /** Why it failed or was skipped, or what its last attempt met. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Mailing = z.infer<typeof mailing>;
/** Longer than a worker lives, and shorter than its order stays hidden in the queue. */
const leaseSeconds = 60;

/** An order is lost for good, or its three attempts are over, when this has passed. */
const redriveSeconds = 900;

/** Three orders of three attempts each. */
const mostAttempts = 9;

export function newMailing(id: string, input: MailOrder, now: Instant): Mailing {
  const { template, about, tenantId, to, locale } = input;
  return {
    ...{ id, template, about, tenantId, to, locale, status: "queued", attempts: 0 },
    ...{ leaseUntil: null, dueAt: addSeconds(now, redriveSeconds), messageId: null, reason: null },
    ...{ createdAt: now, updatedAt: now },
  };
}

/** Takes a letter for one worker; failed where it was begun too often. Undefined where it is over, or another worker has it. */
export function takeMailing(state: Mailing, now: Instant): Mailing | undefined {
  const { status, leaseUntil, attempts, reason } = state;
  if (status !== "queued" || (leaseUntil !== null && leaseUntil > now)) return undefined;
  if (attempts >= mostAttempts)
    return ended(state, { status: "failed", reason: reason ?? `no answer in ${attempts} attempts` }, now);
  return {
    ...state,
    attempts: attempts + 1,
    leaseUntil: addSeconds(now, leaseSeconds),
    dueAt: addSeconds(now, redriveSeconds * 2 ** Math.floor(attempts / 3)),
    updatedAt: now,
  };
}

/** Whether it is to be put into the queue again: its order may be lost. */
export function isMailingDue({ status, dueAt }: Mailing, now: Instant): boolean {
  return status === "queued" && dueAt !== null && dueAt <= now;
}

/** Puts the next look at it off while its new order is under way. */
export function redriven(state: Mailing, now: Instant): Mailing {
  return { ...state, dueAt: addSeconds(now, redriveSeconds), updatedAt: now };
}

export function recordMailingSend(state: Mailing, messageId: string, now: Instant): Mailing {
  return ended(state, { status: "sent", messageId, reason: null }, now);
}

export function recordMailingRefusal(state: Mailing, reason: string, now: Instant): Mailing {
  return ended(state, { status: "failed", reason }, now);
}

export function skipMailing(state: Mailing, reason: string, now: Instant): Mailing {
  return ended(state, { status: "skipped", reason }, now);
}

/** Whether it went out is unknown: whoever has its order next may begin anew. */
export function mailingUnknown(state: Mailing, reason: string, now: Instant): Mailing {
  return { ...state, leaseUntil: null, reason, updatedAt: now };
}

function ended(state: Mailing, how: Partial<Mailing>, now: Instant): Mailing {
  return { ...state, ...how, leaseUntil: null, dueAt: null, updatedAt: now };
}
