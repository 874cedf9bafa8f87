import { Refusal, retryable } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { SideEffect, Transition } from "../core/transition.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import type { VendorRefusal } from "../rails/vendor-refusal.ts";
import { boughtFor } from "./collections.ts";
import { conditionsOf, evaluateConditions, type ReleaseFacts } from "./conditions.ts";
import {
  type Escrow,
  type EscrowDecision,
  type EscrowTransitions,
  escrowTransition,
  illegalMove,
  isHolding,
} from "./escrow.ts";
import { orderedAtOf, type PayoutIntent, type PayoutLeg } from "./movement.ts";
import { restUnits, withReleaseSplit } from "./release-split.ts";

/** Decides a release. With every condition met the intent to pay the beneficiary is recorded, and a machine follows; with any unmet the escrow is release_pending and the call is refused with the list. A release in flight is gone on with; beside a refund in flight it is refused. */
export function startRelease(state: Escrow, facts: ReleaseFacts, now: Instant): EscrowDecision {
  if (!isHolding(state)) return { transitions: [], no: notHolding(state) };
  if (state.intent !== null)
    return { transitions: [], no: state.intent.leg === "refund" ? payoutInFlight(state.intent) : null };
  const paysRest = state.paidLeg === "release";
  const often = refusedTooOften(state) ?? frozenRefusal(state, paysRest ? state.refundAddress : state.payoutAddress);
  if (often) return { transitions: [], no: often };
  const unmet = conditionsOf(state, facts, now);
  const { payoutAddress } = state;
  if (unmet.length > 0 || payoutAddress === null)
    return { transitions: [...blockRelease(state, facts, now)], no: unmetRefusal(unmet) };
  if (state.paidLeg === "release") return releaseRest(state, now);
  const next = { ...withReleaseSplit(state), unmet: [] };
  const { netCents, feeCents } = next;
  const amount = boughtFor(state, netCents);
  if (amount === undefined) return { transitions: [], no: untoldDeposit() };
  const order = { leg: "release" as const, address: payoutAddress, amountCents: netCents, feeCents, amount };
  return { transitions: [orderRelease(state, next, order, now)], no: null };
}

/** A release that was paid and whose rest came to nothing: that is ordered again. */
function releaseRest(state: Escrow, now: Instant): EscrowDecision {
  const ordered = orderRest(state, { ...state, unmet: [] } as Escrow, now);
  return { transitions: ordered, no: ordered.length > 0 ? null : untoldDeposit() };
}

/** The order to return what a release left to the refund address; none where that is not known, or the payer's bank took the money back. */
export function orderRest(from: Escrow, state: Escrow, now: Instant): Transition<Escrow>[] {
  const { refundAddress: address, heldCents: amountCents, returned } = state;
  if (isFrozen(state, address)) return [];
  const amount = restUnits(state, amountCents);
  if (address === null || amountCents === 0 || amount === undefined || returned !== null) return [];
  return [orderRelease(from, state, { leg: "rest", address, amountCents, amount }, now)];
}

function notHolding(state: Escrow): Refusal {
  const { code, message, detail } = illegalMove(state, "released");
  const waits = state.status === "created" || state.status === "awaiting_funds";
  return new Refusal(code, message, { ...detail, ...(waits && { unmet: ["not_funded"] }) });
}

/** The no to a release that something stands in the way of; it is stored and repeated with the list as it was. */
export function unmetRefusal(unmet: readonly string[]): Refusal {
  const message = `not released: ${unmet.join(", ")}`;
  const isUnanswered = unmet.length > 0 && unmet.every((each) => each === "screening_unavailable");
  return isUnanswered
    ? retryable("release_conditions_unmet", message, { unmet })
    : new Refusal("release_conditions_unmet", message, { unmet });
}

/** The no to whatever a payout that is under way, or may be, stands against. */
export function payoutInFlight({ leg }: PayoutIntent): Refusal {
  return new Refusal("payout_in_flight", `its ${legText(leg)} is under way, and how that ends is not known yet`);
}

/** A payout for people to read. */
export function legText(leg: PayoutLeg): string {
  return leg === "rest" ? "return of the rest" : leg;
}

/** The no to a payout of which nobody knows how much stablecoin it may take: the rail has to say so first. */
export function untoldDeposit(): Refusal {
  return new Refusal("rail_unavailable", "the rail has not told what the deposit became", { retryAfterSeconds: 60 });
}

