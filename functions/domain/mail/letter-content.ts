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
  facts: InvoiceFacts & { readonly dueCents: number; readonly dueDate: Instant },
): LetterContent {
  const { locale } = writer;
  const labels = letterMessages[locale].invoice;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  return letter(writer, labels.subject(number, seller), labels.heading(seller), [
    { kind: "text", text: labels.says },
    {
      kind: "facts",
      facts: [
        [labels.number, number],
        [labels.amount, moneyText(facts.dueCents, facts.currency, locale)],
        [labels.due, dayText(facts.dueDate, locale)],
      ],
    },
    { kind: "link", label: labels.pay, url: facts.url, main: true },
    { kind: "link", label: labels.pdf, url: `${facts.url}/pdf` },
    { kind: "text", text: labels.link },
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
  const labels = letterMessages[locale].receipt;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  const amount = moneyText(facts.receivedCents, facts.currency, locale);
  return letter(writer, labels.subject(number, seller), labels.heading(amount), [
    { kind: "text", text: labels.says(seller) },
    {
      kind: "facts",
      facts: [
        [labels.amount, amount],
        [labels.date, dayText(facts.receivedAt, locale)],
        [labels.number, number],
        [labels.remains, moneyText(facts.remainingCents, facts.currency, locale)],
      ],
    },
    { kind: "link", label: labels.look, url: facts.url, main: true },
  ]);
}

export interface Entrance {
  readonly url: string;
  readonly expiresAt: Instant;
}

export function inviteLetter(writer: Writer, legalName: string, entrance: Entrance): LetterContent {
  const { locale } = writer;
  const labels = letterMessages[locale].invite;
  const business = oneLine(legalName, 80);
  return letter(writer, labels.subject(oneLine(writer.name, 60)), labels.heading(business), [
    { kind: "text", text: labels.says },
    { kind: "text", text: labels.takes },
    {
      kind: "facts",
      facts: [
        [labels.business, business],
        [labels.expires, momentText(entrance.expiresAt, locale)],
      ],
    },
    { kind: "link", label: labels.begin, url: entrance.url, main: true },
    { kind: "text", text: labels.secret },
  ]);
}

export function approvedLetter(writer: Writer, legalName: string): LetterContent {
  const labels = letterMessages[writer.locale].approved;
  const business = oneLine(legalName, 80);
  return letter(writer, labels.subject(business), labels.heading, [{ kind: "text", text: labels.says(business) }]);
}

/** Tells a business that it was not accepted, and why, where that was said. */
export function rejectedLetter(writer: Writer, legalName: string, reasons: readonly string[]): LetterContent {
  const labels = letterMessages[writer.locale].rejected;
  const business = oneLine(legalName, 80);
  const items = reasons.slice(0, longestList).map((reason) => oneLine(reason, 300));
  return letter(writer, labels.subject(business), labels.heading, [
    { kind: "text", text: labels.says(business) },
    ...(items.length === 0
      ? []
      : ([
          { kind: "text", text: labels.reasons },
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
  const labels = letterMessages[locale].missing;
  const business = oneLine(legalName, 80);
  return letter(writer, labels.subject(business), labels.heading, [
    { kind: "text", text: labels.says(business) },
    { kind: "text", text: labels.items },
    { kind: "list", items: [...new Set(missing)].map((item) => letterMessages[locale].items[item]) },
    { kind: "facts", facts: [[labels.expires, momentText(entrance.expiresAt, locale)]] },
    { kind: "link", label: labels.go, url: entrance.url, main: true },
    { kind: "text", text: letterMessages[locale].invite.secret },
  ]);
}

function letter(
  { locale, name, support }: Writer,
  subject: string,
  heading: string,
  blocks: LetterContent["blocks"],
): LetterContent {
  const { why, ask } = letterMessages[locale].footer;
  const footer = [why(oneLine(name, 80)), ...(support === null ? [] : [ask(support)])];
  return { locale, subject: subjectLine(subject), heading, blocks, footer };
}
