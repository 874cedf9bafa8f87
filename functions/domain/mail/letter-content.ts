import { dayText, momentText, moneyText } from "../core/format.ts";
import type { Locale } from "../core/mail.ts";
import type { Instant } from "../core/time.ts";
import type { PartnerItem } from "../onboarding/partner-standing.ts";
import { type LetterContent, oneLine, subjectLine } from "./letter.ts";
import { letterWords } from "./letter-messages.ts";
import { itemWords } from "./missing-items.ts";

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
  /** Where its payer sees it. */
  readonly url: string;
}

/** Reasons and items that one letter lists. */
const longestList = 20;

/** Tells a payer of an invoice. */
export function invoiceLetter(
  writer: Writer,
  facts: InvoiceFacts & { readonly dueCents: number; readonly dueDate: Instant },
): LetterContent {
  const { locale } = writer;
  const words = letterWords[locale].invoice;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  return letter(writer, words.subject(number, seller), words.heading(seller), [
    { kind: "text", text: words.says },
    {
      kind: "facts",
      facts: [
        [words.number, number],
        [words.amount, moneyText(facts.dueCents, facts.currency, locale)],
        [words.due, dayText(facts.dueDate, locale)],
      ],
    },
    { kind: "link", label: words.pay, url: facts.url, main: true },
    { kind: "link", label: words.pdf, url: `${facts.url}/pdf` },
    { kind: "text", text: words.link },
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
  const words = letterWords[locale].receipt;
  const number = oneLine(facts.number, 60);
  const seller = oneLine(writer.name, 80);
  const amount = moneyText(facts.receivedCents, facts.currency, locale);
  return letter(writer, words.subject(number, seller), words.heading(amount), [
    { kind: "text", text: words.says(seller) },
    {
      kind: "facts",
      facts: [
        [words.amount, amount],
        [words.date, dayText(facts.receivedAt, locale)],
        [words.number, number],
        [words.remains, moneyText(facts.remainingCents, facts.currency, locale)],
      ],
    },
    { kind: "link", label: words.look, url: facts.url, main: true },
  ]);
}

/** A link of its own into an application. */
export interface Entrance {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** Asks a business to have itself verified. */
export function inviteLetter(writer: Writer, legalName: string, entrance: Entrance): LetterContent {
  const { locale } = writer;
  const words = letterWords[locale].invite;
  const business = oneLine(legalName, 80);
  return letter(writer, words.subject(oneLine(writer.name, 60)), words.heading(business), [
    { kind: "text", text: words.says },
    { kind: "text", text: words.takes },
    {
      kind: "facts",
      facts: [
        [words.business, business],
        [words.expires, momentText(entrance.expiresAt, locale)],
      ],
    },
    { kind: "link", label: words.begin, url: entrance.url, main: true },
    { kind: "text", text: words.secret },
  ]);
}

/** Tells a business that it is verified. */
export function approvedLetter(writer: Writer, legalName: string): LetterContent {
  const words = letterWords[writer.locale].approved;
  const business = oneLine(legalName, 80);
  return letter(writer, words.subject(business), words.heading, [
    { kind: "text", text: words.says(business) },
  ]);
}

/** Tells a business that it was not accepted, and why, where that was said. */
export function rejectedLetter(writer: Writer, legalName: string, reasons: readonly string[]): LetterContent {
  const words = letterWords[writer.locale].rejected;
  const business = oneLine(legalName, 80);
  const items = reasons.slice(0, longestList).map((reason) => oneLine(reason, 300));
  return letter(writer, words.subject(business), words.heading, [
    { kind: "text", text: words.says(business) },
    ...(items.length === 0
      ? []
      : ([
          { kind: "text", text: words.reasons },
          { kind: "list", items },
        ] as const)),
  ]);
}

/** Asks a business for what is still missing. */
export function missingLetter(
  writer: Writer,
  legalName: string,
  missing: readonly PartnerItem[],
  entrance: Entrance,
): LetterContent {
  const { locale } = writer;
  const words = letterWords[locale].missing;
  const business = oneLine(legalName, 80);
  return letter(writer, words.subject(business), words.heading, [
    { kind: "text", text: words.says(business) },
    { kind: "text", text: words.items },
    { kind: "list", items: [...new Set(missing)].map((item) => itemWords[locale][item]) },
    { kind: "facts", facts: [[words.expires, momentText(entrance.expiresAt, locale)]] },
    { kind: "link", label: words.go, url: entrance.url, main: true },
    { kind: "text", text: letterWords[locale].invite.secret },
  ]);
}

function letter(
  { locale, name, support }: Writer,
  subject: string,
  heading: string,
  blocks: LetterContent["blocks"],
): LetterContent {
  const { why, ask } = letterWords[locale].footer;
  const footer = [why(oneLine(name, 80)), ...(support === null ? [] : [ask(support)])];
  return { locale, subject: subjectLine(subject), heading, blocks, footer };
}
