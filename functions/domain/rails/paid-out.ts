import { isSameAmount } from "../core/money.ts";

/** What a rail tells of a payout beside its proof, in stablecoin: what the beneficiary's wallet got, and what that took of the rail's. */
export interface PaidReport {
  readonly paid?: string | undefined;
  readonly cost?: string | undefined;
}

/** Whether a rail paid and took what was ordered, as far as it tells. */
export function isAsOrdered(amount: string, { paid = amount, cost = amount }: PaidReport): boolean {
  return isSameAmount(paid, amount) && isSameAmount(cost, amount);
}

/** How what a rail paid and took differs from what was ordered, in words. */
export function mismatchText(amount: string, { paid, cost = paid }: PaidReport): string {
  return `${amount} ordered, the rail says ${cost} left and ${paid ?? "nothing of what"} came`;
}

/** What left for a payout, by the rail's own figure; undefined where it tells none, or what was ordered. */
export function differentCost(amount: string, { paid, cost = paid }: PaidReport): string | undefined {
  return cost === undefined || isSameAmount(cost, amount) ? undefined : cost;
}
