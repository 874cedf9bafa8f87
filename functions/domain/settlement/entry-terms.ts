import * as z from "zod";
import { easternDate } from "../core/banking-day.ts";
import { always, type DatedRow, rowOn } from "../core/dated-row.ts";
import type { Instant } from "../core/time.ts";
import { fitsSameDay } from "./entry-limits.ts";
import { type DebitTerms, type SecCode, secCodeOf, secCodes } from "./return-window.ts";

/** Entry classes as a rail is told them: `IAT` goes before the class that the return window follows. */
export const entryClasses = [...secCodes, "IAT"] as const;
export type EntryClass = (typeof entryClasses)[number];

/** Why a payment is, or is not, part of an international payment transaction. */
export const iatReasons = [
  ...(["source_abroad", "payer_abroad", "receiver_abroad"] as const),
  ...(["source_in_us", "us_account", "nothing_abroad_known"] as const),
];
export type IatReason = (typeof iatReasons)[number];

/** Whose country is looked at: the bank that the money comes from, who pays, and for whom it is collected. */
const parties = ["source", "payer", "receiver"] as const;
type Party = (typeof parties)[number];

const knownCountry = z.string().nullable();

/** The countries that were known when the decision was made; what is not known is null, and never guessed. */
const partyCountries = z.object({
  source: knownCountry.describe(
    "of the bank that the money comes from: `source.country` of the call, and US where its routing number is known; null where it is not known",
  ),
  payer: knownCountry.describe("of the billing address of the invoice's customer; null where it is not known"),
  receiver: knownCountry.describe("of the tenant that it is collected for; null where it is not known"),
});

type PartyCountries = z.infer<typeof partyCountries>;

/** Whether a payment is an international ACH transaction, as it was decided when the payment was accepted. */
export const iatDecision = z.object({
  isInternational: z
    .boolean()
    .describe("whether its ACH entry is the US component of an international payment transaction (IAT)"),
  reason: z
    .enum(iatReasons)
    .describe(
      "why: source_abroad, payer_abroad and receiver_abroad name the first of the `parties` outside the US; source_in_us is by `source.country` of the call; us_account is a debit of an account in the US; nothing_abroad_known is a transfer of which nobody said more",
    ),
  ruleDate: z
    .string()
    .describe(
      "first day, in New York, of the rule by which it was decided; 1970-01-01 is the rule of before 2026-09-18",
    ),
  sameDayAllowed: z
    .boolean()
    .describe(
      "whether Nacha's rules would let it settle on the same day; never for an IAT, nor above 1,000,000.00 (since 2022-03-18)",
    ),
  parties: partyCountries
    .nullable()
    .default(null)
    .describe("the countries that it was decided by; null where it was decided before they were kept"),
});

export type IatDecision = z.infer<typeof iatDecision>;

/** How an IAT is defined, and whose country outside the US makes one. */
interface IatRule extends DatedRow {
  readonly definition: "an office of a financial agency abroad takes part" | "US component of an international payment";
  readonly looksAt: readonly Party[];
  readonly sameDayAllowed: boolean;
  readonly source: string;
}

/** Nacha's definition of IAT, and its new wording from 2026-09-18 on: an entry that is the US component of a transfer which begins at, comes through or ends at a financial agency abroad, or comes from a sender or goes to a receiver by way of one. A party abroad is taken for such a way, which errs towards IAT. An IAT is no same-day entry under either. */
const iatRules: readonly IatRule[] = [
  {
    ...{ from: always, definition: "an office of a financial agency abroad takes part", looksAt: ["source"] },
    ...{ sameDayAllowed: false, source: "Nacha: International ACH Transactions, in force since 2009-09-18" },
  },
  {
    ...{ from: "2026-09-18", definition: "US component of an international payment", looksAt: parties },
    ...{ sameDayAllowed: false, source: "Nacha: Definition of IAT Entries; NEACH: IAT Redefined (2025-10-16)" },
  },
];

/** The United States and its territories, as ISO 3166-1 has them. */
const unitedStates: readonly string[] = ["US", "AS", "GU", "MP", "PR", "UM", "VI"];

/** What is known of a payment and of where its parties are; countries in ISO 3166-1 alpha-2. */
export interface EntrySource extends DebitTerms {
  readonly amountCents: number;
  /** The country of the bank that the money comes from, where the call says it. */
  readonly sourceCountry?: string | undefined;
  /** The account to pull from, where its payer typed it: it has a routing number, so it is one in the US. */
  readonly bankAccount?: object | undefined;
  readonly payerCountry?: string | null | undefined;
  readonly receiverCountry?: string | null | undefined;
}

function countriesOf(input: EntrySource): PartyCountries {
  const { sourceCountry, bankAccount, payerCountry, receiverCountry } = input;
  return {
    source: sourceCountry ?? (bankAccount ? "US" : null),
    payer: payerCountry?.toUpperCase() ?? null,
    receiver: receiverCountry?.toUpperCase() ?? null,
  };
}

function domesticReason({ source, sourceCountry }: EntrySource): IatReason {
  if (sourceCountry !== undefined) return "source_in_us";
  return source === "ach" ? "us_account" : "nothing_abroad_known";
}

/** Decides whether a payment that is accepted at a moment is an IAT, by the rule of that day in New York and the countries that are known. */
export function decideIat(input: EntrySource, at: Instant, rows = iatRules): IatDecision {
  const day = easternDate(at);
  const rule = rowOn(rows, day);
  if (!rule) throw new Error(`no definition of IAT at ${at}`);
  const countries = countriesOf(input);
  const abroad = rule.looksAt.find((party) => !unitedStates.includes(countries[party] ?? "US"));
  const isInternational = abroad !== undefined;
  return {
    ...{ isInternational, reason: abroad ? `${abroad}_abroad` : domesticReason(input), ruleDate: rule.from },
    sameDayAllowed: (!isInternational || rule.sameDayAllowed) && fitsSameDay(input.amountCents, day),
    parties: countries,
  };
}

/** The decision in words, for the trail. */
export function iatText({ isInternational, reason, ruleDate, parties: known }: IatDecision): string {
  const country = parties.find((party) => reason === `${party}_abroad`);
  const where = country && known?.[country] ? ` ${known[country]}` : "";
  return `${isInternational ? "an IAT" : "no IAT"} (${reason}${where}, rule of ${ruleDate})`;
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
