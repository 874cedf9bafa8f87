import { convertCents } from "../core/money.ts";
import { shareOf, unitsOf } from "../core/units.ts";
import { rateOf } from "../core/vendor-amount.ts";
import { keepsWallets } from "../rails/terms.ts";
import type { Settlement } from "./settlement.ts";

/** Whether what its collection buys lies in a wallet of its rail's, together with that of others. */
export function isPooled({ rail, conversionVendor, keepsReserve }: Settlement): boolean {
  return keepsReserve && conversionVendor === rail && keepsWallets(rail);
}

/** What some cents of the collection became, in stablecoin, rounded down; of more than is known of, all that is. */
export function boughtShare({ bought, boughtCents, payment }: Settlement, partCents: number): string {
  const wholeCents = boughtCents ?? payment.receivedCents ?? 0;
  return bought === null || wholeCents < 1 ? "0" : shareOf(bought, Math.min(partCents, wholeCents), wholeCents);
}

/** Cents of a settlement in stablecoin: at its rate, and never more than they became in the rail's wallet. */
export function unitsFor(state: Settlement, partCents: number, rate: string): string {
  const byRate = convertCents(partCents, rate);
  if (state.bought === null || !isPooled(state)) return byRate;
  const share = boughtShare(state, partCents);
  return unitsOf(share) < unitsOf(byRate) ? share : byRate;
}

/** What its net becomes in stablecoin, and the rate of that: the vendor's, or a lower one where less was bought when the money came. */
export function conversionOf(state: Settlement, rate: string): { readonly usdtOut: string; readonly fxRate: string } {
  const { netCents } = state;
  const usdtOut = unitsFor(state, netCents, rate);
  const isLess = netCents > 0 && unitsOf(usdtOut) < unitsOf(convertCents(netCents, rate));
  return { usdtOut, fxRate: isLess ? rateOf(usdtOut, netCents) : rate };
}

/** A settlement whose rail tells what all that came so far became; what an older word or a smaller total says is not news. */
export function withBought(
  state: Settlement,
  report: { readonly totalCents?: number | undefined; readonly bought?: string | undefined },
): Settlement {
  const { totalCents, bought } = report;
  if (totalCents === undefined || bought === undefined || totalCents <= (state.boughtCents ?? 0)) return state;
  return isPooled(state) ? { ...state, bought, boughtCents: totalCents } : state;
}
