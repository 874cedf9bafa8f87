import type { Posting } from "../../../functions/domain/core/ledger.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { lookAtDue, type ReserveFacts, releaseReserve } from "../../../functions/domain/settlement/reserve.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordProof } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, withReasons } from "../core/samples.ts";

export const day = 86_400;

/** Nothing speaks against a release. */
export const fair: ReserveFacts = { openDispute: false, ratioBreached: false, railHolds: true };

/** A delivered settlement that keeps 10.00 back for 30 days. */
export function deliveredReserve(change: Partial<Settlement> = {}): Settlement {
  const { settlement } = settlementIn("settling");
  const cut = { reserveCents: 1000, netCents: settlement.fiatInCents - settlement.feeCents - 1000 };
  const payment = { ...settlement.payment, receivedAt: noon, receivedCents: settlement.fiatInCents };
  const whole = { ...settlement, ...cut, payment, reserveDays: 30, ...change } as Settlement;
  return lastOf(recordProof(whole, "0xproof", later(0))).next;
}

/** How a settlement stands after some transitions, or as it stood where there is none. */
export function endOf(transitions: readonly Transition<Settlement>[], state: Settlement): Settlement {
  return withReasons(transitions).at(-1)?.next ?? state;
}

/** What transitions moved on an account, in cents. */
export function movedCents(transitions: readonly { postings?: readonly Posting[] }[], account: string): number {
  return transitions
    .flatMap(({ postings }) => postings ?? [])
    .reduce((sum, each) => sum + (each.account === account ? each.amountCents : 0), 0);
}

/** A reserve of `state` whose day came at `seconds` past noon, and whose payout was begun then. */
export function startedReserve(state: Settlement, seconds: number): Settlement {
  const ready = endOf(lookAtDue(state, fair, later(seconds)), state);
  return lastOf(releaseReserve(ready, later(seconds))).next;
}
