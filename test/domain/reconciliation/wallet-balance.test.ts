import { describe, expect, test } from "vitest";
import { unitsText } from "../../../functions/domain/core/units.ts";
import type { UnitPosting } from "../../../functions/domain/core/wallet-ledger.ts";
import { walletDifference, walletFold } from "../../../functions/domain/reconciliation/wallet-balance.ts";
import { foldEntries, type WalletTotals } from "../../../functions/domain/reconciliation/wallet-fold.ts";

const wallet = "bridge/cust_1/base/USDC";

function bought(units: string): UnitPosting[] {
  return [
    { account: "rail_wallet", units },
    { account: "client_funds", units: `-${units}` },
  ];
}

function ordered(units: string): UnitPosting[] {
  return [
    { account: "rail_wallet", units: `-${units}` },
    { account: "wallet_in_transit", units },
  ];
}

/** What the ledger says of a wallet: what was booked before the rail counted, and since. */
function fold(before: readonly UnitPosting[][], since: readonly UnitPosting[][] = []) {
  const sums: WalletTotals = {};
  foldEntries(
    sums,
    before.map((units) => ({ wallet, units })),
  );
  return walletFold(
    wallet,
    sums,
    since.map((units) => ({ wallet, units })),
  );
}

/** Which of a hundred and one balances around `from` agree, in millionths. */
function agreeing(of: ReturnType<typeof fold>, from: bigint): string[] {
  const around = Array.from({ length: 101 }, (_, at) => unitsText(from - 50n + BigInt(at)));
  return around.filter((counted) => walletDifference(of, counted) === undefined);
}

describe("a wallet at rest", () => {
  test("holds what the ledger says, and not a millionth more or less", () => {
    expect(agreeing(fold([bought("10.000000"), bought("2.500000")]), 12_500_000n)).toEqual(["12.500000"]);
  });

  test("that is short by a cent differs, with both figures", () => {
    expect(walletDifference(fold([bought("10.000000")]), "9.990000")).toEqual({
      ours: "10.000000",
      theirs: "9.990000",
    });
  });
});

describe("a wallet with something on its way out", () => {
  const leaving = fold([bought("10.000000"), ordered("0.000040")]);

  test("may hold it still, or not any more", () => {
    const agreed = agreeing(leaving, 9_999_980n);
    expect([agreed[0], agreed.at(-1)]).toEqual(["9.999960", "10.000000"]);
    expect(walletDifference(leaving, "10.000001")?.ours).toBe("9.999960 to 10.000000");
  });
});

describe("what was booked after the rail had counted, or just before", () => {
  test("may be in its count or not: an order may have left, a purchase may have been there", () => {
    const busy = fold([bought("10.000000")], [ordered("0.000020"), bought("0.000010")]);
    const agreed = agreeing(busy, 10_000_000n);
    expect([agreed[0], agreed.at(-1)]).toEqual(["9.999980", "10.000010"]);
  });
});

describe("the sums of wallets", () => {
  test("are those of what entries say by wallet and account; one that names none adds nothing", () => {
    const sums: WalletTotals = {};
    const elsewhere = { wallet: "bridge/cust_2/base/USDC", units: bought("1.000000") };
    foldEntries(sums, [{ wallet, units: bought("10.000000") }, elsewhere, { units: bought("9.000000") }]);
    foldEntries(sums, [{ wallet, units: ordered("2.000000") }, { wallet: "bridge/cust_3/base/USDC" }]);
    expect(sums).toEqual({
      [wallet]: { rail_wallet: 8_000_000n, client_funds: -10_000_000n, wallet_in_transit: 2_000_000n },
      [elsewhere.wallet]: { rail_wallet: 1_000_000n, client_funds: -1_000_000n },
      "bridge/cust_3/base/USDC": {},
    });
  });
});
