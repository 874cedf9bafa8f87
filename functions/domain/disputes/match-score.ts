import { dayNumber } from "../core/time.ts";
import type { ReportedOutcome } from "./alert.ts";
import { descriptorLikeness } from "./statement-descriptor.ts";

/** What an alert says that tells which payment it is about. */
export type MatchQuery = Pick<ReportedOutcome, "amountCents" | "currency" | "arn" | "authCode" | "cardLast4"> &
  Pick<ReportedOutcome, "cardBin" | "descriptor" | "transactionDate" | "paymentId" | "railRef" | "purchaseIdentifier">;

/** What is known of a payment; card facts only where the tenant put them on the invoice. */
export interface MatchFacts {
  readonly paymentId: string;
  readonly settlementId: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string | null;
  /** Whose invoice it is, by the tenant's own name for them. */
  readonly payer: string | null;
  readonly railRefs: readonly string[];
  readonly txHash: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** When it was received, or made where it has not been. */
  readonly at: string;
  readonly descriptors: readonly string[];
  readonly cardLast4: string | null;
  readonly cardBin: string | null;
  readonly authCode: string | null;
  readonly arn: string | null;
}

/** What each agreement is worth (domain facts 3.7). */
const matchPoints = {
  reference: 100,
  amount: 30,
  amountWithinTolerance: 15,
  date: 20,
  descriptor: 15,
  last4: 15,
  authCode: 25,
} as const;

/** What circumstances come to at most: no number of them is as good as a reference. */
const circumstantialLimit = 99;

/** Days between a transaction's date and its payment that count as agreement. */
export const closeDays = 3;
/** A conversion's rounding: 1 % of the payment, at least a whole unit. */
const toleranceBps = 100;
const leastToleranceCents = 100;
const alikeHundredths = 90;

/** How well a payment fits an alert, and why, in plain words. */
export interface Match {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly references: readonly string[];
  /** What amount, date, descriptor and card come to by themselves. */
  readonly circumstances: number;
  /** What the score owes to the date, which tells twins apart least of all. */
  readonly datePoints: number;
  readonly sameAmount: boolean;
  /** The same amount, or one within tolerance. */
  readonly nearAmount: boolean;
  readonly sameAuthCode: boolean;
  /** What says that it is another payment. A reference overrules the card's facts, which wallets replace, but not another reference. */
  readonly againstReference: readonly string[];
  readonly againstCircumstance: readonly string[];
}

type Finding = { readonly points: number; readonly reason: string } | null;

/** The score of a payment for an alert. Integer arithmetic; nothing that either side says makes it throw. */
export function scoreMatch(alert: MatchQuery, payment: MatchFacts): Match {
  const references = referencesTo(alert, payment);
  const [amount, date, descriptor] = [amountOf(alert, payment), dateOf(alert, payment), nameOf(alert, payment)];
  const sameCard = cardAgrees(alert, payment);
  const sameAuthCode = isSame(reference(alert.authCode), reference(payment.authCode));
  const last4 = sameCard ? { points: matchPoints.last4, reason: `card ending ${alert.cardLast4?.trim()}` } : null;
  const code = sameAuthCode ? { points: matchPoints.authCode, reason: "same authorization code" } : null;
  const found = [amount, date, descriptor, last4, code].filter((each) => each !== null);
  const circumstances = found.reduce((sum, { points }) => sum + points, 0);
  const againstReference = otherReferences(alert, payment);
  const againstCircumstance = otherCard(alert, payment);
  const isExact = references.length > 0;
  return {
    score: isExact ? matchPoints.reference : Math.min(circumstances, circumstantialLimit),
    reasons: [
      ...references.map((name) => `same ${name}`),
      ...found.map(({ reason }) => reason),
      ...[...againstReference, ...againstCircumstance].map((name) => `another ${name}`),
    ],
    references,
    circumstances,
    datePoints: isExact ? 0 : (date?.points ?? 0),
    sameAmount: amount?.points === matchPoints.amount,
    nearAmount: amount !== null,
    sameAuthCode,
    againstReference,
    againstCircumstance,
  };
}

const fillings = /^(N\/?A|NONE|NULL|NIL|UNKNOWN|UNDEFINED|TEST)$/;

