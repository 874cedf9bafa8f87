import { describe, expect, test } from "vitest";
import { journalEntry } from "../../../functions/domain/reconciliation/journal.ts";
import { lateWallets, walletColumn, walletLines } from "../../../functions/domain/reconciliation/wallet-close.ts";
import { foldEntries, type WalletTotals } from "../../../functions/domain/reconciliation/wallet-fold.ts";
import { type LedgerEntry, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";

const wallet = "bridge/cust_acme/ethereum/USDT";

function entry(here: string, clients: string): LedgerEntry {
  return {
    ...{ aggregateId: "stl_1", aggregateType: "settlement", tenantId: "ten_1", seq: 3, reason: "funds received" },
    ...{ from: "collecting", to: "screening", at: "2026-11-23T10:00:00.000Z", postings: [], wallet },
    units: [
      { account: "rail_wallet", units: here },
      { account: "client_funds", units: clients },
    ],
  };
}

describe("a wallet in the day's close", () => {
  const day: WalletTotals = {};
  foldEntries(day, [entry("99.000000", "-99.000000")]);
  const lines = walletLines({ [wallet]: { rail_wallet: 1_000_000n, operator_funds: -1_000_000n } }, {}, day);

  test("shows each account at its opening, what moved, and its closing", () => {
    expect(lines).toContainEqual({
      ...{ wallet, account: "rail_wallet", openingUnits: "1.000000", movementUnits: "99.000000" },
      ...{ lateUnits: "0.000000", closingUnits: "100.000000" },
    });
    expect(walletColumn(lines, "closingUnits")[wallet]).toMatchObject({ client_funds: -99_000_000n });
  });

  test("tells what came after its close, and nothing where nothing did", () => {
    expect(lateWallets(lines, day)[wallet]).toMatchObject({ rail_wallet: 0n, client_funds: 0n });
    foldEntries(day, [entry("0.500000", "-0.500000")]);
    expect(lateWallets(lines, day)[wallet]).toMatchObject({ rail_wallet: 500_000n, client_funds: -500_000n });
  });

  test("is a transaction of its stablecoin in the journal", () => {
    const text = journalEntry(entry("99.000000", "-99.000000"));
    expect(text).toContain("  Assets:Rail-Wallet  99.000000 USDT\n  Liabilities:Client-Funds  -99.000000 USDT\n");
    expect(text).toContain(`  wallet: "${wallet}"\n`);
  });

  test("has no entry whose stablecoin does not balance", () => {
    expect(ledgerOf([entry("99.000000", "-99.000000")]).lopsided).toEqual([]);
    expect(ledgerOf([entry("99.000000", "-98.999999")]).lopsided).toEqual([3]);
  });
});
