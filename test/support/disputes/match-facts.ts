import type { MatchFacts, MatchQuery } from "../../../functions/domain/disputes/match-score.ts";

/** A payment of 29.00 on the 10th of November, of which the tenant told everything. */
export function aPaidCandidate(given: Partial<MatchFacts> = {}): MatchFacts {
  return {
    paymentId: "pay_01K00000000000000000000001",
    settlementId: "stl_01K00000000000000000000001",
    invoiceId: "inv_01K00000000000000000000001",
    invoiceNumber: "INV-1001",
    payer: "cus_1",
    railRefs: ["tr_1"],
    txHash: "0xabc1",
    amountCents: 2900,
    currency: "USD",
    at: "2026-11-10T09:30:00.000Z",
    descriptors: ["Acme Corp"],
    cardLast4: "4242",
    cardBin: "424242",
    authCode: "A1B2C3",
    arn: "74987501234567890123451",
    ...given,
  };
}

/** Another payment, of which only what is given is like the first. */
export function anotherPaidCandidate(number: number, given: Partial<MatchFacts> = {}): MatchFacts {
  const id = `01K0000000000000000000${String(number).padStart(4, "0")}`;
  return aPaidCandidate({
    paymentId: `pay_${id}`,
    settlementId: `stl_${id}`,
    invoiceId: `inv_${id}`,
    invoiceNumber: `INV-${number}`,
    payer: `cus_${number}`,
    railRefs: [`tr_${number}`],
    txHash: `0xdef${number}`,
    ...{ cardLast4: null, cardBin: null, authCode: null, arn: null },
    ...given,
  });
}

/** An alert over 29.00 that says nothing else than what is given. */
export function anAlertOf(given: Partial<MatchQuery> = {}): MatchQuery {
  return {
    amountCents: 2900,
    currency: "USD",
    ...{ arn: null, authCode: null, cardLast4: null, cardBin: null, descriptor: null },
    ...{ transactionDate: null, paymentId: null, railRef: null, purchaseIdentifier: null },
    ...given,
  };
}
