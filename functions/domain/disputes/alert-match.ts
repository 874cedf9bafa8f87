import type { AlertCandidate } from "./alert.ts";
import { type Match, type MatchFacts, type MatchQuery, scoreMatch } from "./match-score.ts";

/** When a match is made without a person, and what the queue shows (domain facts 3.7). */
export const matchFloors = {
  /** The score from which a match may be made without a person. */
  auto: 80,
  /** How far the best must be ahead of every other, with the date and without it. */
  lead: 15,
  shown: 40,
  /** Where more payments than this have the amount, four digits of a card may agree by chance. */
  crowd: 200,
} as const;

export type MatchFloors = Readonly<Record<keyof typeof matchFloors, number>>;

/** How many days around a transaction's date payments are looked for: wider than what counts as close, so that the twins of next week are seen. */
export const searchDays = 7;

const mostCandidates = 10;

interface Candidate extends Match {
  readonly paymentId: string;
  readonly payer: string | null;
}

/** What was found for an alert; the candidates are stored with it, best first. */
export type Judgement =
  | { readonly verdict: "matched"; readonly candidate: AlertCandidate; readonly candidates: AlertCandidate[] }
  | { readonly verdict: "unmatched"; readonly candidate: null; readonly candidates: AlertCandidate[] };

/** The payments that an alert may be about, best first and at most ten, in one order whatever the order they come in. */
export function rankCandidates(
  alert: MatchQuery,
  payments: readonly MatchFacts[],
  floors: MatchFloors = matchFloors,
): AlertCandidate[] {
  return shown(ranked(alert, payments), floors);
}

/**
 * Whether one payment is the alert's beyond doubt. Twins (one payer, one amount, days apart) are told apart by a
 * reference or by a person, never by the date; two references that point at two payments are a person's matter too.
 */
export function judgeMatch(
  alert: MatchQuery,
  payments: readonly MatchFacts[],
  floors: MatchFloors = matchFloors,
): Judgement {
  const all = ranked(alert, payments);
  const candidates = shown(all, floors);
  const [best, ...others] = all;
  const [candidate] = candidates;
  const isTooClose = (other: Candidate) => best !== undefined && leadOver(best, other) < floors.lead;
  if (!best || !candidate || !isCertain(best, all, floors) || others.some(isTooClose))
    return { verdict: "unmatched", candidate: null, candidates };
  return { verdict: "matched", candidate, candidates };
}

function ranked(alert: MatchQuery, payments: readonly MatchFacts[]): Candidate[] {
  const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const all = [...byId.values()].map((payment) => ({
    paymentId: payment.paymentId,
    payer: payment.payer,
    ...scoreMatch(alert, payment),
  }));
  return all.sort(
    (a, b) =>
      b.score - a.score ||
      b.references.length - a.references.length ||
      b.circumstances - a.circumstances ||
      (a.paymentId < b.paymentId ? -1 : 1),
  );
}

function shown(all: readonly Candidate[], floors: MatchFloors): AlertCandidate[] {
  return all
    .filter(({ score }) => score >= floors.shown)
    .slice(0, mostCandidates)
    .map(({ paymentId, score, reasons }) => ({ paymentId, score, reasons: [...reasons] }));
}

function isCertain(best: Candidate, all: readonly Candidate[], floors: MatchFloors): boolean {
  if (best.score < floors.auto || best.againstReference.length > 0) return false;
  if (best.references.length > 0) return true;
  if (best.againstCircumstance.length > 0) return false;
  return best.sameAuthCode || all.filter(({ sameAmount }) => sameAmount).length <= floors.crowd;
}

function leadOver(best: Candidate, other: Candidate): number {
  // Two payments of one invoice share its reference; a reference to the payment itself decides between them.
  if (other.references.length > 0) return isNamedBetter(best, other) ? best.score : 0;
  if (isTwin(best, other)) return 0;
  const undated = best.score - best.datePoints - (other.score - other.datePoints);
  return Math.min(best.score - other.score, undated);
}

function isNamedBetter(best: Candidate, other: Candidate): boolean {
  const shared = other.references.every((name) => best.references.includes(name));
  return shared && best.references.length > other.references.length;
}

/** Another payment of the same payer and amount that nothing speaks against; its card may only be unknown. */
function isTwin(best: Candidate, other: Candidate): boolean {
  if (best.references.length > 0 || best.sameAuthCode) return false;
  return (
    best.payer !== null && best.payer === other.payer && other.nearAmount && other.againstCircumstance.length === 0
  );
}
