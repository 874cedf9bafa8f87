import type { SignupStatus } from "../../../domain/access/signup.ts";
import type { Locale, MailTemplate } from "../../../domain/core/mail.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { Mailing } from "../../../domain/mail/mailing.ts";
import type { KybStatus, KybStep } from "../../../domain/onboarding/kyb.ts";
import type { Html } from "../../kit/page.ts";
import { tabs } from "../kit/components.ts";
import { badge, type Tone } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

const applicationTones: Readonly<Record<KybStatus, Tone>> = {
  invited: "calm",
  started: "calm",
  submitted: "warn",
  under_review: "warn",
  approved: "good",
  rejected: "bad",
  expired: "calm",
  revoked: "calm",
};

/** How far an application is. */
export function applicationBadge(status: KybStatus): Html {
  return badge(status, applicationTones[status]);
}

const requestTones: Readonly<Record<SignupStatus, Tone>> = {
  received: "warn",
  accepted: "good",
  declined: "calm",
};

/** What came of a request for access. */
export function requestBadge(status: SignupStatus): Html {
  return badge(status, requestTones[status]);
}

const letterTones: Readonly<Record<Mailing["status"], Tone>> = {
  queued: "warn",
  sent: "good",
  failed: "bad",
  skipped: "calm",
};

/** What became of a letter. */
export function letterBadge(status: Mailing["status"]): Html {
  return badge(status, letterTones[status]);
}

/** What a letter is for. */
export const letterLabels: Readonly<Record<MailTemplate, string>> = {
  invoice_sent: "Invoice",
  receipt: "Receipt",
  kyb_invite: "Invitation to apply",
  kyb_result: "Word about an application",
};

export const localeLabels: Readonly<Record<Locale, string>> = { en: "English", es: "Spanish" };

/** What an application's step is called. */
export const stepLabels: Readonly<Record<KybStep, string>> = {
  company: "Company",
  addresses: "Addresses",
  people: "People",
  documents: "Documents",
  payout: "Bank and wallet",
  review: "Reading through",
  consent: "Consent",
};

/** What an application lacks: a step of ours, or something that the partner asks for. */
export function missingLabels(item: string): string {
  return Object.hasOwn(stepLabels, item) ? stepLabels[item as KybStep] : spokenLabel(item);
}

/** The pages about people, beside one another. */
export function peopleNav(view: View): Html {
  return tabs(view, "People", [
    ["people/applications", "Applications"],
    ["people/requests", "Access requests"],
    ["people/brands", "Brands"],
    ["people/letters", "Letters"],
  ]);
}
