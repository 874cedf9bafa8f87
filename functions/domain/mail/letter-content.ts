import { dayText, momentText, moneyText } from "../core/format.ts";
import type { Locale } from "../core/mail.ts";
import type { Instant } from "../core/time.ts";
import type { PartnerItem } from "../onboarding/partner-status.ts";
import { type LetterContent, oneLine, subjectLine } from "./letter.ts";
import { letterMessages } from "./letter-messages.ts";

/** In whose name a letter is written, where questions go, and in which language. */
export interface Writer {
  readonly locale: Locale;
  readonly name: string;
  readonly support: string | null;
}

/** An invoice as its letters name it; amounts in cents. */
interface InvoiceFacts {
  readonly number: string;
  readonly currency: string;
  readonly url: string;
}

const longestList = 20;

export function invoiceLetter(
  writer: Writer,
  facts: InvoiceFacts & { readonly dueCents: number; readonly taxCents: number; readonly dueDate: string },
): LetterContent {
  const { locale } = writer;
  const messages = letterMessages[locale].invoice;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  return letter(writer, messages.subject(number, seller), messages.heading(seller), [
    { kind: "text", text: messages.says },
    {
      kind: "facts",
      facts: [
        [messages.number, number],
        [messages.amount, moneyText(facts.dueCents, facts.currency, locale)],
        ...(facts.taxCents === 0 ? [] : [[messages.tax, moneyText(facts.taxCents, facts.currency, locale)] as const]),
        [messages.due, dayText(facts.dueDate, locale)],
      ],
    },
    { kind: "link", label: messages.pay, url: facts.url, main: true },
    { kind: "link", label: messages.pdf, url: `${facts.url}/pdf` },
    { kind: "text", text: messages.link },
  ]);
}

/** Tells a payer that their money has come. */
export function receiptLetter(
  writer: Writer,
  facts: InvoiceFacts & {
    readonly receivedCents: number;
    readonly receivedAt: Instant;
    readonly remainingCents: number;
  },
): LetterContent {
  const { locale } = writer;
  const messages = letterMessages[locale].receipt;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  const amount = moneyText(facts.receivedCents, facts.currency, locale);
  return letter(writer, messages.subject(number, seller), messages.heading(amount), [
    { kind: "text", text: messages.says(seller) },
    {
      kind: "facts",
      facts: [
        [messages.amount, amount],
        [messages.date, dayText(facts.receivedAt, locale)],
        [messages.number, number],
        [messages.remains, moneyText(facts.remainingCents, facts.currency, locale)],
      ],
    },
    { kind: "link", label: messages.look, url: facts.url, main: true },
  ]);
}

export interface Entrance {
  readonly url: string;
  readonly expiresAt: Instant;
}

export function inviteLetter(writer: Writer, legalName: string, entrance: Entrance): LetterContent {
  const { locale } = writer;
  const messages = letterMessages[locale].invite;
  const business = oneLine(legalName, 80);
  return letter(writer, messages.subject(oneLine(writer.name, 60)), messages.heading(business), [
    { kind: "text", text: messages.says },
    { kind: "text", text: messages.takes },
    {
      kind: "facts",
      facts: [
        [messages.business, business],
        [messages.expires, momentText(entrance.expiresAt, locale)],
      ],
    },
    { kind: "link", label: messages.begin, url: entrance.url, main: true },
    { kind: "text", text: messages.secret },
  ]);
}

/** Asks an approver to decide about an escrow, by their own link. */
export function approverLetter(
  writer: Writer,
  facts: { readonly reference: string; readonly amountCents: number; readonly currency: string; readonly url: string },
): LetterContent {
  const { locale } = writer;
  const messages = letterMessages[locale].approval;
  const sender = oneLine(writer.name, 80);
  const reference = oneLine(facts.reference, 64);
  return letter(writer, messages.subject(reference, oneLine(writer.name, 60)), messages.heading(reference), [
    { kind: "text", text: messages.says(sender) },
    {
      kind: "facts",
      facts: [
        [messages.escrow, reference],
        [messages.amount, moneyText(facts.amountCents, facts.currency, locale)],
      ],
    },
    { kind: "link", label: messages.decide, url: facts.url, main: true },
    { kind: "text", text: messages.secret },
  ]);
}

export function approvedLetter(writer: Writer, legalName: string): LetterContent {
  const messages = letterMessages[writer.locale].approved;
  const business = oneLine(legalName, 80);
  return letter(writer, messages.subject(business), messages.heading, [
    { kind: "text", text: messages.says(business) },
  ]);
}

/** Tells a business that it was not accepted, and why, where that was said. */
export function rejectedLetter(writer: Writer, legalName: string, reasons: readonly string[]): LetterContent {
  const messages = letterMessages[writer.locale].rejected;
  const business = oneLine(legalName, 80);
  const items = reasons.slice(0, longestList).map((reason) => oneLine(reason, 300));
  return letter(writer, messages.subject(business), messages.heading, [
    { kind: "text", text: messages.says(business) },
    ...(items.length === 0
      ? []
      : ([
          { kind: "text", text: messages.reasons },
          { kind: "list", items },
        ] as const)),
  ]);
}

export function missingLetter(
  writer: Writer,
  legalName: string,
  missing: readonly PartnerItem[],
  entrance: Entrance,
): LetterContent {
  const { locale } = writer;
  const messages = letterMessages[locale].missing;
  const business = oneLine(legalName, 80);
  return letter(writer, messages.subject(business), messages.heading, [
    { kind: "text", text: messages.says(business) },
    { kind: "text", text: messages.items },
    { kind: "list", items: [...new Set(missing)].map((item) => letterMessages[locale].items[item]) },
    { kind: "facts", facts: [[messages.expires, momentText(entrance.expiresAt, locale)]] },
    { kind: "link", label: messages.go, url: entrance.url, main: true },
    { kind: "text", text: letterMessages[locale].invite.secret },
  ]);
}

/** A letter of these pieces in a writer's name. */
export function letter(
  { locale, name, support }: Writer,
  subject: string,
  heading: string,
  blocks: LetterContent["blocks"],
): LetterContent {
  const { why, ask } = letterMessages[locale].footer;
  const footer = [why(oneLine(name, 80)), ...(support === null ? [] : [ask(support)])];
  return { locale, subject: subjectLine(subject), heading, blocks, footer };
}
