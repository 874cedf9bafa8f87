import { describe, expect, test } from "vitest";
import { ledgerAccounts } from "../../../functions/domain/core/ledger.ts";
import { figuresOf, moveBy, noMovements, nothingStands } from "../../../functions/domain/reconciliation/close.ts";
import {
  journalAccounts,
  journalDayBegins,
  journalDayEnds,
  journalEntry,
  journalOpening,
} from "../../../functions/domain/reconciliation/journal.ts";
import type { LedgerEntry } from "../../../functions/domain/settlement/ledger.ts";
import { hostileTexts } from "../../support/routes/hostile-texts.ts";

const entry: LedgerEntry = {
  ...{ aggregateId: "stl_1", aggregateType: "settlement", tenantId: "ten_1", seq: 3 },
  ...{ from: "collecting", to: "screening", reason: "funds received", at: "2026-11-21T12:00:00.000Z" },
  postings: [
    { account: "rail_clearing", amountCents: 10_050 },
    { account: "tenant_payable", amountCents: -10_050 },
  ],
};

const noRows = { count: 0, sha256: "", adjusted: 0 };

function figures(entries: readonly LedgerEntry[], opening = {}, late = {}) {
  const day = noMovements();
  for (const each of entries) moveBy(day, each, true);
  const [before, after] = [opening, late].map((balances) => ({ ...nothingStands, balances }));
  const rows = { ...noRows, unbalanced: 0, escrows: noRows };
  const totals = { opening: before ?? nothingStands, late: after ?? nothingStands };
  return figuresOf({ date: "2026-11-21", tenantId: null, ...totals, day, rows });
}

describe("an entry of the ledger", () => {
  test("is a transaction with its date, its id, its record, its tenant and its postings to the cent", () => {
    expect(journalEntry(entry)).toBe(`
2026-11-21 * "settlement collecting to screening: funds received"
  id: "stl_1/3"
  record: "settlement"
  tenant: "ten_1"
  at: "2026-11-21T12:00:00.000Z"
  Assets:Rail-Clearing  100.50 USD
  Liabilities:Tenant-Payable  -100.50 USD
`);
  });

  test("that moves no money is none", () => {
    expect(journalEntry({ ...entry, postings: [] })).toBe("");
  });

  const forged = '"\n  Assets:Rail-Clearing  -999.00 USD\n2026-11-21 * "';
  test.each([
    ...hostileTexts,
    ["a posting", forged],
    ["a comment", "; x"],
    ["a backslash", "\\"],
    ["an escaped quote", '\\"'],
    ["line separators and half a character", "\u2028\u0085\ud800"],
  ])("has what a client typed on the line of its narration, between its quotes: %s", (_, text) => {
    const lines = journalEntry({ ...entry, reason: text }).split("\n");
    expect(lines.toSpliced(1, 1)).toEqual(journalEntry(entry).split("\n").toSpliced(1, 1));
    expect(lines[1]).toMatch(
      /^2026-11-21 \* "settlement collecting to screening: (?:[^"\\\p{C}\p{Zl}\p{Zp}]|\\["\\])*"$/u,
    );
  });

  test("of an account that the ledger does not have stands on one account, without its name", () => {
    const postings = [{ account: "x\n2026-11-21 open Assets:Mine", amountCents: 1 }];
    expect(
      journalEntry({ ...entry, postings })
        .split("\n")
        .slice(-2),
    ).toEqual(["  Equity:Unknown-Account  0.01 USD", ""]);
  });
});

describe("a day", () => {
  const opening = { rail_clearing: 700, tenant_payable: -700 };

  test("begins with every account, and what it stood at the evening before", () => {
    const text = journalOpening(figures([entry], opening));
    for (const account of ledgerAccounts) expect(text).toContain(`\n2026-11-20 open ${journalAccounts[account]} USD\n`);
    expect(text.split("\n").slice(-4)).toEqual([
      '2026-11-20 * "opening balances"',
      "  Assets:Rail-Clearing  7.00 USD",
      "  Liabilities:Tenant-Payable  -7.00 USD",
      "",
    ]);
  });

  test("asserts what it begins and ends with to the cent", () => {
    const day = figures([entry], opening);
    expect(journalDayBegins(day)).toContain("\n2026-11-21 balance Assets:Rail-Clearing  7.00 ~ 0.00 USD\n");
    expect(journalDayEnds(day, undefined)).toContain("\n2026-11-22 balance Assets:Rail-Clearing  107.50 ~ 0.00 USD\n");
    expect(journalDayEnds(day, undefined)).toContain("\n2026-11-22 balance Income:Fees  0.00 ~ 0.00 USD\n");
  });

  test("tells what came late to the day before, which that day takes out again", () => {
    const late = { rail_clearing: 5, tenant_payable: -5 };
    const next = { ...figures([], opening, late), date: "2026-11-22" };
    const postings = (text: string) => text.split("\n").filter((line) => line.startsWith("  "));
    expect(postings(journalDayBegins(next))).toEqual([
      "  Assets:Rail-Clearing  0.05 USD",
      "  Liabilities:Tenant-Payable  -0.05 USD",
    ]);
    const ends = journalDayEnds(figures([entry], opening), next);
    expect(ends).toContain('2026-11-21 ! "written after this close: in the close of 2026-11-22"');
    expect(postings(ends)).toEqual(["  Assets:Rail-Clearing  -0.05 USD", "  Liabilities:Tenant-Payable  0.05 USD"]);
  });
});

test("every account of the ledger has a name of its own in a journal, of the form that Beancount reads", () => {
  const names = ledgerAccounts.map((account) => journalAccounts[account]);
  expect(new Set(names).size).toBe(ledgerAccounts.length);
  for (const name of names) expect(name).toMatch(/^(Assets|Liabilities|Equity|Income|Expenses)(:[A-Z][A-Za-z0-9-]*)+$/);
});
