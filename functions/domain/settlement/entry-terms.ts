import * as z from "zod";
import { easternDate } from "../core/banking-day.ts";
import { always, type DatedRow, rowOn } from "../core/dated-row.ts";
import type { Instant } from "../core/time.ts";
import { type DebitTerms, type SecCode, secCodeOf, secCodes } from "./return-window.ts";

/** Entry classes as a rail is told them: `IAT` goes before the class that the return window follows. */
export const entryClasses = [...secCodes, "IAT"] as const;
export type EntryClass = (typeof entryClasses)[number];

/** Why a payment is, or is not, part of an international payment transaction. */
export const iatReasons = ["source_abroad", "source_in_us", "us_account", "nothing_abroad_known"] as const;
export type IatReason = (typeof iatReasons)[number];

/** Whether a payment is an international ACH transaction, as it was decided when the payment was accepted. */
export const iatDecision = z.object({
  isInternational: z
    .boolean()
    .describe("whether its ACH entry is the US component of an international payment transaction (IAT)"),
  reason: z
    .enum(iatReasons)
    .describe(
      "why: source_abroad and source_in_us are by source.country of the pay call; us_account is a debit of an account in the US; nothing_abroad_known is a transfer of which nobody said more",
    ),
  ruleDate: z
    .string()
    .describe(
      "first day, in New York, of the rule by which it was decided; 1970-01-01 is the rule of before 2026-09-18",
    ),
  sameDayAllowed: z.boolean().describe("whether Nacha's rules would let it settle on the same day; never for an IAT"),
});

export type IatDecision = z.infer<typeof iatDecision>;

/** How an IAT is defined. */
interface IatRule extends DatedRow {
  readonly definition: "an office of a financial agency abroad takes part" | "US component of an international payment";
  readonly sameDayAllowed: boolean;
}

/** Nacha's definition of IAT, and its new wording from 2026-09-18 on (Definition of IAT Entries): money that begins at, or comes through, a financial institution outside the US. An IAT is no same-day entry under either. */
const iatRules: readonly IatRule[] = [
  { from: always, definition: "an office of a financial agency abroad takes part", sameDayAllowed: false },
  { from: "2026-09-18", definition: "US component of an international payment", sameDayAllowed: false },
];

/** The United States and its territories, as ISO 3166-1 has them. */
const unitedStates: readonly string[] = ["US", "AS", "GU", "MP", "PR", "UM", "VI"];

/** What is known of where a payment's money comes from. */
export interface EntrySource extends DebitTerms {
  /** The country of the bank that the money comes from (ISO 3166-1 alpha-2), where the pay call says it. */
  readonly sourceCountry?: string | undefined;
}

function iatReason({ source, sourceCountry }: EntrySource): IatReason {
  if (sourceCountry !== undefined) return unitedStates.includes(sourceCountry) ? "source_in_us" : "source_abroad";
  return source === "ach" ? "us_account" : "nothing_abroad_known";
}

/** Decides whether a payment that is accepted at a moment is an IAT, by the rule of that day in New York. */
export function decideIat(input: EntrySource, at: Instant, rows = iatRules): IatDecision {
  const rule = rowOn(rows, easternDate(at));
  if (!rule) throw new Error(`no definition of IAT at ${at}`);
  const reason = iatReason(input);
  const isInternational = reason === "source_abroad";
  return { isInternational, reason, ruleDate: rule.from, sameDayAllowed: !isInternational || rule.sameDayAllowed };
}

/** The decision in words, for the trail. */
export function iatText({ isInternational, reason, ruleDate }: IatDecision): string {
  return `${isInternational ? "an IAT" : "no IAT"} (${reason}, rule of ${ruleDate})`;
}

/** The class that a rail is given with a debit; null for a transfer that the payer sends. */
export function entryClassOf(terms: DebitTerms, iat: IatDecision | undefined): EntryClass | null {
  const secCode = secCodeOf(terms);
  return secCode !== null && iat?.isInternational ? "IAT" : secCode;
}

/** What entries a description stands for. */
interface EntryDescription extends DatedRow {
  /** `wages` are credits to people's accounts, which this service never makes. */
  readonly of:
    | { readonly kind: "debit"; readonly secCode: SecCode | "IAT" }
    | { readonly kind: "wages"; readonly secCode: "PPD" };
  /** At most the field's ten characters. */
  readonly text: string;
}

const usual = "INVOICE";

/** Nacha's company entry descriptions, which payers read on their statements: from 2026-03-20 PURCHASE for consumers' e-commerce debits, and PAYROLL for wages by PPD credit alone, both from the field's first character (Company Entry Descriptions). All else is ours to choose. */
export const entryDescriptions: readonly EntryDescription[] = [
  ...entryClasses.map((secCode) => ({ of: { kind: "debit" as const, secCode }, from: always, text: usual })),
  { of: { kind: "debit", secCode: "WEB" }, from: "2026-03-20", text: "PURCHASE" },
  { of: { kind: "wages", secCode: "PPD" }, from: "2026-03-20", text: "PAYROLL" },
];

/** The description of a debit that is accepted at a moment, by the table of that day in New York; null for a transfer that the payer sends. */
export function entryDescriptionOf(entryClass: EntryClass | null, at: Instant): string | null {
  if (entryClass === null) return null;
  const rows = entryDescriptions.filter(({ of }) => of.kind === "debit" && of.secCode === entryClass);
  return rowOn(rows, easternDate(at))?.text ?? usual;
}

/** What a payment's record keeps of its entry. */
export function entryTermsOf(input: EntrySource, at: Instant): { iat: IatDecision; entryDescription: string | null } {
  const iat = decideIat(input, at);
  return { iat, entryDescription: entryDescriptionOf(entryClassOf(input, iat), at) };
}
