import { randomBytes } from "node:crypto";
import { addDays, dayOf, type Instant } from "../../domain/core/time.ts";
import { formTokenOf, isFormToken } from "../../http/form-origin.ts";

function purposeOf(random: string, day: string): string {
  return `pay by form ${random} of ${day}`;
}

/** A payment form's one-time key: 128 random bits, the day (YYYY-MM-DD) that its page speaks of, and the proof that whoever made the page had its link. */
export function formNonce(token: string, day: string): string {
  const random = randomBytes(16).toString("base64url");
  return `${random}.${day}.${formTokenOf(token, purposeOf(random, day))}`;
}

/** How old a page may be whose form is taken: a refusal is remembered under its key for a day longer. */
const goodDays = 30;

/** The day that a form's page speaks of; undefined where the form is not from a page of this link, or from too old a one. */
export function dayOfNonce(token: string, nonce: string, now: Instant): string | undefined {
  const [, random = "", day = "", proof = ""] = /^([\w-]{22})\.(\d{4}-\d{2}-\d{2})\.([\w-]{43})$/.exec(nonce) ?? [];
  // Who has the link can make a key, with any day.
  const isDay = !Number.isNaN(Date.parse(day)) && day <= dayOf(now) && day >= dayOf(addDays(now, -goodDays));
  return isDay && isFormToken(proof, token, purposeOf(random, day)) ? day : undefined;
}
