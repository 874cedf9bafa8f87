import type { CalendarDate } from "../core/banking-day.ts";
import type { DatedRow } from "../core/dated-row.ts";

/** Why an ACH entry came back. Nacha's administrative rate counts exactly R02 to R04, its unauthorized rate R05, R07, R10, R11, R29 and R51. */
export type AchClass =
  | "funds"
  | "administrative"
  | "unauthorized"
  | "account"
  | "refused"
  | "format"
  | "check"
  | "enrollment"
  | "agreed"
  | "dishonored"
  | "contested"
  | "international"
  | "sanctions"
  | "correction"
  | "refused_correction"
  | "unknown";

/** How long the receiving bank may take, counted from settlement. `next_file`: at once; `agreed`: as the two banks agree. */
export type AchWindow = { readonly bankingDays: number } | { readonly calendarDays: number } | "next_file" | "agreed";

/** What somebody has to do about it, beside what the settlement does by itself. */
export type AchAction =
  | "present_again"
  | "new_details"
  | "revoke_authorization"
  | "correct_and_resubmit"
  | "contact_payer"
  | "fix_entry"
  | "compliance_review"
  | "check_for_duplicates"
  | "reconcile"
  | "update_details"
  | "none";

export interface AchCode {
  readonly meaning: string;
  readonly class: AchClass;
  readonly window: AchWindow;
  readonly action: AchAction;
}

function row(meaning: string, kind: AchClass, window: AchWindow, action: AchAction): AchCode {
  return { meaning, class: kind, window, action };
}

const days2 = { bankingDays: 2 };
const days5 = { bankingDays: 5 };
const days60 = { calendarDays: 60 };

/** Return codes of the Nacha Operating Rules, Appendix Four, as listed by moov-io/ach `addenda99.go`; classes and windows as Increase, PayNearMe and GrailPay publish them. */
export const returnCodes: Readonly<Record<string, AchCode>> = {
  R01: row("insufficient funds", "funds", days2, "present_again"),
  R02: row("account closed", "administrative", days2, "new_details"),
  R03: row("no account, or it cannot be located", "administrative", days2, "new_details"),
  R04: row("invalid account number", "administrative", days2, "new_details"),
  R05: row("corporate debit to a consumer account, not authorized", "unauthorized", days60, "fix_entry"),
  R06: row("returned at our bank's request", "agreed", "agreed", "none"),
  R07: row("authorization revoked by the customer", "unauthorized", days60, "revoke_authorization"),
  R08: row("payment stopped", "refused", days2, "contact_payer"),
  R09: row("uncollected funds", "funds", days2, "present_again"),
  R10: row("originator unknown or not authorized", "unauthorized", days60, "revoke_authorization"),
  R11: row("not in accordance with the authorization", "unauthorized", days60, "correct_and_resubmit"),
  R12: row("branch sold to another bank", "account", days2, "new_details"),
  R13: row("bank does not take part in ACH", "account", "next_file", "new_details"),
  R14: row("representative payee deceased or unable", "account", days2, "contact_payer"),
  R15: row("account holder or beneficiary deceased", "account", days2, "contact_payer"),
  R16: row("account frozen, or returned by legal or sanctions order", "account", days2, "compliance_review"),
  R17: row("questionable circumstances or edit criteria", "account", days2, "compliance_review"),
  R18: row("improper effective entry date", "format", "next_file", "fix_entry"),
  R19: row("amount field error", "format", "next_file", "fix_entry"),
  R20: row("not a transaction account", "account", days2, "new_details"),
  R21: row("invalid company identification", "format", days2, "fix_entry"),
  R22: row("invalid individual identification", "format", days2, "fix_entry"),
  R23: row("credit refused by the receiver", "refused", days2, "contact_payer"),
  R24: row("duplicate entry", "refused", days2, "check_for_duplicates"),
  R25: row("addenda error", "format", "next_file", "fix_entry"),
  R26: row("mandatory field error", "format", "next_file", "fix_entry"),
  R27: row("trace number error", "format", "next_file", "fix_entry"),
  R28: row("routing number check digit error", "format", "next_file", "new_details"),
  R29: row("corporate customer: not authorized", "unauthorized", days2, "revoke_authorization"),
  R30: row("bank not in the check truncation program", "check", "next_file", "fix_entry"),
  R31: row("permissible return of a corporate entry", "agreed", "agreed", "contact_payer"),
  R32: row("bank cannot settle", "account", "next_file", "contact_payer"),
  R33: row("return of a destroyed-check entry", "check", days60, "contact_payer"),
  R34: row("bank's participation is limited", "account", "next_file", "new_details"),
  R35: row("improper debit entry", "format", "next_file", "fix_entry"),
  R36: row("improper credit entry", "format", "next_file", "fix_entry"),
  R37: row("source document presented for payment", "check", days60, "check_for_duplicates"),
  R38: row("stop payment on the source document", "check", days60, "contact_payer"),
  R39: row("improper source document", "check", days2, "fix_entry"),
  R40: row("enrollment returned by the agency", "enrollment", "agreed", "none"),
  R41: row("enrollment: invalid transaction code", "enrollment", "agreed", "none"),
  R42: row("enrollment: routing number error", "enrollment", "agreed", "none"),
  R43: row("enrollment: invalid account number", "enrollment", "agreed", "none"),
  R44: row("enrollment: invalid individual identification", "enrollment", "agreed", "none"),
  R45: row("enrollment: invalid name", "enrollment", "agreed", "none"),
  R46: row("enrollment: invalid payee indicator", "enrollment", "agreed", "none"),
  R47: row("enrollment: duplicate", "enrollment", "agreed", "none"),
  R50: row("state law on re-presented checks", "check", days2, "fix_entry"),
  R51: row("re-presented check ineligible or improper", "unauthorized", days60, "fix_entry"),
  R52: row("stop payment on the re-presented check", "check", days60, "contact_payer"),
  R53: row("check and its entry both presented", "check", days60, "check_for_duplicates"),
  R61: row("misrouted return", "dishonored", days5, "reconcile"),
  R62: row("erroneous or reversing debit returned", "dishonored", days5, "reconcile"),
  R67: row("duplicate return", "dishonored", days5, "reconcile"),
  R68: row("untimely return", "dishonored", days5, "reconcile"),
  R69: row("return with field errors", "dishonored", days5, "reconcile"),
  R70: row("permissible return not accepted", "dishonored", days5, "reconcile"),
  R71: row("misrouted dishonored return", "contested", days2, "reconcile"),
  R72: row("untimely dishonored return", "contested", days2, "reconcile"),
  R73: row("original return was timely", "contested", days2, "reconcile"),
  R74: row("corrected return", "contested", days2, "reconcile"),
  R75: row("return was not a duplicate", "contested", days2, "reconcile"),
  R76: row("no errors found in the return", "contested", days2, "reconcile"),
  R77: row("R62 not accepted", "contested", days2, "reconcile"),
  R80: row("international entry coding error", "international", "agreed", "fix_entry"),
  R81: row("gateway not in the international program", "international", "agreed", "contact_payer"),
  R82: row("foreign bank's identification invalid", "international", "agreed", "new_details"),
  R83: row("foreign bank cannot settle", "international", "agreed", "contact_payer"),
  R84: row("not processed by the gateway", "international", "agreed", "contact_payer"),
  R85: row("international payment under the wrong code", "international", "agreed", "fix_entry"),
};