/** A reference as it is compared; null for blanks and for what forms are filled with where there is none. */
function reference(text: string | null): string | null {
  const plain = text?.trim().toUpperCase() ?? "";
  const isFilling = !/[\p{L}1-9]/u.test(plain) || fillings.test(plain);
  return isFilling ? null : plain;
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function referencesTo(alert: MatchQuery, payment: MatchFacts): string[] {
  const named = (text: string | null, known: readonly (string | null)[]) =>
    known.some((each) => isSame(reference(text), reference(each)));
  return [
    ...(named(alert.paymentId, [payment.paymentId, payment.settlementId]) ? ["payment id"] : []),
    ...(named(alert.arn, [payment.arn]) ? ["acquirer reference number"] : []),
    ...(named(alert.railRef, [...payment.railRefs, payment.txHash]) ? ["rail reference"] : []),
    ...(named(alert.purchaseIdentifier, [payment.invoiceId, payment.invoiceNumber]) ? ["invoice"] : []),
  ];
}

function otherReferences(alert: MatchQuery, payment: MatchFacts): string[] {
  const text = reference(alert.paymentId);
  const ours = [payment.paymentId, payment.settlementId].map(reference);
  return [
    ...(text !== null && !ours.includes(text) ? ["payment id"] : []),
    ...(isOther(reference(alert.arn), reference(payment.arn)) ? ["acquirer reference number"] : []),
  ];
}

function digits(text: string | null): string | null {
  return text?.trim() || null;
}

/** Eight digits of an issuer's number begin with its six. */
function isOtherIssuer(one: string | null, other: string | null): boolean {
  const [first, second] = [digits(one)?.slice(0, 6) ?? null, digits(other)?.slice(0, 6) ?? null];
  return isOther(first, second);
}

function cardAgrees(alert: MatchQuery, payment: MatchFacts): boolean {
  const sameLast4 = isSame(digits(alert.cardLast4), digits(payment.cardLast4));
  return sameLast4 && !isOtherIssuer(alert.cardBin, payment.cardBin);
}

function otherCard(alert: MatchQuery, payment: MatchFacts): string[] {
  const otherLast4 = isOther(digits(alert.cardLast4), digits(payment.cardLast4));
  return [
    ...(otherLast4 || isOtherIssuer(alert.cardBin, payment.cardBin) ? ["card"] : []),
    ...(isOther(reference(alert.authCode), reference(payment.authCode)) ? ["authorization code"] : []),
    ...(isSameCurrency(alert, payment) ? [] : ["currency"]),
  ];
}

function isSameCurrency(alert: MatchQuery, payment: MatchFacts): boolean {
  return alert.currency.trim().toUpperCase() === payment.currency.trim().toUpperCase();
}

function amountOf(alert: MatchQuery, payment: MatchFacts): Finding {
  if (!isSameCurrency(alert, payment)) return null;
  const apart = Math.abs(alert.amountCents - payment.amountCents);
  if (apart === 0) return { points: matchPoints.amount, reason: "same amount" };
  if (apart > amountTolerance(payment.amountCents)) return null;
  return { points: matchPoints.amountWithinTolerance, reason: `amount ${apart} cents apart` };
}

/** By how many cents a converted amount may differ from the payment's. */
export function amountTolerance(amountCents: number): number {
  return Math.max(leastToleranceCents, Math.floor((amountCents * toleranceBps) / 10_000));
}

function dateOf(alert: MatchQuery, payment: MatchFacts): Finding {
  const [report, known] = [dayNumber(alert.transactionDate), dayNumber(payment.at)];
  if (report === null || known === null) return null;
  const apart = Math.abs(report - known);
  if (apart > closeDays) return null;
  const reason = apart === 0 ? "same day" : `${apart} ${apart === 1 ? "day" : "days"} apart`;
  return { points: matchPoints.date, reason };
}

function nameOf({ descriptor }: MatchQuery, { descriptors }: MatchFacts): Finding {
  if (descriptor === null) return null;
  const alike = Math.max(0, ...descriptors.map((each) => descriptorLikeness(descriptor, each)));
  if (alike < alikeHundredths) return null;
  const reason = alike === 100 ? "same descriptor" : `descriptor 0.${alike} alike`;
  return { points: matchPoints.descriptor, reason };
}
