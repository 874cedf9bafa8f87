import { addSeconds, type Instant } from "../core/time.ts";
import { unitsOf, unitsText } from "../core/units.ts";
import { returnCost } from "../rails/return-cost.ts";
import { keepsWallets } from "../rails/terms.ts";
import { fundingFor, unitsOfFunding } from "./collections.ts";
import { type Escrow, type EscrowTransitions, escrowTransition } from "./escrow.ts";

const askAgainSeconds = 600;

/** How much of our own balance in its wallet an order to send a deposit back draws before the rail may be told, in millionths: what it costs beyond what that deposit had bought. Undefined where it draws none, or has drawn it. */
export function escrowFloatDraw(state: Escrow): bigint | undefined {
  const { sendBack, adapter } = state;
  if (sendBack === null || sendBack.cost !== undefined || !keepsWallets(adapter)) return undefined;
  const funding = fundingFor(state, sendBack.railRef);
  const bought = funding ? unitsOfFunding(funding, sendBack.amountCents) : "0";
  const drawn = unitsOf(returnCost(sendBack.amountCents)) - unitsOf(bought);
  return drawn > 0n ? drawn : undefined;
}

/** A new order to send a deposit back: with its cost, where that draws nothing of ours; else the worker that draws has it at once. */
export function withEscrowCost(state: Escrow): Escrow {
  const { sendBack, adapter } = state;
  if (sendBack === null || !keepsWallets(adapter)) return state;
  if (escrowFloatDraw(state) !== undefined) return { ...state, sendBack: { ...sendBack, lookAt: sendBack.at } };
  return { ...state, sendBack: { ...sendBack, cost: returnCost(sendBack.amountCents) } };
}

/** Whether an order to send a deposit back waits for our own balance: the rail has not been told of it. */
export function escrowWaitsForFloat(state: Escrow): boolean {
  return escrowFloatDraw(state) !== undefined && state.sendBack?.floatShortSince !== undefined;
}

/** Draws on our own balance in the wallet for an order to send a deposit back, or keeps it waiting while that is short, which operators see. `operatorUnits` is that balance, in millionths. */
export function drawEscrowFloat(state: Escrow, operatorUnits: bigint, now: Instant): EscrowTransitions {
  const needed = escrowFloatDraw(state);
  const { sendBack, payoutStable } = state;
  if (sendBack === null || needed === undefined) return [];
  const { floatShortSince, ...order } = sendBack;
  if (operatorUnits >= needed) {
    const next = { ...state, sendBack: { ...order, cost: returnCost(order.amountCents) } };
    const reason = `${unitsText(needed)} ${payoutStable} of our own balance are drawn to send the money back`;
    return [escrowTransition(state, next, now, { reason })];
  }
  const waiting = { ...order, lookAt: addSeconds(now, askAgainSeconds), floatShortSince: floatShortSince ?? now };
  const quiet = floatShortSince === undefined ? {} : { quiet: true as const };
  const reason = `our own balance does not cover ${unitsText(needed)} ${payoutStable} that sending the money back takes of it`;
  return [escrowTransition(state, { ...state, sendBack: waiting }, now, { reason, ...quiet })];
}
