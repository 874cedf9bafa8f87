import { type Instant, monthOf } from "../core/time.ts";
import type { Counts } from "../settlement/counters.ts";
import type { Alert, ReportedOutcome } from "./alert.ts";
import { reasonMeaning } from "./reason-code.ts";

/** When an alert counts: when its source had it, not after we have it, whatever a clock elsewhere says. */
export function countedAt({ said: report, createdAt }: Pick<Alert, "said" | "createdAt">): Instant {
  return report.receivedAt < createdAt ? report.receivedAt : createdAt;
}

type Reported = Pick<ReportedOutcome, "kind" | "network" | "reasonCode" | "amountCents" | "refundedByNetwork">;

/** Visa's condition 10.5 is its own fraud monitoring: VAMP leaves it out (Visa Acceptance: VAMP fact sheet). */
const visaMonitoring = "10.5";

/** Mastercard's EFM counts "no cardholder authorization", and 4863 as long as that was in use (Braintree: Excessive Fraud Merchant Program). */
const efmReasons: readonly (string | null)[] = ["4837", "4863"];

/** What an alert adds to the card programs. TC40 and SAFE reports and chargebacks count; what may still be averted, and what the network refunded before it became a chargeback (RDR), does not. Returned debits are counted where they return. */
export function countsOfAlert({ kind, network, reasonCode, amountCents, refundedByNetwork }: Reported): Counts {
  if (network === null || network === "ach") return {};
  const isReport = kind === "fraud_report";
  if (!isReport && kind !== "chargeback") return {};
  const one: Counts = {
    [`${network}${isReport ? "FraudReports" : "Chargebacks"}`]: 1,
    ...(network === "visa" && { visaCents: amountCents }),
  };
  const code = reasonCode === null ? null : reasonMeaning(network, reasonCode).code;
  if (network === "visa" && (code === visaMonitoring || (refundedByNetwork && !isReport)))
    return { ...one, ...leftOut(amountCents) };
  if (network === "mastercard" && !isReport && efmReasons.includes(code))
    return { ...one, mastercardFraudChargebacks: 1, mastercardFraudCents: amountCents };
  return one;
}

function leftOut(amountCents: number): Counts {
  return { visaExcluded: 1, visaExcludedCents: amountCents };
}

/** What takes an alert out of VAMP again, to be counted when the alert was: resolved by RDR or CDRN within its month, or compelling evidence 3.0 that Visa has confirmed (10.4 alone; it takes the fraud report out as well). */
export function exclusionCounts(
  report: Reported & Pick<ReportedOutcome, "receivedAt">,
  why: "resolved" | "compelling_evidence",
  at: Instant,
): Counts {
  const before = countsOfAlert(report);
  const isCounted = before.visaFraudReports === 1 || before.visaChargebacks === 1;
  if (!isCounted || before.visaExcluded === 1) return {};
  if (why === "resolved")
    return before.visaChargebacks === 1 && monthOf(at) === monthOf(report.receivedAt)
      ? leftOut(report.amountCents)
      : {};
  const isFraud = reasonMeaning("visa", report.reasonCode ?? "").code === "10.4";
  return isFraud || before.visaFraudReports === 1 ? leftOut(report.amountCents) : {};
}
