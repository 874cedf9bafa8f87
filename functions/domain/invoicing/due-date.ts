import type { Instant } from "../core/time.ts";
import { addDaysIn, dayEnd, dayIn } from "../core/time-zone.ts";

export const defaultTerms = "Net 14";

const onReceipt = "Due on receipt";

/** What terms may say, in any case of their letters: `Due on receipt`, or `Net` and 0 to 365 days. */
export const termsPattern =
  /^([Dd][Uu][Ee] +[Oo][Nn] +[Rr][Ee][Cc][Ee][Ii][Pp][Tt]|[Nn][Ee][Tt] +([0-9]{1,2}|[12][0-9]{2}|3[0-5][0-9]|36[0-5]))$/;

/** Terms as they are stored and printed, `Net 30`, however they were written; undefined where they are none. */
export function canonicalTerms(terms: string): string | undefined {
  if (!termsPattern.test(terms)) return undefined;
  const days = /(?<!\d)\d+$/.exec(terms)?.[0];
  return days === undefined ? onReceipt : `Net ${Number(days)}`;
}

/** The days that terms give: `Net N` is N, `Due on receipt` none; other words, which older invoices may have, 14. */
function termDays(terms: string): number {
  if (/^due on receipt$/i.test(terms.trim())) return 0;
  const days = /^net\s+(\d{1,3})$/i.exec(terms.trim())?.[1];
  return days === undefined ? 14 : Number(days);
}

/** When an invoice is due: a calendar day (`2026-12-05`) until it ends in the time zone, a moment as it is; without one the terms' days after it was issued, by the calendar there. */
export function dueAt(
  { dueDate, terms }: { readonly dueDate?: string | undefined; readonly terms: string },
  zone: string,
  issuedAt: Instant,
): Instant {
  if (dueDate === undefined) return addDaysIn(issuedAt, termDays(terms), zone);
  return dueDate.includes("T") ? dueDate : dayEnd(dueDate, zone);
}

/** An invoice's terms where its due day is the one that they say, or where an older invoice has words that say none; else null: paper with both would contradict itself. */
export function printableTerms(invoice: Dated & { readonly terms: string }): string | null {
  const { terms, issuedAt, timeZone } = invoice;
  const byTerms = dayIn(addDaysIn(issuedAt, termDays(terms), timeZone), timeZone);
  return !termsPattern.test(terms) || byTerms === calendarDays(invoice).dueOn ? terms : null;
}

interface Dated {
  readonly issuedAt: Instant;
  readonly dueDate: Instant;
  readonly timeZone: string;
}

/** The calendar days on which an invoice was issued and is due, in its seller's time zone. */
export function calendarDays({ issuedAt, dueDate, timeZone }: Dated): { issuedOn: string; dueOn: string } {
  return { issuedOn: dayIn(issuedAt, timeZone), dueOn: dayIn(dueDate, timeZone) };
}
