import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addUnits,
  balancesOf,
  signedUnitsOf,
  type UnitBalances,
  unitChanges,
  type WalletPosition,
  walletAccounts,
  walletKey,
  walletOf,
} from "../../../functions/domain/core/wallet-ledger.ts";

const acme = { rail: "bridge", customer: "cust_acme", chain: "ethereum", stable: "USDT" };
const wallet = walletKey(acme);

function position(here: bigint, transit: bigint, clients: bigint): WalletPosition {
  return { wallet, here, transit, clients };
}

describe("a wallet's name", () => {
  test("says rail, customer, chain and stablecoin, and leads back to them", () => {
    expect(wallet).toBe("bridge/cust_acme/ethereum/USDT");
    expect(walletOf(wallet)).toEqual(acme);
  });

  test("is the same however chain and stablecoin are spelled", () => {
    expect(walletKey({ ...acme, chain: "Ethereum", stable: "usdt" })).toBe(wallet);
  });

  test("holds a customer's name with a slash in it apart from its neighbors", () => {
    const odd = { ...acme, customer: "a/b é" };
    expect(walletOf(walletKey(odd))).toEqual(odd);
  });

  test("is refused where a part is missing or one is too many", () => {
    for (const text of ["", "bridge/acme/ethereum", "bridge//ethereum/USDT", `${wallet}/more`])
      expect(() => walletOf(text)).toThrow("names no wallet");
  });
});

describe("what a step posts on a wallet", () => {
  test("a deposit lies there and is owed to clients", () => {
    expect(unitChanges(null, position(990_000_000n, 0n, 990_000_000n))).toEqual({
      wallet,
      units: [
        { account: "rail_wallet", units: "990.000000" },
        { account: "client_funds", units: "-990.000000" },
      ],
    });
  });

  test("what is owed to clients no more is the operator's", () => {
    const moved = unitChanges(
      position(990_000_000n, 0n, 990_000_000n),
      position(15_000_000n, 975_000_000n, 975_000_000n),
    );
    expect(moved?.units).toEqual([
      { account: "rail_wallet", units: "-975.000000" },
      { account: "wallet_in_transit", units: "975.000000" },
      { account: "client_funds", units: "15.000000" },
      { account: "operator_funds", units: "-15.000000" },
    ]);
  });

  test("nothing where nothing changed, and nothing where there is no wallet", () => {
    expect(unitChanges(position(5n, 0n, 5n), position(5n, 0n, 5n))).toBeUndefined();
    expect(unitChanges(null, null)).toBeUndefined();
  });

  test("a record that changes its wallet is a bug", () => {
    const other = { ...position(5n, 0n, 5n), wallet: walletKey({ ...acme, customer: "cust_other" }) };
    expect(() => unitChanges(position(5n, 0n, 5n), other)).toThrow("went from");
  });

  test("adds up to 0 in every entry, and over all entries to the position, whatever the positions", () => {
    const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    const positions = fc.option(fc.tuple(units, units, units).map((each) => position(...each)));
    fc.assert(
      fc.property(fc.array(positions, { minLength: 1 }), (story) => {
        const sums: UnitBalances = {};
        let before: WalletPosition | null = null;
        for (const after of story) {
          const postings = unitChanges(before, after)?.units ?? [];
          expect(postings.reduce((sum, each) => sum + signedUnitsOf(each.units), 0n)).toBe(0n);
          addUnits(sums, postings);
          before = after;
        }
        const expected = balancesOf(before);
        for (const account of walletAccounts) expect(sums[account] ?? 0n).toBe(expected[account] ?? 0n);
      }),
    );
  });
});
