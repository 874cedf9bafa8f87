import { isCorrection, isReturn } from "./ach-return.ts";
import { fundsCame } from "./arrival.ts";
import { refuseCollection } from "./collect.ts";
import type { Hop } from "./hop.ts";
import type { Invoice } from "./invoice.ts";
import { type Joint, nothing } from "./joint.ts";
import { transfer } from "./ledger.ts";
import { isSameAmount } from "./money.ts";
import { presentAgainLater } from "./present-again.ts";
import { recordReturn } from "./return-payment.ts";
import { failSettlement, recordProof } from "./settle.ts";
import { isEnded, type Settlement, settlementFacts, settlementHop } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** What a rail's callback means, its word already parsed by the adapter. */
export type RailEvent =
  /** `totalCents` is all that came so far, `amountCents` what came just now; neither: what was still missing. */
  | {
      readonly kind: "funds_received";
      readonly amountCents?: number | undefined;
      readonly totalCents?: number | undefined;
    }
  /** `paid` is what the wallet got, in stablecoin, where the rail tells it. */
  | { readonly kind: "payment_processed"; readonly txHash: string; readonly paid?: string | undefined }
  | { readonly kind: "failed"; readonly code: string }
  | { readonly kind: "returned"; readonly code: string }
  | { readonly kind: "notification_of_change"; readonly code: string }
  | { readonly kind: "unknown"; readonly state: string };

/** What a code about a payment says: money taken back, details corrected, or something between banks, which is for people and moves nothing. */
function achSays(state: Settlement, invoice: Invoice, code: string, now: Instant): Joint {
  if (isReturn(code)) return presentAgainLater(state, code, now) ?? recordReturn(state, invoice, code, now);
  return isCorrection(code) ? correct(state, code, now) : addBreak(state, `ach_${code}`, now);
}

/** Something that does not add up, shown to operators once; money stays where it is. */
function addBreak(state: Settlement, kind: string, now: Instant): Joint {
  if (state.reconBreaks.some((each) => each.kind === kind)) return nothing;
  const next = { ...state, reconBreaks: [...state.reconBreaks, { kind, at: now }] };
  return { settlement: [settlementHop(state, next, now, { reason: kind })], invoice: [] };
}

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

/** A proof; what the wallet got must be what was ordered. */
function proven(state: Settlement, txHash: string, paid: string | undefined, now: Instant): Joint {
  const joint = isEnded(state.status)
    ? lateProof(state, txHash, now)
    : { settlement: recordProof(state, txHash, now), invoice: [] };
  const after = joint.settlement.at(-1)?.next ?? state;
  const wrong = paid !== undefined && after.usdtOut !== null && !isSameAmount(paid, after.usdtOut);
  if (!wrong || after.txHash === null) return joint;
  const found = addBreak(after, "payout_amount_mismatch", now);
  return { settlement: [...joint.settlement, ...found.settlement], invoice: [] };
}

/** What follows from a rail's callback. Repeats, stale and out-of-order ones change nothing. */
export function railSays(state: Settlement, invoice: Invoice, event: RailEvent, now: Instant): Joint {
  switch (event.kind) {
    case "funds_received":
      return fundsCame(state, invoice, event, now);
    case "payment_processed":
      return proven(state, event.txHash, event.paid, now);
    case "failed":
      return railFailed(state, invoice, event.code, now);
    case "returned":
    case "notification_of_change":
      return achSays(state, invoice, event.code, now);
    case "unknown":
      return unknownState(state, event.state, now);
    default:
      return event satisfies never;
  }
}

/** What follows from all that a rail says at once, in its order. */
export function railTells(
  state: Settlement,
  invoice: Invoice,
  events: readonly RailEvent[],
  now: Instant,
): Joint {
  const told = { settlement: [] as Hop<Settlement>[], invoice: [] as Hop<Invoice>[] };
  for (const event of events) {
    const from = told.settlement.at(-1)?.next ?? state;
    const joint = railSays(from, told.invoice.at(-1)?.next ?? invoice, event, now);
    told.settlement.push(...joint.settlement);
    told.invoice.push(...joint.invoice);
  }
  return told;
}
