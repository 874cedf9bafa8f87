import { unitsOf, unitsText } from "../core/units.ts";
import { foldEntries, type WalletEntry, type WalletTotals } from "./wallet-fold.ts";

/** What the ledger says of a wallet up to a moment, and what it booked from then on: what came in and what was ordered out, in millionths. */
interface WalletFold {
  readonly balances: Readonly<Record<string, bigint>>;
  readonly cameIn: bigint;
  readonly wentOut: bigint;
}

/** What the ledger says of a wallet, by the sums of before the moment and the entries of after it. */
export function walletFold(wallet: string, before: WalletTotals, since: readonly WalletEntry[]): WalletFold {
  const moves = since.flatMap((entry) => {
    const moved: WalletTotals = {};
    foldEntries(moved, [entry]);
    return moved[wallet]?.rail_wallet ?? [];
  });
  const sumOf = (some: readonly bigint[]) => some.reduce((sum, each) => sum + each, 0n);
  return {
    balances: before[wallet] ?? {},
    cameIn: sumOf(moves.filter((each) => each > 0n)),
    wentOut: -sumOf(moves.filter((each) => each < 0n)),
  };
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