/** The wake-up of the machine that waits for this payout, if one does. */
export function wakePayout({ waiting }: Escrow): SideEffect[] {
  return waiting === null ? [] : [{ kind: "answer_token", token: waiting.token }];
}

/** An escrow whose release was asked for and is blocked; nothing to write where it stands so already. */
export function blockRelease(
  state: Escrow,
  facts: ReleaseFacts,
  now: Instant,
  given: Partial<Pick<Escrow, "intent" | "waiting" | "parked" | "parkedSince" | "pastPayouts">> = {},
): EscrowTransitions {
  if (!isHolding(state)) return [];
  const pending = { ...state, ...given, status: "release_pending" as const, blockedAt: state.blockedAt ?? now };
  const { next, events } = evaluateConditions(pending, facts, now);
  const isSame = state.status === next.status && state.unmet.join("\n") === next.unmet.join("\n");
  if (isSame && Object.keys(given).length === 0) return [];
  const follows = given.waiting === null ? wakePayout(state) : [];
  return [escrowTransition(state, next, now, { reason: `release blocked: ${next.unmet.join(", ")}`, events, follows })];
}

/** What happened to a payout, with why the escrow is refunded where it is a refund that was given a reason. */
export function withReason(text: string, { refundReason }: Escrow, leg: PayoutIntent["leg"]): string {
  return leg === "refund" && refundReason !== null ? `${text}: ${refundReason}` : text;
}

/** Payouts of an escrow that its rail has refused, each under a key of its own. One that could still prove itself is never dropped, so past these no other is ordered. */
const mostRefusals = 50;

/** The no to another payout of an escrow whose payouts the rail has refused again and again. */
export function refusedTooOften(state: Escrow): Refusal | undefined {
  const refused = state.pastPayouts.filter(({ code }) => code !== withdrawnCode).length;
  if (refused < mostRefusals) return undefined;
  return illegalMove(state, "paid out", `the rail has refused ${refused} payouts of it, and operators must look`);
}

/** The code that an escrow keeps of a payout's refusal. */
export function failureCodeOf({ code }: VendorRefusal): string {
  return code === frozenByIssuer ? frozenByIssuer : "payout_failed";
}

/** Whether the coin's issuer was found to have frozen an address: no payout to it is ordered again. */
export function isFrozen({ pastPayouts }: Pick<Escrow, "pastPayouts">, address: string | null): boolean {
  return pastPayouts.some((each) => each.code === frozenByIssuer && each.address === address);
}

/** The no to a payout to such an address; undefined where it is none. */
export function frozenRefusal(state: Escrow, address: string | null): Refusal | undefined {
  if (!isFrozen(state, address)) return undefined;
  return illegalMove(state, "paid out", "the coin's issuer has frozen the address: name another one");
}

/** The code of a past payout that was never sent, as far as the rail knows. */
export const withdrawnCode = "withdrawn";

/** The transition that records a payout under its key before the rail is asked. The number rises after a definite no, or where the amount has changed, so that an order whose fate was unknown is the same order. */
export function orderRelease(
  from: Escrow,
  state: Escrow,
  order: Pick<PayoutIntent, "leg" | "address" | "amountCents" | "amount" | "feeCents">,
  now: Instant,
): Transition<Escrow> {
  const { id: escrowId, tenantId } = state;
  const past = state.pastPayouts.filter(({ leg }) => leg === order.leg);
  const withdrawn = past.find(({ code, amountCents }) => code === withdrawnCode && amountCents === order.amountCents);
  const key = withdrawn?.key ?? `${escrowId}:${order.leg}:${past.length + 1}`;
  const intent: PayoutIntent = {
    ...{ ...order, key, chain: state.payoutChain, ...(withdrawn && { orderedAt: orderedAtOf(withdrawn) }) },
    ...(withdrawn?.searchedTo !== undefined && { searchedTo: withdrawn.searchedTo }),
    ...{ at: now, toldAt: null, submitted: false, transferRef: null },
  };
  const presentation = state.presentation + 1;
  const pastPayouts = state.pastPayouts.filter((each) => each !== withdrawn);
  const next = { ...state, intent, presentation, pastPayouts } as Escrow;
  return escrowTransition(from, next, now, {
    reason: withReason(`${order.leg} ordered as ${intent.key}`, next, order.leg),
    follows: [{ kind: "start_escrow_payout", escrowId, tenantId, presentation }],
  });
}
