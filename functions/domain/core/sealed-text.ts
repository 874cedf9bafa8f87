// Texts that are a person's own are stored sealed under the data key of their subject: `sealed:<kind>:<id>:<text>`.
// Whoever destroys the key has erased them all, wherever a copy of them lies.

import { addDays, type Instant } from "./time.ts";

/** Whose data has a key of its own: a business that applies with its people, whoever asks for access, a payer, and a payer's bank account, which goes before the rest. */
export const subjectTypes = ["applicant", "requester", "payer", "account"] as const;
export type SubjectType = (typeof subjectTypes)[number];

export type Subject = `${SubjectType}:${string}`;

/** Why a subject is erased. A choice and no text: what an operator types would name the person whom the trail is to forget. */
export const erasureReasons = ["requested_by_subject", "consent_withdrawn", "no_longer_needed", "unlawful"] as const;
export type ErasureReason = (typeof erasureReasons)[number];

/** What stands in the place of a text whose key was destroyed. */
export const erasedText = "[erased]";

const form = /^sealed:((?:applicant|requester|payer|account):[\w.-]{1,64}):([\w-]{38,})$/;

/** Whose a sealed text is, and what is sealed, in base64url; null for any other text. */
export function sealedParts(text: string): { readonly subject: Subject; readonly sealed: string } | null {
  if (!text.startsWith("sealed:")) return null;
  const [, subject, sealed] = form.exec(text) ?? [];
  return subject === undefined || sealed === undefined ? null : { subject: subject as Subject, sealed };
}

const within = /sealed:(?:applicant|requester|payer|account):[\w.-]{1,64}:[\w-]{38,}/g;

/** The sealed texts inside a longer text. */
export function sealedWithin(text: string): readonly string[] {
  return text.match(within) ?? [];
}

/** A text with each sealed text inside it changed. */
export function mapSealedWithin(text: string, change: (sealed: string) => string): string {
  return text.replaceAll(within, change);
}

export function sealedTextOf(subject: Subject, sealed: string): string {
  return `sealed:${subject}:${sealed}`;
}

/** A value with each of its texts changed; what else it holds stays, and so do fields of a newer release. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, item]) => [name, mapped(item, change)] as const);
  return { ...value, ...Object.fromEntries(fields) };
}

/** The subjects whose sealed texts a value holds, each once. */
export function subjectsIn(value: unknown): Subject[] {
  const found = new Set<Subject>();
  mapTexts(value, (text) => {
    const parts = sealedParts(text);
    if (parts) found.add(parts.subject);
    return text;
  });
  return [...found];
}

/** Days after the last act through which what came to nothing stays: an application that was not approved, a request for access that nobody answered or that was declined. */
const unapprovedDays = 365;

/** When a record that came to nothing goes by itself. */
export function unapprovedUntil({ updatedAt }: { readonly updatedAt: Instant }): Instant {
  return addDays(updatedAt, unapprovedDays);
}
