import type { LetterContent, Letterhead } from "../../domain/mail/letter.ts";

/** What a message of the mail queue names; the row it names is the truth. */
export interface MailOrder {
  readonly mailId: string;
}

/** The queue of letters; an order comes out at least once. */
export interface MailQueue {
  send(orders: readonly MailOrder[]): Promise<void>;
}

/** Draws a letter as HTML for mail clients: no script, nothing fetched but the letterhead's logo. */
export type DrawLetter = (content: LetterContent, head: Letterhead) => string;
