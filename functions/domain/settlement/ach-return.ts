import { type Posting, transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect, Transition } from "../core/transition.ts";
import { type Invoice, releaseAside, takeBack } from "../invoicing/invoice.ts";
import { counting, countsOfReturn } from "./counters.ts";
import { payoutUnderWay, resolveLateFunds, sentBackCents, undeliveredCents } from "./held-funds.ts";
import { useReserve } from "./reserve.ts";
import { bankCode, describeReturn, isUnauthorized } from "./return-code-rules.ts";
import { isEnded, type Settlement, settlementFacts, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";
import { failSettlement, reverseConversionPostings } from "./transitions.ts";

/** Records a payment that the payer's bank took back: before delivery the settlement fails, after it the settlement stays completed. */
export function recordReturn(state: Settlement, invoice: Invoice, returnCode: string, now: Instant): SettlementChange {
  const { payment } = state;
  if (payment.status === "failed") return returnLateFunds(state, returnCode, now);
  if (payment.status === "canceled") return returnCanceled(state, returnCode, now);
  if (payment.status === "refunded") return returnTwice(state, returnCode, now);
  if (payment.status === "returned") return nothing;
  const collected = payment.status === "succeeded";
  const taken = collected ? takeBack : releaseAside;
  const returned = returnedState(state, returnCode, now);
  return {
    settlement: [returnTransition(state, returned, returnCode, collected, now)],
    invoice: [taken(invoice, state.fiatInCents, payment.id, now)],
  };
}

function returnedState(state: Settlement, returnCode: string, now: Instant): Settlement {
  const { payment } = state;
  return {
    ...state,
    mismatchCents: null,
    unappliedCents: 0,
    takenBack: state.bought,
    // It takes all that came, what operators had sent back as well.
    sentBack: state.sentBack.map((each) => ({ ...each, lostCents: each.amountCents })),
    payment: {
      ...payment,
      status: "returned",
      railState: "returned",
      returnCode: bankCode(returnCode),
      returnedAt: now,
    },
  };
}

/** The payer's bank took back what operators had sent back already: that much is lost until somebody claims it. */
function returnTwice(state: Settlement, returnCode: string, now: Instant): SettlementChange {
  const reconBreaks = withBreak(state.reconBreaks, "return_after_refund", now);
  const next = { ...returnedState(state, returnCode, now), reconBreaks };
  const transition = settlementTransition(state, next, now, {
    reason: `payment ${describeReturn(returnCode)} after its money had been sent back`,
    postings: unappliedBack(state),
    follows: returnFollows(state, returnCode, now),
  });
  return { settlement: [transition], invoice: [] };
}

/** Of a payment that had been canceled its bank takes what came all the same; nothing came, nothing goes. */
function returnCanceled(state: Settlement, returnCode: string, now: Instant): SettlementChange {
  const sent = sentBackCents(state) > 0;
  if (sent) return returnTwice(state, returnCode, now);
  return (state.payment.receivedCents ?? 0) > 0 ? returnLateFunds(state, returnCode, now) : nothing;
}

/** Money that had come after the collection was given up goes back: it leaves the ledger, and nothing else was built on it. */
function returnLateFunds(state: Settlement, returnCode: string, now: Instant): SettlementChange {
  const postings = [...transfer("tenant_payable", "rail_clearing", undeliveredCents(state)), ...unappliedBack(state)];
  if (postings.length === 0) return nothing;
  const next = { ...returnedState(state, returnCode, now), reconBreaks: resolveLateFunds(state, now) };
  const follows = returnFollows(state, returnCode, now);
  const transition = settlementTransition(state, next, now, {
    reason: `payment ${describeReturn(returnCode)}`,
    postings,
    follows,
  });
  return { settlement: [transition], invoice: [] };
}

/** What a return has to be followed by: it is counted against Nacha's limits, and one that nobody had allowed is a dispute. */
function returnFollows(state: Settlement, code: string, now: Instant): SideEffect[] {
  const { id: settlementId, tenantId, payment } = state;
  // A wrong amount that went back before it was accepted was never counted as collected.
  const isCalledOff = state.failureCode?.startsWith("returned_") === true;
  const wasCounted = payment.status === "succeeded" || (payment.status === "refunded" && !isCalledOff);
  const counted = counting(tenantId, now, countsOfReturn(payment, code, wasCounted));
  if (!isUnauthorized(code)) return counted;
  return [...counted, { kind: "raise_return_alert", settlementId, tenantId, code, at: now }];
}

/** What was applied to nothing goes back too, and so does, at our cost, what operators had sent back of it. */
function unappliedBack(state: Settlement): Posting[] {
  const unappliedCents = (state.mismatchCents ?? 0) + state.unappliedCents;
  return [
    ...transfer("unapplied_receipts", "rail_clearing", unappliedCents),
    ...transfer("return_shortfall", "rail_clearing", sentBackCents(state)),
  ];
}

function returnTransition(
  state: Settlement,
  returned: Settlement,
  returnCode: string,
  collected: boolean,
  now: Instant,
): Transition<Settlement> {
  const no = { code: "payment_returned", reason: describeReturn(returnCode) };
  const follows = returnFollows(state, returnCode, now);
  if (state.status === "completed") {
    const { usedCents, left } = useReserve(state, state.fiatInCents);
    return settlementTransition(state, { ...returned, reserve: left } as Settlement, now, {
      reason: `payment ${no.reason} after delivery`,
      postings: [
        ...transfer("return_shortfall", "rail_clearing", state.fiatInCents),
        ...transfer("tenant_reserve", "return_shortfall", usedCents),
        ...unappliedBack(state),
      ],
      follows,
      events: (next) => [
        {
          name: "settlement.returned_after_disbursement",
          data: {
            ...settlementFacts(next),
            returnCode: bankCode(returnCode),
            shortfallCents: state.fiatInCents - usedCents,
          },
        },
      ],
    });
  }
  const givenBack = [
    ...transfer("tenant_payable", "rail_clearing", collected ? state.fiatInCents : 0),
    ...unappliedBack(state),
  ];
  if (isEnded(state.status))
    return settlementTransition(state, returned, now, { reason: `payment ${no.reason}`, postings: givenBack, follows });
  const reconBreaks = leftBehind(state).reduce((breaks, kind) => withBreak(breaks, kind, now), state.reconBreaks);
  const failed = failSettlement({ ...returned, reconBreaks, status: state.status } as Settlement, no, now);
  const postings = [...reverseConversionPostings(state), ...givenBack];
  return { ...failed, postings, follows: [...(failed.follows ?? []), ...follows] };
}

/** What goes on at the vendors although the payer's money is gone, and no held money shows. */
function leftBehind({ status, payment, conversionVendor, rail }: Settlement): string[] {
  const isPaidOut = status === "settling" && payment.railState === "payout_submitted";
  if (isPaidOut) return [payoutUnderWay];
  const converts = status === "converting" || status === "settling";
  return converts && conversionVendor !== rail ? ["conversion_unknown"] : [];
}
