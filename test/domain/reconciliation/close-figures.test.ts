import { beforeEach, describe, expect, test } from "vitest";
import { ledgerAccounts } from "../../../functions/domain/core/ledger.ts";
import { escrowStatuses } from "../../../functions/domain/escrow/escrow.ts";
import {
  type CloseFigures,
  closingOf,
  figuresOf,
  lateSince,
  type Movements,
  moveBy,
  noMovements,
  nothingStands,
  totalsAfter,
} from "../../../functions/domain/reconciliation/close.ts";
import {
  journalDayBegins,
  journalDayEnds,
  journalEntry,
  journalOpening,
} from "../../../functions/domain/reconciliation/journal.ts";
import { reverseWallets, walletLines, walletSum } from "../../../functions/domain/reconciliation/wallet-close.ts";
import { foldEntries, type WalletTotals } from "../../../functions/domain/reconciliation/wallet-fold.ts";
import type { LedgerEntry } from "../../../functions/domain/settlement/ledger.ts";
import { settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import { noon } from "../../support/core/samples.ts";

const wallet = "bridge/cust_1/base/USDC";

function entry(aggregateType: string, from: string | null, to: string, cents: number, more: object = {}): LedgerEntry {
  const account = aggregateType === "escrow" ? "escrow_held" : "tenant_payable";
  const postings = [
    { account: "rail_clearing", amountCents: cents },
    { account, amountCents: -cents },
  ];
  const named = { aggregateId: "a_1", aggregateType, tenantId: "ten_1", seq: 2, reason: "r", at: noon };
  return { ...named, from, to, postings: cents === 0 ? [] : postings, ...more };
}

const opening = {
  balances: { rail_clearing: 1_000, tenant_payable: -1_000, odd: 3 },
  statuses: { collecting: 2, completed: 1, odder: 1 },
  ...{ escrows: { funded: 1 }, wallets: {} },
};
const late = { balances: { rail_clearing: 4 }, statuses: { failed: 1 }, escrows: { expired: 2 }, wallets: {} };
const noRows = { count: 3, sha256: "aa", adjusted: 1 };
let day: Movements;
let figures: CloseFigures;

beforeEach(() => {
  day = noMovements();
  for (const [each, isOwn] of [
    [entry("settlement", null, "created", 0), true],
    [entry("settlement", "created", "collecting", 500), true],
    [entry("settlement", "collecting", "completed", -200), false],
    [entry("settlement", "completed", "completed", 10), false],
    [entry("escrow", null, "awaiting_funds", 0), true],
    [entry("escrow", "awaiting_funds", "funded", 70), true],
    [entry("escrow", "funded", "released", -30), false],
    [entry("fee_sweep", "ordered", "proven", 9), false],
  ] as const)
    moveBy(day, each, isOwn);
  figures = figuresOf({
    ...{ date: "2026-11-21", tenantId: "ten_1", opening, late, day },
    rows: { ...noRows, unbalanced: 2, escrows: { count: 5, sha256: "bb", adjusted: 4 } },
  });
});

describe("the movements of a day", () => {
  test("are each account's two sides, those of earlier days' records apart", () => {
    expect(day.accounts).toEqual({
      rail_clearing: { debitCents: 589, creditCents: 230, adjustmentDebitCents: 19, adjustmentCreditCents: 230 },
      tenant_payable: { debitCents: 200, creditCents: 519, adjustmentDebitCents: 200, adjustmentCreditCents: 19 },
      escrow_held: { debitCents: 30, creditCents: 70, adjustmentDebitCents: 30, adjustmentCreditCents: 0 },
    });
    expect(day.ofRows).toEqual({ rail_clearing: 350, tenant_payable: -310, escrow_held: -40 });
  });

  test("count settlements and escrows by status, each from where it stood", () => {
    expect([day.created, day.statuses, day.createdStatuses]).toEqual([
      ...[1, { created: 0, collecting: 0, completed: 1 }, { created: 0, collecting: 1 }],
    ]);
    expect(day.escrows).toEqual({
      ...{ created: 1, statuses: { awaiting_funds: 0, funded: 0, released: 1 } },
      createdStatuses: { awaiting_funds: 0, funded: 1 },
    });
  });
});

describe("the figures of a day", () => {
  test("have every account of ours in its order, then any other", () => {
    expect(figures.accounts.map(({ account }) => account)).toEqual([...ledgerAccounts, "odd"]);
    const line = (account: string) => figures.accounts.find((each) => each.account === account);
    expect(line("rail_clearing")).toEqual({
      ...{ account: "rail_clearing", openingCents: 1_000, debitCents: 589, creditCents: 230 },
      ...{ adjustmentDebitCents: 19, adjustmentCreditCents: 230, lateCents: 4, closingCents: 1_363 },
    });
    expect(line("fee_income")).toEqual({
      ...{ account: "fee_income", openingCents: 0, debitCents: 0, creditCents: 0, lateCents: 0, closingCents: 0 },
      ...{ adjustmentDebitCents: 0, adjustmentCreditCents: 0 },
    });
    expect(line("odd")?.closingCents).toBe(3);
  });

  test("have every status of ours in its order, then any other", () => {
    expect(figures.statuses.map(({ status }) => status)).toEqual([...settlementStatuses, "odder"]);
    const lines = [...figures.statuses, ...figures.escrows.statuses].filter(
      ({ openingCount, createdCount, lateCount, closingCount }) =>
        openingCount || createdCount || lateCount || closingCount,
    );
    expect(lines).toEqual([
      { status: "collecting", openingCount: 2, createdCount: 1, lateCount: 0, closingCount: 2 },
      { status: "completed", openingCount: 1, createdCount: 0, lateCount: 0, closingCount: 2 },
      { status: "failed", openingCount: 0, createdCount: 0, lateCount: 1, closingCount: 1 },
      { status: "odder", openingCount: 1, createdCount: 0, lateCount: 0, closingCount: 1 },
      { status: "funded", openingCount: 1, createdCount: 1, lateCount: 0, closingCount: 1 },
      { status: "released", openingCount: 0, createdCount: 0, lateCount: 0, closingCount: 1 },
      { status: "expired", openingCount: 0, createdCount: 0, lateCount: 2, closingCount: 2 },
    ]);
    expect(figures.escrows.statuses.map(({ status }) => status)).toEqual(escrowStatuses);
  });

  test("say how many are under way, what escrows hold, and which rows they are made of", () => {
    expect(figures).toMatchObject({
      ...{
        date: "2026-11-21",
        tenantId: "ten_1",
        currency: "USD",
        created: 1,
        adjusted: 1,
        inFlight: 2,
        unbalanced: 2,
      },
      rows: { count: 3, sha256: "aa" },
      escrows: { created: 1, adjusted: 4, open: 1, heldCents: 40, rows: { count: 5, sha256: "bb" } },
    });
  });

  test("are what the next day begins with", () => {
    const { balances, statuses, escrows } = closingOf(figures);
    expect([balances.rail_clearing, balances.odd, balances.fee_income]).toEqual([1_363, 3, 0]);
    expect([statuses.completed, statuses.failed, escrows.funded, escrows.expired]).toEqual([2, 1, 1, 2]);
    const after = totalsAfter(opening, day);
    expect(after.balances).toEqual({ rail_clearing: 1_359, tenant_payable: -1_319, escrow_held: -40, odd: 3 });
    expect(after.statuses).toEqual({ created: 0, collecting: 2, completed: 2, odder: 1 });
  });

  test("tell what came after them, by account and by status", () => {
    const now = structuredClone(day);
    moveBy(now, entry("settlement", "collecting", "failed", 25), false);
    moveBy(now, entry("escrow", "funded", "refunded", -6), false);
    const since = lateSince(figures, now);
    const news = (counts: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
    expect(news(since.balances)).toEqual({ rail_clearing: 19, tenant_payable: -25, escrow_held: 6 });
    expect(news(since.statuses)).toEqual({ collecting: -1, failed: 1 });
    expect(news(since.escrows)).toEqual({ funded: -1, refunded: 1 });
  });
});

describe("the wallets of a day", () => {
  const units = (account: string, text: string) => ({ account, units: text });
  let moved: WalletTotals;

  beforeEach(() => {
    moved = {};
    foldEntries(moved, [
      entry("settlement", "a", "a", 0, {
        wallet,
        units: [units("rail_wallet", "-1.500000"), units("odd", "1.500000")],
      }),
    ]);
    foldEntries(moved, [entry("settlement", "a", "a", 0, { wallet, units: [units("rail_wallet", "0.500000")] })]);
    foldEntries(moved, [entry("settlement", "a", "a", 0, { units: [units("rail_wallet", "9.000000")] })]);
    foldEntries(moved, [entry("settlement", "a", "a", 0, { wallet: "bridge/cust_0/base/USDC" })]);
  });

  test("are added up by wallet and account, and turned round", () => {
    const sum = { [wallet]: { rail_wallet: -1_000_000n, odd: 1_500_000n }, "bridge/cust_0/base/USDC": {} };
    expect(moved).toEqual(sum);
    expect(walletSum(moved, { [wallet]: { odd: 1n }, w: { x: 2n } })).toEqual({
      ...{ ...sum, [wallet]: { rail_wallet: -1_000_000n, odd: 1_500_001n }, w: { x: 2n } },
    });
    expect(reverseWallets({ [wallet]: { odd: 5n } })).toEqual({ [wallet]: { odd: -5n } });
  });

  test("have all their accounts in order, those that nobody knows last", () => {
    const lines = walletLines({ [wallet]: { odd: 1n } }, { [wallet]: { alien: 2n } }, moved);
    expect(lines.map((each) => `${each.wallet.slice(7, 13)} ${each.account}`)).toEqual([
      ...["rail_wallet", "wallet_in_transit", "client_funds", "operator_funds"].map((account) => `cust_0 ${account}`),
      ...["rail_wallet", "wallet_in_transit", "client_funds", "operator_funds", "alien", "odd"].map(
        (account) => `cust_1 ${account}`,
      ),
    ]);
    expect(lines.at(-1)).toEqual({
      ...{ wallet, account: "odd", openingUnits: "0.000001", movementUnits: "1.500000", lateUnits: "0.000000" },
      closingUnits: "1.500001",
    });
  });
});

describe("a journal of wallets", () => {
  let walletDay: CloseFigures;

  beforeEach(() => {
    walletDay = figuresOf({
      ...{ date: "2026-11-21", tenantId: "ten_1", day: noMovements() },
      opening: {
        ...nothingStands,
        wallets: { [wallet]: { rail_wallet: 2_000_000n, client_funds: -2_000_000n }, "z/c/d/odd": { odd: 1n } },
      },
      late: { ...nothingStands, wallets: { [wallet]: { rail_wallet: 500_000n, client_funds: -500_000n } } },
      rows: { ...noRows, unbalanced: 0, escrows: noRows },
    });
  });

  test("names its tenant, opens each account once, and books what lay there", () => {
    const text = journalOpening(walletDay);
    expect(
      text.startsWith('option "title" "Sluice: ten_1"\noption "operating_currency" "USD"\n\n2026-11-20 open '),
    ).toBe(true);
    expect(text).toContain("2026-11-20 open Equity:Unknown-Account\n2026-11-20 open Assets:Rail-Wallet\n");
    expect(text.split('\n2026-11-20 * "opening balances"\n')[1]).toBe(
      "  Assets:Rail-Wallet  2.000000 USDC\n  Liabilities:Client-Funds  -2.000000 USDC\n  Equity:Unknown-Account  0.000001 UNKNOWN\n",
    );
    const none = { ...walletDay, tenantId: null, wallets: [] };
    expect(journalOpening(none)).toContain('"Sluice: all tenants"');
    expect(journalOpening(none)).not.toContain("opening balances");
  });

  test("asserts each, and tells what came late, which the day before takes out", () => {
    const begins = journalDayBegins(walletDay);
    expect(begins).toContain("2026-11-21 balance Assets:Rail-Wallet  2.000000 ~ 0.000000 USDC\n");
    expect(begins).toContain("2026-11-21 balance Equity:Unknown-Account  0.000001 ~ 0.000000 UNKNOWN\n");
    const booked =
      '\n2026-11-21 ! "written to the day closed before, after its close"\n  Assets:Rail-Wallet  0.500000 USDC\n';
    expect(begins).toContain(booked);
    const ends = journalDayEnds(walletDay, { ...walletDay, date: "2026-11-22" });
    expect(ends).toContain("  Assets:Rail-Wallet  -0.500000 USDC\n  Liabilities:Client-Funds  0.500000 USDC\n");
    expect(ends).toContain("2026-11-22 balance Assets:Rail-Wallet  2.500000 ~ 0.000000 USDC\n");
    expect(journalDayEnds(walletDay, undefined)).not.toContain("!");
  });

  test("adds up wallets of one stablecoin", () => {
    const two = [wallet, "bridge/cust_2/tron/USDC"].map((each) => ({
      ...{ wallet: each, account: "rail_wallet", openingUnits: "1.500000", movementUnits: "0.000000" },
      ...{ lateUnits: "0.000000", closingUnits: "1.500000" },
    }));
    expect(journalDayBegins({ ...walletDay, accounts: [], wallets: two })).toBe(
      "\n2026-11-21 balance Assets:Rail-Wallet  3.000000 ~ 0.000000 USDC\n",
    );
  });

  test.each([
    ["b/c/d/USDT", "USDT"],
    ["b/c/d/X", "UNKNOWN"],
    ["b/c/d/USD", "UNKNOWN"],
    ["b/c/d/usdt", "UNKNOWN"],
    ["b/c/d/1INCH", "UNKNOWN"],
    ["b/c/d/US DT", "UNKNOWN"],
    ["b/c/d/A12345678901234567890", "A12345678901234567890"],
    ["b/c/d/A123456789012345678901", "UNKNOWN"],
  ])("has the commodity of %s as %s", (named, commodity) => {
    const units = [{ account: "rail_wallet", units: "1.000000" }];
    expect(journalEntry(entry("settlement", "a", "b", 0, { wallet: named, units }))).toContain(
      `  Assets:Rail-Wallet  1.000000 ${commodity}\n`,
    );
  });

  test("names what an entry did: where it began, moved or stayed", () => {
    const title = (from: string | null, to: string, reason?: string) =>
      journalEntry(entry("escrow", from, to, 5, { reason })).split("\n")[1];
    expect(title(null, "created")).toBe('2026-11-21 * "escrow created: "');
    expect(title("funded", "funded", "x")).toBe('2026-11-21 * "escrow funded: x"');
    expect(title("funded", "released", "x\u0007y")).toBe('2026-11-21 * "escrow funded to released: x y"');
    expect(journalEntry(entry("escrow", null, "created", 5))).not.toContain("wallet:");
    expect(journalEntry(entry("escrow", null, "created", 5, { wallet }))).toContain(`  wallet: "${wallet}"\n`);
    expect(journalEntry(entry("escrow", null, "created", 0, { wallet }))).toBe("");
  });
});
