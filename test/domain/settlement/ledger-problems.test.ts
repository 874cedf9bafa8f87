import { describe, expect, test } from "vitest";
import { ledgerProblems } from "../../../functions/domain/settlement/ledger.ts";

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
