import * as z from "zod";
import { unitsText } from "../core/units.ts";
import { signedUnitsOf, walletAccounts } from "../core/wallet-ledger.ts";
import type { WalletTotals } from "./wallet-fold.ts";

/** One account of a wallet at a rail over one day, in stablecoin. Debits are positive: closing = opening + movement + late. */
export const walletLine = z.object({
  wallet: z.string().describe("rail/customer/chain/stablecoin"),
  account: z.string().describe("the account of the wallet's stablecoin"),
  openingUnits: z.string(),
  movementUnits: z.string(),
  lateUnits: z.string().describe("entries of the day closed before, written after its close"),
  closingUnits: z.string(),
});

type WalletLine = z.infer<typeof walletLine>;

/** Several totals as one. */
export function walletSum(...totals: readonly Readonly<WalletTotals>[]): WalletTotals {
  const sum: WalletTotals = {};
  for (const [wallet, accounts] of totals.flatMap((each) => Object.entries(each))) {
    const line = sum[wallet] ?? {};
    sum[wallet] = line;
    for (const [account, units] of Object.entries(accounts)) line[account] = (line[account] ?? 0n) + units;
  }
  return sum;
}

/** Every account of every wallet that has ever moved, in order. */
export function walletLines(opening: WalletTotals, late: WalletTotals, day: WalletTotals): WalletLine[] {
  const closing = walletSum(opening, late, day);
  return Object.keys(closing)
    .sort()
    .flatMap((wallet) =>
      accountsOf(closing[wallet]).map((account) => {
        const of = (totals: WalletTotals) => unitsText(totals[wallet]?.[account] ?? 0n);
        const [openingUnits, movementUnits, lateUnits] = [of(opening), of(day), of(late)];
        return { wallet, account, openingUnits, movementUnits, lateUnits, closingUnits: of(closing) };
      }),
    );
}

function accountsOf(line: Record<string, bigint> = {}): string[] {
  const ours: readonly string[] = walletAccounts;
  return [
    ...ours,
    ...Object.keys(line)
      .filter((name) => !ours.includes(name))
      .sort(),
  ];
}

type Column = "openingUnits" | "movementUnits" | "lateUnits" | "closingUnits";

/** A column of a close's wallets. */
export function walletColumn(lines: readonly WalletLine[], column: Column): WalletTotals {
  const sum: WalletTotals = {};
  for (const line of lines) sum[line.wallet] = { ...sum[line.wallet], [line.account]: signedUnitsOf(line[column]) };
  return sum;
}

/** What has come to a closed day's wallets since its close: what its entries come to now, less what the close says of them. */
export function lateWallets(lines: readonly WalletLine[], now: WalletTotals): WalletTotals {
  return walletSum(now, reverseWallets(walletColumn(lines, "movementUnits")));
}

/** The same totals with debits as credits. */
export function reverseWallets(totals: WalletTotals): WalletTotals {
  const negated = Object.entries(totals).map(([wallet, accounts]) => [
    wallet,
    Object.fromEntries(Object.entries(accounts).map(([account, units]) => [account, -units])),
  ]);
  return Object.fromEntries(negated);
}
