import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { unitsOf, unitsText } from "../core/units.ts";
import { returnCost } from "../rails/return-cost.ts";
import { boughtShare, isPooled } from "./purchase.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";

const askAgainSeconds = 600;

/** How much of our own balance in its wallet an order to send money back draws before the rail may be told, in millionths: what it costs beyond what that money had bought. Undefined where it draws none, or has drawn it. */
export function floatDraw(state: Settlement): bigint | undefined {
  const { sendBack } = state;
  if (sendBack === null || sendBack.cost !== undefined || !isPooled(state)) return undefined;
  const drawn = unitsOf(returnCost(sendBack.amountCents)) - unitsOf(boughtShare(state, sendBack.amountCents));
  return drawn > 0n ? drawn : undefined;
}

/** A new order to send money back: with its cost, where that draws nothing of ours; else the worker that draws has it at once. */
export function withCost(state: Settlement): Settlement {
  const { sendBack } = state;
  if (sendBack === null || !isPooled(state)) return state;
  if (floatDraw(state) !== undefined)
    return { ...state, sendBack: { ...sendBack, lookAt: sendBack.at ?? sendBack.lookAt } };
  return { ...state, sendBack: { ...sendBack, cost: returnCost(sendBack.amountCents) } };
}

/** Whether an order to send money back waits for our own balance: the rail has not been told of it. */
export function waitsForFloat(state: Settlement): boolean {
  return floatDraw(state) !== undefined && state.sendBack?.floatShortSince !== undefined;
}

/** Draws on our own balance in the wallet for an order to send money back, or keeps it waiting while that is short, which operators see. `operatorUnits` is that balance, in millionths. */
export function drawFloat(state: Settlement, operatorUnits: bigint, now: Instant): Transition<Settlement>[] {
  const needed = floatDraw(state);
  const { sendBack } = state;
  if (sendBack === null || needed === undefined) return [];
  const { floatShortSince, ...order } = sendBack;
  if (operatorUnits >= needed) {
    const next = { ...state, sendBack: { ...order, cost: returnCost(order.amountCents) } };
    const reason = `${unitsText(needed)} ${state.usdtStable} of our own balance are drawn to send the money back`;
    return [settlementTransition(state, next, now, { reason })];
  }
  const waiting = { ...order, lookAt: addSeconds(now, askAgainSeconds), floatShortSince: floatShortSince ?? now };
  const quiet = floatShortSince === undefined ? {} : { quiet: true as const };
  const reason = `our own balance does not cover ${unitsText(needed)} ${state.usdtStable} that sending the money back takes of it`;
  return [settlementTransition(state, { ...state, sendBack: waiting }, now, { reason, ...quiet })];
}
