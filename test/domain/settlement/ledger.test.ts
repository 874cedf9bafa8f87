import { describe, expect, test } from "vitest";
import {
  type Balances,
  expectedBalances,
  imbalances,
  type LedgerEntry,
  ledgerOf,
  ledgerProblems,
} from "../../../functions/domain/settlement/ledger.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { later, settlementIn } from "../../support/core/samples.ts";

type Postings = Readonly<Record<string, number>>;

function entry(from: string, to: string, postings: Postings, change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    ...{ aggregateId: "stl_1", aggregateType: "settlement", tenantId: "ten_1", seq: 3, from, to, at: later(1) },
    postings: Object.entries(postings).map(([account, amountCents]) => ({ account, amountCents })),
    ...change,
  };
}

const none = { amountCents: 0, bookedAt: null };
const all = { amountCents: 900, bookedAt: later(1) };

describe("what the ledger moved over the rail", () => {
  test.each<[string, string, string, Postings, "collected" | "paidOut" | "returned"]>([
    ["the payer's money", "collecting", "screening", { rail_clearing: 900, tenant_payable: -900 }, "collected"],
    ["a proof", "settling", "completed", { tenant_payable: 900, rail_clearing: -900 }, "paidOut"],
    ["a reserve that was let go", "completed", "completed", { tenant_payable: 900, rail_clearing: -900 }, "paidOut"],
    ["a return after delivery", "completed", "completed", { return_shortfall: 900, rail_clearing: -900 }, "returned"],
    [
      "a return that takes from what is owed",
      ...(["completed", "completed", { tenant_payable: -100, return_shortfall: 1_000, rail_clearing: -900 }] as const),
      "returned",
    ],
    ["money sent back", "failed", "failed", { tenant_payable: 900, rail_clearing: -900 }, "returned"],
    ["a return before delivery", "settling", "failed", { tenant_payable: 900, rail_clearing: -900 }, "returned"],
    ["a proof after a return", "failed", "failed", { payout_after_return: 900, rail_clearing: -900 }, "paidOut"],
  ])("is for %s told by its entry", (_, from, to, postings, way) => {
    expect(ledgerOf([entry(from, to, postings)])).toEqual({
      ...{ collected: none, paidOut: none, returned: none, lopsided: [], balances: postings },
      [way]: all,
    });
  });

  test("adds up over entries, and was booked with the first of them", () => {
    const part = { rail_clearing: 400, unapplied_receipts: -400 };
    const rest = { rail_clearing: 500, unapplied_receipts: 400, tenant_payable: -900 };
    const entries = [entry("collecting", "collecting", part), entry("collecting", "screening", rest, { at: later(9) })];
    expect(ledgerOf(entries)).toEqual({
      ...{ collected: all, paidOut: none, returned: none, lopsided: [] },
      balances: { rail_clearing: 900, unapplied_receipts: 0, tenant_payable: -900 },
    });
  });

  test("leaves out, once, what a return cost more than was bought", () => {
    const postings = { fx_gain_loss: 50, tenant_payable: 900, rail_clearing: -950 };
    expect(ledgerOf([entry("failed", "failed", postings)]).returned).toEqual(all);
    const twice = entry("failed", "failed", postings).postings.concat({ account: "rail_clearing", amountCents: -100 });
    expect(ledgerOf([entry("failed", "failed", {}, { postings: twice })]).returned.amountCents).toBe(1_000);
  });

  test("names the entries that do not balance, in cents or in units of stablecoin", () => {
    const even = { rail_clearing: 5, tenant_payable: -5 };
    const units = (...each: string[]) => each.map((text) => ({ account: "wallet", units: text }));
    expect(
      ledgerOf([
        entry("created", "collecting", { rail_clearing: 5 }, { seq: 1 }),
        entry("created", "collecting", even, { seq: 2, units: units("1.000000") }),
        entry("created", "collecting", even, { seq: 3, units: units("1.000000", "-1.000000") }),
        entry("created", "collecting", even, { seq: 4 }),
      ]).lopsided,
    ).toEqual([1, 2]);
  });
});

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

const zeros: Balances = {
  ...{ tenant_payable: 0, tenant_reserve: 0, fee_income: 0, unapplied_receipts: 0, return_shortfall: 0 },
  ...{ payout_after_return: 0, fx_gain_loss: 0 },
};

/** Without the sign of a zero. */
const plain = (balances: Balances) =>
  Object.fromEntries(Object.entries(balances).map(([name, each]) => [name, each + 0]));

