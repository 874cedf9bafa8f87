import { addBankingDays, addCalendarDays, type CalendarDate, easternDate } from "../core/banking-day.ts";
import { always, rowOn } from "../core/dated-row.ts";
import { type RecordBreak, withBreak } from "../core/record-break.ts";
import { addDays, type Instant } from "../core/time.ts";
import { type AchClass, type AchCode, changeCodes, datedCodes, returnCodes } from "./nacha-codes.ts";

/** What a code does to a settlement: `returned` takes the money back, `corrected` changes nothing but stored details, `noted` moves nothing and is for people, banks among themselves. */
export type AchEffect = "returned" | "corrected" | "noted";

/** A code with its meaning; `known` is false for one that is not in the tables. */
export interface AchMeaning extends AchCode {
  readonly code: string;
  readonly known: boolean;
  readonly effect: AchEffect;
}

const effects: Readonly<Record<AchClass, AchEffect>> = {
  funds: "returned",
  administrative: "returned",
  unauthorized: "returned",
  account: "returned",
  refused: "returned",
  format: "returned",
  check: "returned",
  agreed: "returned",
  international: "returned",
  sanctions: "returned",
  unknown: "returned",
  enrollment: "noted",
  dishonored: "noted",
  contested: "noted",
  correction: "corrected",
  refused_correction: "noted",
};

const strange: AchCode = {
  meaning: "a code we do not know",
  class: "unknown",
  window: { calendarDays: 60 },
  action: "reconcile",
};

/** What a code means that came at a moment, by the date in New York. One we do not know, or not yet, takes the money back, since to believe it still here would be the dearer mistake; an unknown C code corrects nothing and is noted. */
export function achMeaning(code: string, at: Instant): AchMeaning {
  return meaningOn(code, easternDate(at));
}

function meaningOn(code: string, on: CalendarDate): AchMeaning {
  const dated = rowOn(
    datedCodes.filter((each) => each.code === code),
    on,
  );
  const found = dated ?? (Object.hasOwn(returnCodes, code) ? returnCodes[code] : undefined);
  const change = Object.hasOwn(changeCodes, code) ? changeCodes[code] : undefined;
  const row = found ?? change ?? strange;
  const effect = row === strange && /^C\d\d$/.test(code) ? "noted" : effects[row.class];
  const { meaning, class: kind, window, action } = row;
  return { meaning, class: kind, window, action, code, known: row !== strange, effect };
}

/** The bank's own return code in what a rail gave as one; null for a rail's word or none at all. */
export function bankCode(code: string | null): string | null {
  return code !== null && /^R\d{2}$/.test(code) ? code : null;
}

/** What a bank's return code means that came at a moment, in words; null without one. */
export function returnReason(code: string | null, at: Instant): string | null {
  const known = bankCode(code);
  return known === null ? null : achMeaning(known, at).meaning;
}

/** A record's breaks with the one that shows operators a return which asks for a person: one for sanctions, and one by a bank's code that means nothing to us. */
export function withReturnBreak(breaks: readonly RecordBreak[], code: string, at: Instant): RecordBreak[] {
  const { class: kind } = achMeaning(code, at);
  if (kind === "sanctions") return withBreak(breaks, "return_for_sanctions", at);
  const isStrange = kind === "unknown" && bankCode(code) !== null;
  return isStrange ? withBreak(breaks, "return_code_unknown", at) : [...breaks];
}

/** What operators read of these breaks. */
export const returnBreakText: Readonly<Record<string, string>> = {
  return_for_sanctions:
    "the payer's bank returned it for its sanctions obligations: open a compliance case, and do not collect from this account again",
  return_code_unknown: "the payer's bank returned it with a code that we do not know: ask the rail what it means",
};

/** A return in words: by the bank's code, or by what the rail said instead. */
export function describeReturn(code: string): string {
  return bankCode(code) === null ? `returned without a bank's code (${code})` : `returned ${code}`;
}

export function isReturn(code: string, at: Instant): boolean {
  return achMeaning(code, at).effect === "returned";
}

/** Whether a code corrects stored details and changes nothing else. */
export function isCorrection(code: string, at: Instant): boolean {
  return achMeaning(code, at).effect === "corrected";
}

/** How often an entry may be presented again (Nacha: R01 and R09, at most twice, within 180 days of the first). */
const mostPresentations = 3;
const presentAgainDays = 180;

/** Whether a returned entry may be presented again; `presented` is how often it has been already. */
export function mayRepresent(code: string, presented: number, firstAt: Instant, now: Instant): boolean {
  if (achMeaning(code, now).action !== "present_again") return false;
  return presented >= 1 && presented < mostPresentations && now < addDays(firstAt, presentAgainDays);
}

/** Returns that count as disputes: a case is opened for them, and Nacha's unauthorized rate counts them. None of them has a date. */
export function isUnauthorized(code: string): boolean {
  return meaningOn(code, always).class === "unauthorized";
}

/** Nacha's administrative rate counts these. None of them has a date. */
export function isAdministrative(code: string): boolean {
  return meaningOn(code, always).class === "administrative";
}

/** The first date after a return window; null where banks agree on it among themselves. */
export function windowEnds(code: string, settledOn: CalendarDate): CalendarDate | null {
  const { window } = meaningOn(code, settledOn);
  if (window === "agreed") return null;
  if (window === "next_file") return addBankingDays(settledOn, 1);
  if ("bankingDays" in window) return addBankingDays(settledOn, window.bankingDays);
  return addCalendarDays(settledOn, window.calendarDays);
}
