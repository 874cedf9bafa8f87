import { unitsOf, unitsText } from "../core/units.ts";
import { addUnits, type UnitBalances, type UnitPosting } from "../core/wallet-ledger.ts";

/** What the ledger says of a wallet up to a moment, and what it booked from then on: what came in and what was ordered out, in millionths. */
export interface WalletFold {
  readonly balances: UnitBalances;
  cameIn: bigint;
  wentOut: bigint;
}

export function emptyFold(): WalletFold {
  return { balances: {}, cameIn: 0n, wentOut: 0n };
}

/** Adds an entry's postings of before the moment to a fold, changed in place, since many entries pass by. */
export function foldBefore({ balances }: WalletFold, units: readonly UnitPosting[]): void {
  addUnits(balances, units);
}

/** Adds those of after it. */
export function foldSince(fold: WalletFold, units: readonly UnitPosting[]): void {
  const moved: UnitBalances = {};
  addUnits(moved, units);
  const inWallet = moved.rail_wallet ?? 0n;
  if (inWallet > 0n) fold.cameIn += inWallet;
  else fold.wentOut -= inWallet;
}

/** Between what the rail may count when it is asked after the moment: what was ordered out may lie there still, and what was booked since may have happened before it counted or after. */
function boundsOf({ balances, cameIn, wentOut }: WalletFold) {
  const here = balances.rail_wallet ?? 0n;
  return { least: here - wentOut, most: here + (balances.wallet_in_transit ?? 0n) + cameIn };
}

/** How the rail's count of a wallet, in stablecoin, differs from the ledger's, both as text; undefined where it does not. */
export function walletDifference(fold: WalletFold, counted: string): { ours: string; theirs: string } | undefined {
  const { least, most } = boundsOf(fold);
  const units = unitsOf(counted);
  if (units >= least && units <= most) return undefined;
  const ours = least === most ? unitsText(least) : `${unitsText(least)} to ${unitsText(most)}`;
  return { ours, theirs: unitsText(units) };
}
