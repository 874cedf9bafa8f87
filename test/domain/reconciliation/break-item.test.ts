import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  type BreakItem,
  breakReview,
  type FoundBreak,
  isStillOpen,
  matchBreak,
  recordBreak,
  resolveBreak,
} from "../../../functions/domain/reconciliation/break-item.ts";
import { later, noon } from "../../support/core/samples.ts";

const found: FoundBreak = {
  ...{ id: "brk_1", rail: "bridge", kind: "amount_mismatch", about: "payout", settlementId: "stl_1", escrowId: null },
  ...{ tenantId: "ten_1", railRef: "tr_1", ours: "97.5", theirs: "97.4", at: noon, reference: null, transferRef: null },
};
const open: BreakItem = { ...found, status: "open", since: later(1), updatedAt: later(1) };
const matched: BreakItem = { ...open, status: "matched", updatedAt: later(2) };
const resolved: BreakItem = { ...open, status: "resolved", updatedAt: later(2) };

describe("a difference that a run finds", () => {
  test("is open from then on", () => {
    expect(recordBreak(undefined, found, later(1))).toEqual([
      { next: open, from: null, to: "open", reason: "amount_mismatch about a payout: ours 97.5, theirs 97.4" },
    ]);
    const missing = { ...found, ours: null, theirs: null };
    expect(recordBreak(undefined, missing, later(1))[0]?.reason).toBe(
      "amount_mismatch about a payout: ours none, theirs none",
    );
  });

  test("is nothing new while it is open, or was resolved, as it is", () => {
    expect(recordBreak(open, found, later(9))).toEqual([]);
    expect(recordBreak(resolved, found, later(9))).toEqual([]);
  });

  test("that was matched is open again, but for what was only late", () => {
    const [again] = recordBreak(matched, found, later(9));
    expect(again).toMatchObject({ from: "matched", to: "open", next: { ...found, since: later(9), status: "open" } });
    const late = { ...found, kind: "late" };
    expect(recordBreak({ ...matched, kind: "late" }, late, later(9))).toEqual([]);
  });

  test.each([{ kind: "duplicate" }, { ours: "97.6" }, { theirs: "97.3" }])("and now is %j is told anew", (change) => {
    const [of, ofResolved] = [open, resolved].map((state) => recordBreak(state, { ...found, ...change }, later(9))[0]);
    expect(of).toMatchObject({ from: "open", to: "open", next: { ...change, since: later(1), updatedAt: later(9) } });
    expect(ofResolved).toMatchObject({ from: "resolved", to: "open", next: { ...change, since: later(9) } });
  });

  test("is over once both sides agree", () => {
    expect(matchBreak(open, later(2))).toEqual([
      { next: matched, from: "open", to: "matched", reason: "both sides agree" },
    ]);
    for (const state of [matched, resolved]) expect(matchBreak(state, later(9))).toEqual([]);
  });

  test("keeps its item open, what was only late until the next run", () => {
    const late = { ...found, kind: "late" };
    expect(isStillOpen(open, undefined, later(0))).toBe(false);
    expect(isStillOpen(open, found, later(99))).toBe(true);
    expect([later(0), later(1), later(2)].map((began) => isStillOpen(open, late, began))).toEqual([true, true, false]);
  });
});

describe("a break that an operator has dealt with outside", () => {
  const input = { reference: "WIRE-7", by: "apr_1" };

  test("is resolved under a reference", () => {
    expect(resolveBreak(open, "resolve", input, later(2))).toEqual([
      { next: resolved, from: "open", to: "resolved", reason: "resolved under WIRE-7 (apr_1)" },
    ]);
  });

  test("takes no other action, and none once it is over", () => {
    const no = (state: BreakItem, action: "resolve" | "return") => {
      const outcome = resolveBreak(state, action, input, later(2));
      return outcome instanceof Refusal && outcome.message;
    };
    expect(no(open, "return")).toBe("return is not possible: breaks have no such action");
    expect(no(matched, "resolve")).toBe("resolve is not possible: this break is matched");
    expect(no(resolved, "resolve")).toBe("resolve is not possible: this break is resolved");
  });
});

describe("a break in the queue", () => {
  test.each([
    ["amount_mismatch", "the rail moved another amount than the ledger has"],
    ["missing_on_our_side", "the rail moved money that the ledger does not have"],
    ["missing_on_theirs", "the ledger has money that the rail does not know of"],
    ["duplicate", "the rail did the same thing twice"],
    ["wallet_balance", "the rail counts another balance than the ledger has"],
    ["late", "it was booked more than an hour after the rail had done it"],
    ["payout_amount_mismatch", "payout_amount_mismatch"],
  ])("says what %s means, with both amounts", (kind, words) => {
    expect(breakReview({ ...open, kind })).toEqual({
      ...{ kind: "recon_break", since: later(1), deadline: null, actions: ["note", "assign", "resolve"] },
      reason: `payout at bridge under tr_1: ${words} (ours 97.5, theirs 97.4)`,
    });
  });

  test("names no reference where there is none, nor an amount", () => {
    expect(breakReview({ ...open, railRef: null, ours: null, theirs: null })?.reason).toBe(
      "payout at bridge: the rail moved another amount than the ledger has (ours none, theirs none)",
    );
  });

  test("is there only while it is open", () => {
    expect([matched, resolved].map(breakReview)).toEqual([null, null]);
  });
});
