import { pairProblem } from "../../domain/rails/terms.ts";
import { lastPayoutCallAt } from "../../domain/settlement/late-payout.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Conversion, PayoutQuery, Rail } from "../rails/ports.ts";

/** Seconds for one call to a vendor that moves money; with a screen's 8 a request stays under the gateway's 29. */
export const railSeconds = 10;

/** The rail that is chosen for what is opened now, and every rail that this deployment can reach. */
export interface Rails {
  readonly rail: Rail;
  readonly rails?: readonly Rail[];
}

/** The conversion vendor that is chosen for what is opened now, and every one that this deployment can reach. */
export interface Conversions {
  readonly conversion: Conversion;
  readonly conversions?: readonly Conversion[];
}

/** The rail that a settlement or an escrow was opened with; undefined where this deployment has it no more. Never another one. */
export function railOf({ rail, rails = [] }: Rails, state: Pick<Settlement, "rail">): Rail | undefined {
  return [rail, ...rails].find(({ name }) => name === state.rail);
}

/** The same, for a step that cannot go on without: what it throws parks what is to be paid out. */
export function ownRail(context: Rails, state: Pick<Settlement, "rail">): Rail {
  const found = railOf(context, state);
  if (!found) throw new Error(`this deployment does not reach the ${state.rail} rail`);
  return found;
}

/** What a rail is told to pay out of a settlement: to the same wallet each time, under a key and of an amount of its own. */
export function payoutOrder(
  state: Settlement,
  order: Pick<PayoutQuery, "key" | "orderedAt" | "searchFrom"> & { readonly amount: string },
) {
  const { payment, usdtStable: stable, destChain: chain, destWallet: wallet } = state;
  return { ...order, railRef: payment.railRef ?? "", stable, chain, wallet };
}

/** How a rail is asked about a settlement's own payout: by its reference, or by its key since the intent. */
export function payoutQuery(state: Settlement): PayoutQuery {
  const { id, intent, payment, createdAt } = state;
  const { railRef, payoutRef: transferRef } = payment;
  const orderedAt = intent?.at ?? createdAt;
  const order = { key: intent?.key ?? id, orderedAt, searchFrom: intent?.searchedTo };
  return { ...order, railRef: railRef ?? "", transferRef, toldAt: lastPayoutCallAt(state) };
}

/** The conversion vendor that a settlement was opened with; throws, which parks it, where this deployment has it no more or no leg joins it to the settlement's rail. */
export function ownConversion(context: Conversions, state: Pick<Settlement, "rail" | "conversionVendor">): Conversion {
  const problem = pairProblem(state.rail, state.conversionVendor);
  if (problem) throw new Error(problem);
  const { conversion, conversions = [] } = context;
  const found = [conversion, ...conversions].find(({ name }) => name === state.conversionVendor);
  if (!found) throw new Error(`this deployment does not reach ${state.conversionVendor} for conversion`);
  return found;
}
