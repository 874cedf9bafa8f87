import { receiveFunds, refuseCollection } from "./collect.ts";
import type { Invoice } from "./invoice.ts";
import { type Joint, nothing } from "./joint.ts";
import { transfer } from "./ledger.ts";
import { recordReturn } from "./return-payment.ts";
import { failSettlement, recordProof } from "./settle.ts";
import { isEnded, type Settlement, settlementFacts, settlementHop } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** What a rail's callback means, its word already parsed by the adapter. */
export type RailEvent =
  | { readonly kind: "funds_received"; readonly amountCents?: number | undefined }
  | { readonly kind: "payment_processed"; readonly txHash: string }
  | { readonly kind: "failed"; readonly code: string }
  | { readonly kind: "returned"; readonly code: string }
  | { readonly kind: "notification_of_change"; readonly code: string }
  | { readonly kind: "unknown"; readonly state: string };

function correct(state: Settlement, code: string, now: Instant): Joint {
  if (state.payment.correctionCode === code) return nothing;
  const next = { ...state, payment: { ...state.payment, correctionCode: code } };
  return {
    settlement: [settlementHop(state, next, now, { reason: `notification of change ${code}` })],
    invoice: [],
  };
}

/** A proof for a settlement that ended otherwise: recorded with its ledger entry, as a break for the operator. */
export function lateProof(state: Settlement, txHash: string, now: Instant): Joint {
  if (state.status === "completed" || state.txHash !== null || state.intent?.leg !== "payout") return nothing;
  const reconBreaks = [...state.reconBreaks, { kind: "proof_after_return", at: now }];
  const hop = settlementHop(state, { ...state, txHash, reconBreaks }, now, {
    reason: "proof arrived after the settlement had ended",
    postings: transfer("payout_after_return", "rail_clearing", state.netCents),
  });
  return { settlement: [hop], invoice: [] };
}

/** Money that arrives for a collection that had been given up: held, on the ledger, and shown as a break. */
function lateFunds(state: Settlement, receivedCents: number, now: Instant): Joint {
  if (state.payment.status !== "failed" || state.payment.receivedCents !== null) return nothing;
  const payment = { ...state.payment, receivedCents, receivedAt: now };
  const reconBreaks = [...state.reconBreaks, { kind: "funds_after_failure", at: now }];
  const hop = settlementHop(state, { ...state, payment, reconBreaks }, now, {
    reason: `received ${receivedCents} cents after the collection had failed`,
    postings: transfer("rail_clearing", "tenant_payable", receivedCents),
  });
  return { settlement: [hop], invoice: [] };
}

function unknownState(state: Settlement, word: string, now: Instant): Joint {
  if (state.unknownRailState !== null) return nothing;
  const hop = settlementHop(state, { ...state, unknownRailState: word, unknownRailAt: now }, now, {
    reason: `the rail said ${word}, which we do not know`,
    events: (next) => [
      { name: "settlement.rail_unknown", data: { ...settlementFacts(next), railState: word } },
    ],
  });
  return { settlement: [hop], invoice: [] };
}

/** A definite no of the rail: before the funds came the collection failed, while settling the payout did, and after delivery it is a return (spec section 3). */
function railFailed(state: Settlement, invoice: Invoice, code: string, now: Instant): Joint {
  const no = { code, reason: "the rail reported a failure" };
  if (state.status === "created" || state.status === "collecting")
    return refuseCollection(state, invoice, no, now);
  if (state.status === "completed") return recordReturn(state, invoice, code, now);
  if (isEnded(state.status)) return nothing;
  return { settlement: [failSettlement(state, no, now)], invoice: [] };
}

/** What follows from a rail's callback. Repeats, stale and out-of-order ones change nothing. */
export function railSays(state: Settlement, invoice: Invoice, event: RailEvent, now: Instant): Joint {
  switch (event.kind) {
    case "funds_received": {
      const receivedCents = event.amountCents ?? state.fiatInCents - state.unappliedCents;
      return state.status === "failed"
        ? lateFunds(state, receivedCents, now)
        : receiveFunds(state, invoice, receivedCents, now);
    }
    case "payment_processed":
      return isEnded(state.status)
        ? lateProof(state, event.txHash, now)
        : { settlement: recordProof(state, event.txHash, now), invoice: [] };
    case "failed":
      return railFailed(state, invoice, event.code, now);
    case "returned":
      return recordReturn(state, invoice, event.code, now);
    case "notification_of_change":
      return correct(state, event.code, now);
    case "unknown":
      return unknownState(state, event.state, now);
    default:
      return event satisfies never;
  }
}
