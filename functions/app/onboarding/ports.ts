import type { PartnerItem, PartnerStatus } from "../../domain/onboarding/partner-status.ts";

/** A business that asks to become the partner's customer. `key` is our application's id: the same again is the same application. */
export interface Applicant {
  readonly key: string;
  /** The partner's own name of it, once it has said one: answers may have been corrected since, by which it would not be known again. */
  readonly ref: string | null;
  readonly legalName: string;
  readonly email: string;
  readonly returnTo: string;
  /** What was asked for before and has been brought since, by its name with us. */
  readonly brought: readonly PartnerItem[];
}

export interface PartnerReport {
  /** The partner's own name of the application. */
  readonly ref: string;
  readonly partnerCustomerId: string | null;
  readonly standing: PartnerStatus;
  readonly missing: readonly PartnerItem[];
  /** Why it said no, in words that the applicant may read. */
  readonly reasons: readonly string[];
  /** Pages of its own that the applicant has to go through, while they are open. Where there is one of identity, whatever is missing but the terms is brought there, and not to us. */
  readonly pages: { readonly identity: string | null; readonly terms: string | null };
}

/** The partner's look at a business before it moves money for it. A call that is not answered throws. */
export interface Onboarding {
  readonly name: string;
  /** Opens the application, or brings what it asked for to the one that is open. */
  apply(applicant: Applicant): Promise<PartnerReport>;
  /** How it stands; null where the partner knows none of that name. */
  look(ref: string): Promise<PartnerReport | null>;
}

/** A letter as it is sent: plain text and HTML say the same. */
export interface Letter {
  readonly key: string;
  /** Shown as the sender's name; the address is the stage's own. */
  readonly fromName: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends letters. An address that cannot be written to is refused, anything unknown is thrown. */
export interface Mailer {
  readonly name: string;
  send(letter: Letter): Promise<{ readonly messageId: string } | { readonly refused: string }>;
}