const booked = { fee_income: -250, tenant_reserve: -975 };
const reserve = (status: string) => ({ reserve: { id: "rsv_1", status, heldCents: 900, usedCents: 100 } });

describe("what a settlement's record says of every account", () => {
  test.each<[string, Settlement, Balances]>([
    ["before anything came", at("created"), {}],
    ["with a wrong amount", at("collecting", { mismatchCents: 400, unappliedCents: 5 }), { unapplied_receipts: -405 }],
    ["while it is screened", at("screening"), { tenant_payable: -10_000 }],
    ["once it has passed", at("screened"), { tenant_payable: -10_000 }],
    ["while it is converted", at("converting"), { tenant_payable: -10_000 }],
    ["while it is paid out", at("settling"), { ...booked, tenant_payable: -8_775 }],
    ["once it is delivered", at("completed"), booked],
    ["while its reserve is held", at("completed", reserve("held")), { ...booked, tenant_reserve: -900 }],
    [
      "while its reserve is paid out",
      at("completed", reserve("releasing")),
      { ...booked, tenant_reserve: 0, tenant_payable: -900 },
    ],
    ["once its reserve is gone", at("completed", reserve("released")), { ...booked, tenant_reserve: 0 }],
    ["returned after delivery", at("completed", {}, { status: "returned" }), { ...booked, return_shortfall: 10_000 }],
    [
      "returned after delivery, and a part covered by the reserve",
      at("completed", reserve("used"), { status: "returned" }),
      { ...booked, tenant_reserve: 0, return_shortfall: 9_900 },
    ],
    ["held after a failure", at("failed"), { tenant_payable: -10_000 }],
    ["held after a decline", at("declined"), { tenant_payable: -10_000 }],
    [
      "proven after it had failed",
      at("failed", { txHash: "0xlate" }),
      { tenant_payable: -10_000, payout_after_return: 8_775 },
    ],
    [
      "sent back at a cost, a part of it lost",
      at("failed", { sentBack: [{ exchangeCents: 5, lostCents: 7 }, { lostCents: 1 }, { exchangeCents: -2 }] }),
      { tenant_payable: -10_000, return_shortfall: 8, fx_gain_loss: 3 },
    ],
  ])("%s", (_, state, expected) => {
    expect(plain(expectedBalances(state))).toEqual({ ...zeros, ...expected });
  });

  test.each(["returned", "canceled", "refunded"])("forgets a wrong amount whose payment is %s", (status) => {
    const state = at("failed", { mismatchCents: 400, unappliedCents: 5 }, { status });
    expect(plain(expectedBalances(state))).toEqual({ ...zeros, unapplied_receipts: -5 });
  });

  test("agrees with its ledger only where its own parts add up", () => {
    const ledger = ledgerOf([entry("collecting", "screening", { rail_clearing: 10_000, tenant_payable: -10_000 })]);
    expect(imbalances(at("screening"), ledger)).toEqual([]);
    for (const part of ["feeCents", "reserveCents", "netCents"] as const)
      expect(imbalances(at("screening", { [part]: at("screening")[part] + 1 }), ledger)).toEqual(["record_split"]);
    expect(imbalances(at("settling"), ledger)).toEqual(["tenant_payable", "tenant_reserve", "fee_income"]);
  });
});

describe("a ledger and its record", () => {
  const books = (balances: Record<string, number>, lopsided: number[] = []) => ({ balances, lopsided });

  test("agree to the cent, however an account of nothing is written", () => {
    expect(ledgerProblems(books({ fee_income: -250, tenant_payable: 0 }), { fee_income: -250 }, true)).toEqual([]);
    expect(ledgerProblems(books({}), { fee_income: 0 }, true)).toEqual([]);
  });

  test("differ in a word for each account, whichever of them has it", () => {
    const found = ledgerProblems(
      books({ fee_income: -249, tenant_reserve: -1 }),
      { fee_income: -250, escrow_held: 5 },
      true,
    );
    expect(found.sort()).toEqual(["escrow_held", "fee_income", "tenant_reserve"]);
  });

  test("are not compared in what the rail holds, which the rail itself tells", () => {
    expect(ledgerProblems(books({ rail_clearing: 7 }), { rail_clearing: 9 }, true)).toEqual([]);
  });

  test("name each entry that does not balance, and a record whose parts do not add up", () => {
    expect(ledgerProblems(books({}, [3, 5]), {}, false)).toEqual([
      ...["entry_3_unbalanced", "entry_5_unbalanced", "record_split"],
    ]);
  });
});
