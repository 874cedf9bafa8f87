import { addBankingDays, addCalendarDays, easternDate } from "../core/banking-day.ts";
import { always, type DatedRow, rowOn } from "../core/dated-row.ts";
import type { PayerType } from "../core/holder-type.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { PaymentSource } from "../rails/payment-source.ts";

/** Nacha's standard entry classes of our debits: CCD for a business's account, WEB and PPD for an individual's, authorized online or otherwise. */
export const secCodes = ["CCD", "WEB", "PPD"] as const;
export type SecCode = (typeof secCodes)[number];

/** What says how long money can be taken back: how it was paid, from whose account, and whether its payer agreed to it on a page of ours. */
export interface DebitTerms {
  readonly source: PaymentSource;
  readonly holderType: PayerType;
  readonly hosted?: object | undefined;
}

/** The entry class of a debit; null for a transfer that the payer sends. An account that nobody knows the holder of counts as an individual's, which has the longer window. */
export function secCodeOf({ source, holderType, hosted }: DebitTerms): SecCode | null {
  if (source !== "ach") return null;
  if (holderType === "business") return "CCD";
  return hosted ? "WEB" : "PPD";
}

/** Days after settlement in which money can be taken back: so many calendar days, then so many banking days. */
export interface ReturnWindow extends DatedRow {
  readonly of: SecCode | "credit";
  readonly calendarDays: number;
  readonly bankingDays: number;
}

/**
 * By which date money can still be taken back (Nacha Operating Rules); a change of the rules is a row with its date.
 * CCD: R29 reaches our bank by the second banking day (subsection 3.8.1), and has one more for the file.
 * WEB, PPD: an unauthorized debit of a consumer's account by the banking day after the 60th calendar day (subsection 3.13.1).
 * A transfer that the payer sent: its bank's reversal within five banking days (section 2.9).
 */
export const returnWindows: readonly ReturnWindow[] = [
  { of: "CCD", from: always, calendarDays: 0, bankingDays: 3 },
  { of: "WEB", from: always, calendarDays: 60, bankingDays: 1 },
  { of: "PPD", from: always, calendarDays: 60, bankingDays: 1 },
  { of: "credit", from: always, calendarDays: 0, bankingDays: 5 },
];

/** When money can no longer be taken back: the end of the window's last day in New York, at 05:00 UTC of the next, which is never too early. */
export function returnWindowEnds(payment: DebitTerms, receivedAt: Instant, rows = returnWindows): Instant {
  const settledOn = easternDate(receivedAt);
  const sort = secCodeOf(payment) ?? "credit";
  const row = rowOn(
    rows.filter((each) => each.of === sort),
    settledOn,
  );
  if (!row) throw new Error(`no return window of ${sort} on ${settledOn}`);
  const lastDay = addBankingDays(addCalendarDays(settledOn, row.calendarDays), row.bankingDays);
  return addSeconds(`${addCalendarDays(lastDay, 1)}T00:00:00.000Z`, 5 * 3600);
}
