import { equal } from "node:assert/strict";
import fc from "fast-check";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import {
  addUnits,
  balancesOf,
  signedUnitsOf,
  type UnitBalances,
  unitChanges,
  type WalletPosition,
  walletAccounts,
} from "../../../functions/domain/core/wallet-ledger.ts";

/** Stablecoin per dollar. */
export const rates = fc.constantFrom("1", "0.99", "1.013", "0.987654");

/** The stablecoin side of one record's entries, as a book would write it. */
export class UnitLedger<S> {
  readonly balances: UnitBalances = {};
  readonly #positionOf: (state: S) => WalletPosition | null;
  #before: WalletPosition | null;

  constructor(positionOf: (state: S) => WalletPosition | null, state: S) {
    this.#positionOf = positionOf;
    this.#before = positionOf(state);
  }

  /** Books a transition; one off the trail posts nothing, so it may change nothing. */
  book({ next, quiet }: Pick<Transition<S>, "next" | "quiet">): void {
    const after = this.#positionOf(next);
    const { units = [] } = unitChanges(this.#before, after) ?? {};
    if (quiet) equal(units.length, 0, "stablecoin moved off the trail");
    equal(
      units.reduce((sum, each) => sum + signedUnitsOf(each.units), 0n),
      0n,
    );
    addUnits(this.balances, units);
    this.#before = after;
  }

  /** The entries are the position of the record as it is read, and nobody is owed less than nothing. */
  check(state: S): void {
    const expected = balancesOf(this.#positionOf(state));
    for (const account of walletAccounts) equal(this.balances[account] ?? 0n, expected[account] ?? 0n, account);
    equal((this.balances.client_funds ?? 0n) <= 0n, true, "clients owe");
    equal((this.balances.wallet_in_transit ?? 0n) >= 0n, true, "less than nothing in transit");
  }

  on(account: (typeof walletAccounts)[number]): bigint {
    return this.balances[account] ?? 0n;
  }
}
