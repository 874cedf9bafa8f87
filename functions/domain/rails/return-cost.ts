import { convertCents } from "../core/money.ts";
import { centsOfUnits, unitsOf } from "../core/units.ts";

/** What a rail takes out of its wallet to send so many cents back to a payer's bank: a unit of stablecoin for each dollar, whatever a dollar had bought (Bridge, `fiat_deposit_return`). */
export function returnCost(amountCents: number): string {
  return convertCents(amountCents, "1");
}

/** What sending money back costs beyond what that money had bought, in cents; less than 0 where it costs less. */
export function exchangeCents(cost: string, bought: string): number {
  return centsOfUnits(unitsOf(cost) - unitsOf(bought));
}
