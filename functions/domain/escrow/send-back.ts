import { balancedPostings } from "../core/ledger.ts";
import { withBreak } from "../core/record-break.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { unitsOf, unitsText } from "../core/units.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { exchangeCents, returnCost } from "../rails/return-cost.ts";
import { keepsWallets } from "../rails/terms.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import type { SentBack } from "../settlement/payer-refund.ts";
import { fundingFor, fundingsOf, unappliedOf, unitsOfFunding, withFunding } from "./collections.ts";
import { type Escrow, type EscrowTransitions, escrowFacts, escrowTransition, outstandingFunding } from "./escrow.ts";
import { withEscrowCost } from "./float.ts";
import type { Funding } from "./movement.ts";

const askAgainSeconds = 600;

/** The collection whose money the rail can send back next: a deposit goes back whole, and what is held, or was paid out of, does not. The oldest first. */
function returnable(state: Escrow): Funding | undefined {
  return fundingsOf(state).find((each) => {
    const isHeld = each.key === state.funding?.key && state.fundedAt !== null;
    return !isHeld && each.railRef !== null && unappliedOf(state, each) > 0;
  });
}

/** Why the rail cannot be told to send back what is applied to nothing; undefined where it can. */
export function whyNotSendBackEscrow(state: Escrow): string | undefined {
  if (state.sendBack !== null) return "it is being sent back already";
  if (outstandingFunding(state)) return "its money is on its way";
  if (state.reconBreaks.some(({ kind }) => kind === frozenByIssuer))
    return "the coin's issuer has frozen the wallet that it would be sent back from";
  return returnable(state) ? undefined : "nothing came that the rail could send back whole";
}

/** Records the wish to send a collection's money back to the bank it came from, before the rail is told. `closes`: the escrow ends as refunded once all has gone. The sweeper tells the rail from `lookAt` on. */
export function orderSendBack(
  state: Escrow,
  order: { readonly by: string; readonly closes: boolean },
  now: Instant,
  lookAt = now,
): EscrowTransitions {
  const funding = whyNotSendBackEscrow(state) === undefined ? returnable(state) : undefined;
  if (!funding) return [];
  const sendBacks = state.sendBacks + 1;
  const amountCents = unappliedOf(state, funding);
  const sendBack = {
    ...{ ...order, key: `${state.id}:return:${sendBacks}`, railRef: funding.railRef ?? "", amountCents },
    ...{ transferRef: null, at: now, lookAt },
  };
  return [
    escrowTransition(state, withEscrowCost({ ...state, sendBack, sendBacks }), now, {
      reason: `${amountCents} cents to be sent back by the rail as ${sendBack.key} (${order.by})`,
    }),
  ];
}

/** What the rail would send back next, in cents. */
export function nextSendBackCents(state: Escrow): number {
  const funding = returnable(state);
  return funding ? unappliedOf(state, funding) : 0;
}

export function isEscrowSendBackDue({ sendBack }: Escrow, now: Instant): boolean {
  return sendBack !== null && sendBack.lookAt <= now;
}

/** A rail that gave no answer is asked again later, by the same key. */
export function postponeEscrowSendBack(state: Escrow, key: string, now: Instant): EscrowTransitions {
  if (state.sendBack?.key !== key) return [];
  const sendBack = { ...state.sendBack, lookAt: addSeconds(now, askAgainSeconds) };
  return [escrowTransition(state, { ...state, sendBack }, now, { reason: "return asked about", quiet: true })];
}

/** What became of money that the rail was told to send back: gone, on its way, or refused, which leaves it with us and operators to see it. */
export function recordEscrowSendBack(
  state: Escrow,
  key: string,
  report: SentBack | { readonly refused: VendorRefusal },
  now: Instant,
): EscrowTransitions {
  const { sendBack } = state;
  if (sendBack?.key !== key) return [];
  if ("refused" in report) return [notSent(state, report.refused.code, now)];
  const { transferRef, returned } = report;
  if (returned === "failed") return [notSent(state, "return_failed", now)];
  if (returned === "sent") return sent(state, sendBack, report, now);
  const { cost = sendBack.cost } = report;
  const taken = cost !== undefined && keepsWallets(state.adapter) ? { cost } : {};
  const next = { ...state, sendBack: { ...sendBack, ...taken, transferRef, lookAt: addSeconds(now, askAgainSeconds) } };
  const isKnown = sendBack.transferRef === transferRef && next.sendBack.cost === sendBack.cost;
  const quiet = isKnown ? { quiet: true as const } : {};
  return [escrowTransition(state, next, now, { reason: `on its way back as ${transferRef}`, ...quiet })];
}

