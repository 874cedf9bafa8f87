import { describe, expect, test } from "vitest";
import { convertCents } from "../../../functions/domain/core/money.ts";
import {
  boughtShare,
  conversionOf,
  isPooled,
  unitsFor,
  withBought,
} from "../../../functions/domain/settlement/purchase.ts";
import { viewReserve } from "../../../functions/domain/settlement/reserve-view.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { settlementIn } from "../../support/core/samples.ts";
import { deliveredReserve } from "../../support/settlement/reserve-life.ts";

function pooled(change: object = {}, receivedCents: number | null = 1_000): Settlement {
  const { settlement } = settlementIn("converting");
  const payment = { ...settlement.payment, receivedCents };
  const own = { rail: "bridge", conversionVendor: "bridge", keepsReserve: true, bought: "9.990001", boughtCents: 900 };
  return { ...settlement, ...own, payment, ...change } as Settlement;
}

describe("what a collection bought", () => {
  test.each([
    ["in a wallet of its rail's", {}, true],
    ["at another vendor", { conversionVendor: "hifi" }, false],
    ["on a rail without wallets", { rail: "mock", conversionVendor: "mock" }, false],
    ["where its rail keeps nothing", { keepsReserve: false }, false],
  ])("lies %s with that of others: %j", (_, change, expected) => {
    expect(isPooled(pooled(change))).toBe(expected);
  });

  test.each([
    ["a part of what it is known of, rounded down", {}, 1_000, 300, "3.330000"],
    ["all of that for more than it is known of", {}, 1_000, 901, "9.990001"],
    ["a part of what came, where nobody said of how much", { boughtCents: null }, 1_000, 300, "2.997000"],
    ["nothing where nobody said what it became", { bought: null }, 1_000, 300, "0"],
    ["nothing where nothing came", { boughtCents: null }, null, 300, "0"],
  ])("is %s", (_, change, received, partCents, expected) => {
    expect(boughtShare(pooled(change, received), partCents)).toBe(expected);
  });

  test.each([
    ["at its rate where that is less", {}, "1", "3.000000"],
    ["no more than it became", {}, "1.2", "3.330000"],
    ["at its rate where nobody said what it became", { bought: null }, "1.2", "3.600000"],
    ["at its rate where no wallet is shared", { keepsReserve: false }, "1.2", "3.600000"],
  ])("is paid out %s", (_, change, rate, expected) => {
    expect(unitsFor(pooled(change), 300, rate)).toBe(expected);
  });

  test.each([
    ["at the vendor's rate where that is less", {}, "1", { usdtOut: "3.000000", fxRate: "1" }],
    ["at the rate of what it became where that is less", {}, "1.2", { usdtOut: "3.330000", fxRate: "1.11" }],
    [
      "at the vendor's rate where nothing is left of it",
      { netCents: 0 },
      "1.2",
      { usdtOut: "0.000000", fxRate: "1.2" },
    ],
  ])("is converted %s", (_, change, rate, expected) => {
    const state = pooled({ netCents: 300, ...change });
    expect(conversionOf(state, rate)).toEqual(expected);
    expect(convertCents(state.netCents, conversionOf(state, rate).fxRate)).toBe(expected.usdtOut);
  });

  test("is learned of a larger total, and of no older word", () => {
    const state = pooled();
    const more = { totalCents: 901, bought: "10.000000" };
    expect(withBought(state, more)).toEqual({ ...state, bought: "10.000000", boughtCents: 901 });
    expect(withBought(pooled({ bought: null, boughtCents: null }), { ...more, totalCents: 1 }).boughtCents).toBe(1);
    for (const old of [{ ...more, totalCents: 900 }, { totalCents: 901 }, { bought: "10.000000" }, {}])
      expect(withBought(state, old)).toBe(state);
    const other = pooled({ conversionVendor: "hifi" });
    expect(withBought(other, more)).toBe(other);
  });
});

describe("a reserve as clients see it", () => {
  const state = deliveredReserve();

  test("is what it was, what is left, and why it is kept", () => {
    const { reserve } = state;
    const blocked = { reason: "manual", at: state.createdAt };
    const seen = viewReserve({ ...state, reserve: { ...reserve, blocked } } as Settlement);
    expect(seen).toEqual({
      ...{ id: reserve?.id, settlementId: state.id, tenantId: state.tenantId, status: "held" },
      ...{ amountCents: 1_000, heldCents: 1_000, usedCents: 0, releaseAt: reserve?.releaseAt },
      ...{ blockedReason: "manual", usdtOut: null, txHash: null },
    });
    expect(viewReserve(state)).toMatchObject({ blockedReason: null });
  });

  test("is none where nothing was kept back", () => {
    expect(viewReserve({ ...state, reserve: null } as Settlement)).toBeUndefined();
  });
});
