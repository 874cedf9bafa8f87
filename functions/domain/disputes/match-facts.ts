import type { Invoice } from "../invoicing/invoice.ts";
import type { Settlement } from "../settlement/settlement.ts";
import type { MatchFacts } from "./match-score.ts";

/** What is known of a payment for matching: the rail's side of it, and what the tenant wrote on its invoice about the card. */
export function matchFactsOf(
  settlement: Settlement,
  invoice: Pick<Invoice, "metadata"> | undefined,
  tenantName: string,
): MatchFacts {
  const { id, payment, invoiceId, invoiceNumber, txHash, currency, conversionRef, createdAt } = settlement;
  const { descriptor, cardLast4, cardBin, authCode, arn } = invoice?.metadata ?? {};
  return {
    paymentId: payment.id,
    payer: settlement.customerId === "" ? null : settlement.customerId,
    settlementId: id,
    ...{ invoiceId, invoiceNumber, txHash, currency },
    railRefs: [payment.railRef, payment.payoutRef, conversionRef].filter((each) => each !== null),
    amountCents: payment.amountCents,
    at: payment.receivedAt ?? createdAt,
    descriptors: [tenantName, ...(descriptor ? [descriptor] : [])],
    cardLast4: cardLast4 ?? null,
    cardBin: cardBin ?? null,
    authCode: authCode ?? null,
    arn: arn ?? null,
  };
}

/** Whether a payment can be meant where nothing but its amount and its day speaks for it: one that brought nothing is no twin of the one that did. */
export function canBeMeant({ payment }: Settlement): boolean {
  return payment.status !== "failed" && payment.status !== "canceled";
}
