import { decimalText } from "./money.ts";

/** Stablecoin is counted in millionths, the smallest part that every chain of ours carries. */
const places = 6;

/** An amount of stablecoin in millionths; what is smaller is cut off, since it cannot be paid out. */
export function unitsOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = decimalText.parse(amount).split(".");
  return BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
}

/** Millionths as decimal text: `1500000n` is `1.500000`. */
export function unitsText(units: bigint): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** What `partCents` of `wholeCents` are of an amount of stablecoin, rounded down: all parts together are never more than the whole. */
export function shareOf(amount: string, partCents: number, wholeCents: number): string {
  if (wholeCents < 1 || partCents > wholeCents) throw new RangeError(`${partCents} of ${wholeCents} cents is no part`);
  return unitsText((unitsOf(amount) * BigInt(partCents)) / BigInt(wholeCents));
}

/** Millionths in cents at a dollar a unit, to the nearest cent, a half away from 0. */
export function centsOfUnits(units: bigint): number {
  const size = units < 0n ? -units : units;
  const cents = Number((size + 5_000n) / 10_000n);
  return units < 0n ? 0 - cents : cents;
}