/** The same, told by a callback, which names the rail's transfer alone. */
export function receiveEscrowSendBack(state: Escrow, report: SentBack, now: Instant): EscrowTransitions {
  const { sendBack } = state;
  const isMeant = sendBack !== null && sendBack.transferRef === report.transferRef;
  return isMeant ? recordEscrowSendBack(state, sendBack.key, report, now) : [];
}

function notSent(state: Escrow, code: string, now: Instant): Transition<Escrow> {
  const kind = code === frozenByIssuer ? frozenByIssuer : "return_failed";
  const reconBreaks = withBreak(state.reconBreaks, kind, now);
  return escrowTransition(state, { ...state, sendBack: null, reconBreaks }, now, {
    reason: `the rail did not send the money back: ${code}`,
  });
}

/** It is gone. What the payer's bank, or operators, had taken by then is lost. */
function sent(
  state: Escrow,
  order: NonNullable<Escrow["sendBack"]>,
  report: SentBack,
  now: Instant,
): EscrowTransitions {
  const { transferRef: ref } = report;
  const { railRef, amountCents, closes, by } = order;
  const funding = fundingFor(state, railRef);
  if (!funding) throw new Error(`${state.id} knows no collection ${railRef}`);
  const takenCents = Math.min(unappliedOf(state, funding), amountCents);
  const lostCents = amountCents - takenCents;
  const sentBackCents = funding.sentBackCents + amountCents;
  const { returnCost, fxCents } = costOf(state, funding, order, report);
  const back = withFunding(state, funding.key, { sentBackCents, returnRef: ref, returnCost });
  const { reconBreaks: known } = state;
  const next: Escrow = {
    ...{ ...back, sendBack: null, refundedCents: state.refundedCents + amountCents },
    exchangeCents: state.exchangeCents + fxCents,
    ...{
      shortfallCents: state.shortfallCents + lostCents,
      reconBreaks: lostCents > 0 ? withBreak(known, "return_after_refund", now) : known,
    },
  };
  const reason = `${amountCents} cents sent back by the rail as ${ref} (${by})`;
  const postings = balancedPostings(
    { account: "unapplied_receipts", amountCents: takenCents },
    { account: "return_shortfall", amountCents: lostCents },
    { account: "fx_gain_loss", amountCents: fxCents },
    { account: "rail_clearing", amountCents: -amountCents - fxCents },
  );
  const gone = escrowTransition(state, next, now, { reason, postings });
  if (!closes) return [gone];
  const others = orderSendBack(gone.next, { by, closes }, now);
  return others.length > 0 ? [gone, ...others] : [gone, ...closeRefund(gone.next, now)];
}

/** What a return took out of the rail's wallet with those before it, and what it cost beyond what that money had bought, in cents. */
function costOf({ adapter }: Escrow, funding: Funding, order: NonNullable<Escrow["sendBack"]>, report: SentBack) {
  if (!keepsWallets(adapter)) return { returnCost: null, fxCents: 0 };
  const cost = report.cost ?? order.cost ?? returnCost(order.amountCents);
  const all = unitsText(unitsOf(cost) + unitsOf(funding.returnCost ?? "0"));
  const fxCents = exchangeCents(cost, unitsOfFunding(funding, order.amountCents));
  return { returnCost: all, fxCents };
}

/** The end without a payout. */
export function refundedTransition(state: Escrow, reason: string | null, now: Instant) {
  const next = {
    ...{ ...state, status: "refunded" as const, refundReason: reason },
    ...{ heldCents: 0 as const, intent: null, expiryLookAt: null },
  };
  const { refundedCents } = state;
  const what = refundedCents === 0 ? "refunded, nothing was held" : "refunded, all that came went back";
  return escrowTransition(state, next, now, {
    reason: `${what}${reason === null ? "" : `: ${reason}`}`,
    events: (ended) => [
      { name: "escrow.refunded", data: { ...escrowFacts(ended), refundTxHash: null, reason, refundedCents } },
    ],
  });
}

/** The end of a refund that was asked for, where nothing stands against it. */
export function closeRefund(state: Escrow, now: Instant): EscrowTransitions {
  const mayClose = state.status === "awaiting_funds" || (state.status === "failed" && state.paidLeg === null);
  const isOpen = mayClose && state.heldCents === 0 && state.intent === null && state.unappliedCents === 0;
  return isOpen ? [refundedTransition(state, state.refundReason, now)] : [];
}
