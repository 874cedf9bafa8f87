import { type PricedCall, usdOf } from "../../../bin/sandbox/cost/prices.ts";

/** One line of a bill: how much of what a settlement takes, and dollars for a million settlements. */
export interface Line {
  readonly service: string;
  readonly what: string;
  readonly quantity: number;
  readonly usd: number;
}

const million = 1_000_000;

/** A line for what one settlement takes of something priced. */
export function line(service: string, what: string, priced: PricedCall, quantity: number): Line {
  return { service, what, quantity, usd: usdOf(priced, quantity * million) };
}

/** Dollars of these lines together. */
export function usdSum(lines: readonly Line[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}
