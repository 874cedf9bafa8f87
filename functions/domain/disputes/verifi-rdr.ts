import * as z from "zod";
import { exactCents, vendorAmount } from "../core/vendor-amount.ts";
import type { AlertType, ReportedOutcome } from "./alert.ts";

const text = z.string().min(1).max(64);

/** The call by which Verifi's RDR asks for a decision in real time (domain facts 3.1); read as far as an alert needs it. */
export const rdrCall = z.object({
  decisionId: z.uuid(),
  caseType: z.literal("DISPUTE"),
  source: z.literal("VMPI"),
  caseDate: z.string(),
  caseAmount: vendorAmount,
  caseCurrency: z.string().length(3).default("USD"),
  reasonCode: text,
  acquirerBin: text,
  cardAcceptorId: text,
  paymentDescriptor: text.nullish(),
  purchaseIdentifier: text.nullish(),
  cardBin: text.nullish(),
  cardLast4: z.string().length(4).nullish(),
  authCode: text.nullish(),
  arn: text.nullish(),
  transactionDate: text.nullish(),
});

export type RdrCall = z.infer<typeof rdrCall>;

/** `accept`: the network refunds the cardholder at once, from the acquirer's money; `decline`: a chargeback follows. */
export type RdrDecision = "accept" | "decline";

/** What an answered decision is to us: an accepted one is the mirror of a refund that moved without us; a declined one is a chargeback on its way, of which no other alert comes. */
export function rdrMeaning(decision: RdrDecision): { readonly kind: AlertType; readonly refundedByNetwork: boolean } {
  return decision === "accept"
    ? { kind: "rdr", refundedByNetwork: true }
    : { kind: "chargeback", refundedByNetwork: false };
}

/** The alert of an answered decision, Visa's always; null where the amount is none that a record may carry. `at` is when it was asked. */
export function rdrReport(call: RdrCall, decision: RdrDecision, at: string): ReportedOutcome | null {
  const amountCents = exactCents(call.caseAmount);
  if (amountCents === null || amountCents < 1) return null;
  const { arn = null, authCode = null, cardLast4 = null, cardBin = null, transactionDate = null } = call;
  const { paymentDescriptor: descriptor = null, purchaseIdentifier = null } = call;
  return {
    ...{ ...rdrMeaning(decision), externalId: call.decisionId, amountCents, currency: call.caseCurrency },
    ...{ network: "visa", reasonCode: call.reasonCode, arn, authCode, cardLast4, cardBin, descriptor },
    ...{ transactionDate, paymentId: null, railRef: null, purchaseIdentifier, receivedAt: at, respondBy: null },
    ...{ networkRef: decision === "accept" ? call.decisionId : null, isoRef: null, raw: call },
  };
}
