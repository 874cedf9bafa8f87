import { signedUnitsOf } from "../core/wallet-ledger.ts";
import type { LedgerEntry } from "../settlement/ledger.ts";

/** Millionths by wallet and account; debits are positive. */
export type WalletTotals = Record<string, Record<string, bigint>>;

/** What an entry posted on the wallet that it names. */
export type WalletEntry = Pick<LedgerEntry, "wallet" | "units">;

/** Adds what entries posted on wallets to sums by wallet and account, changed in place, since many entries pass by; an entry that names no wallet adds nothing. */
export function foldEntries(sum: WalletTotals, entries: Iterable<WalletEntry>): void {
  for (const { wallet, units = [] } of entries) {
    if (wallet === undefined) continue;
    sum[wallet] ??= {};
    for (const each of units) sum[wallet][each.account] = (sum[wallet][each.account] ?? 0n) + signedUnitsOf(each.units);
  }
}
