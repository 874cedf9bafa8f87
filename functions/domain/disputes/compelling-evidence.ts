import { dayOf, type Instant } from "../core/time.ts";
import type { CompellingAction } from "./case.ts";
import type { DisputeNetwork } from "./network.ts";
import { reasonMeaning } from "./reason-code.ts";

/** What identifies a payer beside the card; null where it is not known. */
export interface PayerIdentifiers {
  readonly customerId: string | null;
  readonly ip: string | null;
  readonly deviceId: string | null;
  readonly shippingAddress: string | null;
}

/** A payment as Visa's rule looks at it: `fraud` where it was reported as fraud, `description` of what was bought. */
export interface PaymentFacts {
  readonly paymentId: string;
  readonly at: Instant;
  readonly disputed: boolean;
  readonly fraud: boolean;
  readonly description: string | null;
  readonly identifiers: PayerIdentifiers;
}

/** A dispute with the payments that were made before with the same card or account. */
export interface CompellingQuestion {
  readonly network: DisputeNetwork | null;
  readonly reasonCode: string | null;
  readonly disputedAt: Instant;
  readonly disputed: PaymentFacts;
  readonly prior: readonly PaymentFacts[];
  /** What was sold, where it is asked for: null is asked for and not known. */
  readonly sold?: "merchandise" | "services" | null;
}

/** `requires_action` lacks only what can still be given, `not_qualified` can never be had; both say what is missing. */
export interface CompellingEvidence {
  readonly status: "not_applicable" | "not_qualified" | "requires_action" | "qualified";
  readonly requiredActions: CompellingAction[];
  readonly priorPaymentIds: string[];
}

/** Calendar days (UTC) by which a prior payment must lie before the dispute, both included. */
const priorDays = { least: 120, most: 365 } as const;

/** Two of the identifiers, one of which is the IP address or the device. */
const identifierPairs = [
  ["ip", "customerId"],
  ["ip", "deviceId"],
  ["ip", "shippingAddress"],
  ["deviceId", "customerId"],
  ["deviceId", "shippingAddress"],
] as const satisfies readonly (readonly (keyof PayerIdentifiers)[])[];

/** Of more prior payments than this only the first are asked whether they could still be made to fit: each is held against each. */
const mostPriors = 50;

function daysBetween(from: Instant, to: Instant): number {
  return (Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / 86_400_000;
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}

/** An identifier as it is compared: an address however it is cased and spaced, the others to the letter. */
function compared({ identifiers }: PaymentFacts, of: keyof PayerIdentifiers): string {
  const text = (identifiers[of] ?? "").trim();
  return of === "shippingAddress" ? text.toLowerCase().replace(/[\s,]+/g, " ") : text;
}

/** Whether all of them could have the same of two identifiers: nothing that is known of them differs. */
function couldAgree(payments: readonly PaymentFacts[]): boolean {
  return identifierPairs.some((pair) =>
    pair.every((of) => {
      const known = payments.map((payment) => compared(payment, of)).filter((value) => value !== "");
      return new Set(known).size <= 1;
    }),
  );
}

/** Undisputed payments without fraud, old enough and not too old; those with a description first, then the newest. */
function eligible({ disputed, disputedAt, prior }: CompellingQuestion): PaymentFacts[] {
  const fit = prior.filter((payment) => {
    const days = daysBetween(payment.at, disputedAt);
    if (payment.disputed || payment.fraud || payment.paymentId === disputed.paymentId) return false;
    return days >= priorDays.least && days <= priorDays.most;
  });
  const once = new Map(fit.map((payment) => [payment.paymentId, payment]));
  return [...once.values()].sort(
    (one, other) =>
      Number(isBlank(one.description)) - Number(isBlank(other.description)) ||
      (one.at < other.at ? 1 : one.at > other.at ? -1 : 0),
  );
}

/** The first two that have both identifiers of some pair in common with the disputed payment. */
function matching(disputed: PaymentFacts, priors: readonly PaymentFacts[]): PaymentFacts[] | null {
  const found = identifierPairs.map((pair) =>
    priors
      .filter((prior) =>
        pair.every((of) => compared(prior, of) !== "" && compared(prior, of) === compared(disputed, of)),
      )
      .slice(0, 2),
  );
  const enough = found.filter((two) => two.length === 2);
  const described = enough.find((two) => !two.some(({ description }) => isBlank(description)));
  return described ?? enough[0] ?? null;
}

/** The first two that could still agree if what is not known of them were supplied. */
function supposable(disputed: PaymentFacts, priors: readonly PaymentFacts[]): PaymentFacts[] | null {
  const some = priors.slice(0, mostPriors);
  for (const [n, one] of some.entries()) {
    const other = some.slice(n + 1).find((second) => couldAgree([disputed, one, second]));
    if (other !== undefined) return [one, other];
  }
  return null;
}

/** Whether a dispute can be answered with Visa's Compelling Evidence 3.0 (Visa dispute condition 10.4; names and statuses as Stripe has them): at least two prior payments that nobody disputed, 120 to 365 days before, that have two identifiers in common with the disputed one, the IP address or the device among them. */
export function compellingEvidence(question: CompellingQuestion): CompellingEvidence {
  const { network, reasonCode, disputed, sold } = question;
  if (network !== "visa" || reasonCode === null || reasonMeaning(network, reasonCode).code !== "10.4")
    return { status: "not_applicable", requiredActions: [], priorPaymentIds: [] };

  const priors = eligible(question);
  if (priors.length < 2) return never("missing_prior_undisputed_transactions");
  const sure = matching(disputed, priors);
  const two = sure ?? supposable(disputed, priors);
  if (two === null) return never("missing_customer_identifiers");

  const requiredActions: CompellingAction[] = [];
  if (sure === null) requiredActions.push("missing_customer_identifiers");
  if (isBlank(disputed.description)) requiredActions.push("missing_disputed_transaction_description");
  if (sold === null) requiredActions.push("missing_merchandise_or_services");
  if (two.some(({ description }) => isBlank(description)))
    requiredActions.push("missing_prior_undisputed_transaction_description");
  return {
    status: requiredActions.length === 0 ? "qualified" : "requires_action",
    requiredActions,
    priorPaymentIds: two.map(({ paymentId }) => paymentId),
  };
}

function never(why: CompellingAction): CompellingEvidence {
  return { status: "not_qualified", requiredActions: [why], priorPaymentIds: [] };
}
