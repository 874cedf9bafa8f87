import type { Alert, AlertTransitions, ReportedOutcome } from "../../../functions/domain/disputes/alert.ts";
import { receiveAlert } from "../../../functions/domain/disputes/ingest-alert.ts";
import { lastOf, later, noon } from "../core/samples.ts";

/** What a sender says of a complaint over 100.00 that is to be answered within a minute, with changes. */
export function aReport(change: Partial<ReportedOutcome> = {}): ReportedOutcome {
  return {
    ...{ externalId: "A-1", kind: "dispute", amountCents: 10_000, currency: "USD", network: null },
    ...{ reasonCode: null, arn: null, authCode: null, cardLast4: null, cardBin: null, descriptor: null },
    ...{ transactionDate: null, paymentId: null, railRef: null, purchaseIdentifier: null },
    ...{ receivedAt: noon, respondBy: later(60), refundedByNetwork: false, networkRef: null, isoRef: null, raw: null },
    ...change,
  };
}

/** An alert as it comes in, bound to its payment or not. */
export function receivedAlert(change: Partial<ReportedOutcome> = {}, isBound = true): AlertTransitions {
  const input = { id: "alr_1", tenantId: "ten_1", source: "manual" as const, said: aReport(change), fetched: false };
  const bound = isBound ? { paymentId: "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR", score: 95, method: "auto" as const } : null;
  return receiveAlert(input, { candidates: [], bound }, noon);
}

/** An alert that was bound when it came in, with changes. */
export function anAlert(change: Partial<Alert> = {}): Alert {
  return { ...lastOf(receivedAlert()).next, ...change };
}