/** A code that begins to mean something, or something else, on a date in New York. */
export interface DatedCode extends AchCode, DatedRow {
  readonly code: string;
}

/** Nacha's calendar (New Return Reason Code for Sanctions Compliance Obligations): from 2028-03-17 a bank says R90 where sanctions oblige it to return an entry, in a time of its own, and R16 goes back to accounts that are frozen for other reasons. */
const sanctionsCode: CalendarDate = "2028-03-17";

/** Return codes as they are from a date on; before it they are as in `returnCodes`, or unknown. */
export const datedCodes: readonly DatedCode[] = [
  { code: "R16", from: sanctionsCode, ...row("account frozen", "account", days2, "contact_payer") },
  {
    ...{ code: "R90", from: sanctionsCode },
    ...row("receiving bank's sanctions obligation", "sanctions", "agreed", "compliance_review"),
  },
];

/** Codes of notifications of change: Nacha Operating Rules, Appendix Five, as listed by moov-io/ach `addenda98.go`, and C08, C13 and C14 (Modern Treasury). C61 to C69 refuse a notification and correct nothing. */
export const changeCodes: Readonly<Record<string, AchCode>> = {
  C01: row("account number", "correction", days2, "update_details"),
  C02: row("routing number", "correction", days2, "update_details"),
  C03: row("routing and account number", "correction", days2, "update_details"),
  C04: row("name", "correction", days2, "update_details"),
  C05: row("transaction code", "correction", days2, "update_details"),
  C06: row("account number and transaction code", "correction", days2, "update_details"),
  C07: row("routing number, account number and transaction code", "correction", days2, "update_details"),
  C08: row("foreign bank's identification", "correction", days2, "update_details"),
  C09: row("individual identification", "correction", days2, "update_details"),
  C10: row("company name", "correction", days2, "update_details"),
  C11: row("company identification", "correction", days2, "update_details"),
  C12: row("company name and identification", "correction", days2, "update_details"),
  C13: row("addenda format", "correction", days2, "fix_entry"),
  C14: row("entry class for outbound international payments", "correction", days2, "fix_entry"),
  C61: row("misrouted notification", "refused_correction", days2, "reconcile"),
  C62: row("trace number", "refused_correction", days2, "reconcile"),
  C63: row("company identification", "refused_correction", days2, "reconcile"),
  C64: row("individual identification", "refused_correction", days2, "reconcile"),
  C65: row("corrected data badly formatted", "refused_correction", days2, "reconcile"),
  C66: row("discretionary data", "refused_correction", days2, "reconcile"),
  C67: row("routing number not that of the original entry", "refused_correction", days2, "reconcile"),
  C68: row("account number not that of the original entry", "refused_correction", days2, "reconcile"),
  C69: row("transaction code", "refused_correction", days2, "reconcile"),
};
