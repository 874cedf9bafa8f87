import { describe, expect, test } from "vitest";
import { railRefsOf } from "../../../functions/domain/reconciliation/break.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";

const { settlement } = settlementIn("completed");
const payment = { ...settlement.payment, railRef: "tr_1", payoutRef: "tr_2" };

/** A delivered settlement with a reserve whose own payout is `tr_3`. */
function kept(status: "releasing" | "released"): Settlement {
  const reserve = {
    ...{ id: "rsv_1", status, amountCents: 1000, heldCents: 0, usedCents: 0, releaseAt: noon },
    ...{ blocked: null, kept: false, lookAt: null, screens: 1, usdtOut: "10.000000", txHash: null },
    payout: { at: noon, ref: "tr_3", stalledAt: null },
  };
  return schema.parse({ ...settlement, payment, reserve });
}

describe("the rail is asked about", () => {
  test("a collection and its payout, and once where both have one reference", () => {
    expect(railRefsOf({ ...settlement, payment } as Settlement)).toEqual(["tr_1", "tr_2"]);
    const one = { ...payment, payoutRef: "tr_1" };
    expect(railRefsOf({ ...settlement, payment: one } as Settlement)).toEqual(["tr_1"]);
  });

  test("a reserve's payout once that is on the books", () => {
    expect(railRefsOf(kept("releasing"))).toEqual(["tr_1", "tr_2"]);
    expect(railRefsOf(kept("released"))).toEqual(["tr_1", "tr_2", "tr_3"]);
    const { reserve, ...rest } = kept("released");
    const direct = { ...rest, reserve: reserve && { ...reserve, payout: undefined } } as Settlement;
    expect(railRefsOf(direct)).toEqual(["tr_1", "tr_2"]);
  });

  test("what it sent back itself, and not what went back outside it", () => {
    const sentBack = [
      { amountCents: 1, reference: "tr_9", at: noon, byRail: true },
      { amountCents: 1, reference: "wire 7", at: noon },
    ];
    expect(railRefsOf({ ...settlement, payment, sentBack } as Settlement)).toEqual(["tr_1", "tr_2", "tr_9"]);
  });
});
