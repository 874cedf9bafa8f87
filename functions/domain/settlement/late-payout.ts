import { transfer } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { PaidReport } from "../rails/paid-out.ts";
import { lateOrderSeconds } from "../rails/terms.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { isPayoutLeftBehind, payoutUnderWay, resolveBreaks } from "./held-funds.ts";
import { withPaidOut } from "./paid-out.ts";
import { isEnded, type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";
import { failSettlement } from "./transitions.ts";

/** Whether something may have been paid out for it although it has ended otherwise. A rail that keeps nothing pays out without being told. */
function mayHavePaid({ status, intent, keepsReserve, txHash }: Settlement): boolean {
  return isEnded(status) && txHash === null && (intent?.leg === "payout" || !keepsReserve);
}

/** A proof for a settlement that ended otherwise: recorded with its ledger entry, as a break for the operator. */
export function lateProof(state: Settlement, txHash: string, now: Instant): SettlementTransitions {
  if (!mayHavePaid(state)) return [];
  const reconBreaks = withBreak(resolveBreaks(state, payoutUnderWay, now), "proof_after_return", now);
  return [
    settlementTransition(state, { ...state, txHash, reconBreaks }, now, {
      reason: "proof arrived after the settlement had ended",
      postings: transfer("payout_after_return", "rail_clearing", state.netCents),
    }),
  ];
}

/** A rail is told again so soon without a record of it. */
const toldWithinSeconds = 300;

/** Records that the rail is about to be told of a payout again, well after it was told before: a search for what it made goes no further than that. */
export function recordRepeatedPayoutCall(state: Settlement, now: Instant): SettlementTransitions {
  const { intent, status } = state;
  const isFirst = intent === null || now < addSeconds(intent.toldAt ?? intent.at, toldWithinSeconds);
  if (status !== "settling" || isFirst) return [];
  const next: Settlement = { ...state, intent: { ...intent, toldAt: now } };
  return [settlementTransition(state, next, now, { reason: "telling the rail of the payout again", quiet: true })];
}

/** Records how far the rail's list was searched for a payout, so that the next look goes on from there. */
export function recordPayoutSearch(state: Settlement, searchedTo: string, now: Instant): SettlementTransitions {
  const { intent } = state;
  if (intent?.leg !== "payout") return [];
  const next: Settlement = { ...state, intent: { ...intent, searchedTo } };
  return [settlementTransition(state, next, now, { reason: "looking for the payout in the rail's list", quiet: true })];
}

/** When the rail may last have been told of a payout; undefined before it was ordered. */
export function lastPayoutCallAt({ intent }: Settlement): Instant | undefined {
  return intent?.leg === "payout" ? addSeconds(intent.toldAt ?? intent.at, toldWithinSeconds) : undefined;
}

/** Whether a payout was ordered whose answer was lost before the settlement ended: nobody knows whether it was made. */
export function isPayoutUnanswered({ status, intent, txHash, payment }: Settlement): boolean {
  const isOther = isEnded(status) && status !== "completed";
  const isOpen = intent?.leg === "payout" && intent.refused !== true;
  return isOther && txHash === null && isOpen && payment.payoutRef === null;
}

/** What the rail says of such a payout once nothing can be on its way to it any more; null where it has made none. */
export function recordPayoutAnswer(
  state: Settlement,
  made: Parameters<typeof payoutAfterEnd>[1] | null,
  now: Instant,
): SettlementTransitions {
  if (!isPayoutUnanswered(state)) return [];
  if (made !== null) return payoutAfterEnd(state, made, now);
  // Nobody has told the rail since it ended, but what was told before may come late.
  if (now < addSeconds(state.updatedAt, lateOrderSeconds)) return [];
  // The order stays on the record: its proof counts whenever it comes.
  return [orderCameToNothing(state, "the payout had not been made", now)];
}

function refusedOrder({ intent }: Settlement): Settlement["intent"] {
  return intent && { ...intent, refused: true };
}

function orderCameToNothing(state: Settlement, reason: string, now: Instant): Transition<Settlement> {
  const reconBreaks = resolveBreaks(state, payoutUnderWay, now);
  return settlementTransition(state, { ...state, intent: refusedOrder(state), reconBreaks }, now, { reason });
}

/** A payout that failed: the settlement's end while it waits for the proof, dealt with where it had ended before, and for people where it had been proven. */
export function failPayout(state: Settlement, no: VendorRefusal, now: Instant): SettlementTransitions {
  if (state.status === "settling") {
    const payment = { ...state.payment, railState: "failed" };
    return [failSettlement({ ...state, payment, intent: refusedOrder(state) }, no, now)];
  }
  if (isPayoutLeftBehind(state) || isPayoutUnanswered(state))
    return [orderCameToNothing(state, `payout came to nothing: ${no.code}`, now)];
  const kind = "payout_failed_after_proof";
  if (state.txHash === null || state.reconBreaks.some((each) => each.kind === kind)) return [];
  const next = { ...state, reconBreaks: withBreak(state.reconBreaks, kind, now) };
  return [settlementTransition(state, next, now, { reason: `payout failed after its proof: ${no.code}` })];
}

/** What the rail answers to a payout whose settlement has ended meanwhile. */
export function payoutAfterEnd(
  state: Settlement,
  outcome:
    | (PaidReport & { readonly txHash: string | null; readonly transferRef?: string })
    | { readonly refused: VendorRefusal },
  now: Instant,
): SettlementTransitions {
  if (!mayHavePaid(state)) return [];
  if ("refused" in outcome) return failPayout(state, outcome.refused, now);
  if (outcome.txHash !== null) return withPaidOut(state, lateProof(state, outcome.txHash, now), outcome, now);
  const payment = { ...state.payment, payoutRef: outcome.transferRef ?? state.payment.payoutRef };
  const isShown = isPayoutLeftBehind(state);
  if (isShown && payment.payoutRef === state.payment.payoutRef) return [];
  const reconBreaks = isShown ? state.reconBreaks : withBreak(state.reconBreaks, payoutUnderWay, now);
  return [
    settlementTransition(state, { ...state, payment, reconBreaks }, now, {
      reason: "the rail is paying out although the settlement has ended",
    }),
  ];
}
