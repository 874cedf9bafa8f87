import { describe, expect, test } from "vitest";
import { drawFloat, floatDraw, waitsForFloat, withCost } from "../../../functions/domain/settlement/float.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

const { settlement } = settlementIn("failed");

/** An order to send 100.00 back of a deposit in a pooled wallet, for which so much stablecoin was bought. */
function order(bought: string, sendBack: object = {}, change: object = {}): Settlement {
  return {
    ...settlement,
    ...{ rail: "bridge", conversionVendor: "bridge", keepsReserve: true, bought, boughtCents: 10_000 },
    sendBack: { key: "k", amountCents: 10_000, at: noon, lookAt: later(60), transferRef: null, ...sendBack },
    ...change,
  } as unknown as Settlement;
}

describe("what an order to send money back draws on our own balance", () => {
  test.each([
    ["what it costs beyond what the deposit bought", order("90.000000"), 10_000_000n],
    ["the least there is", order("99.999999"), 1n],
    ["nothing where it bought as much", order("100.000000"), undefined],
    ["nothing where it bought more", order("101.000000"), undefined],
    ["nothing once that is drawn", order("90.000000", { cost: "100.000000" }), undefined],
    ["nothing where nothing is to be sent", order("90.000000", {}, { sendBack: null }), undefined],
    ["nothing where the rail pools nothing", order("90.000000", {}, { keepsReserve: false }), undefined],
  ])("is %s", (_, state, units) => {
    expect(floatDraw(state)).toBe(units);
  });
});

describe("a new order to send money back", () => {
  test("has its cost where it draws nothing of ours", () => {
    const state = order("100.000000");
    expect(withCost(state)).toEqual({ ...state, sendBack: { ...state.sendBack, cost: "100.000000" } });
  });

  test("is the drawing worker's at once where it draws something", () => {
    const state = order("90.000000");
    expect(withCost(state)).toEqual({ ...state, sendBack: { ...state.sendBack, lookAt: noon } });
    const undated = order("90.000000", { at: undefined });
    expect(withCost(undated).sendBack?.lookAt).toBe(later(60));
  });

  test.each([
    ["nothing to send", order("90.000000", {}, { sendBack: null })],
    ["a rail that pools nothing", order("90.000000", {}, { keepsReserve: false })],
  ])("stays as it is with %s", (_, state) => {
    expect(withCost(state)).toBe(state);
  });
});

describe("our own balance in the wallet", () => {
  const short = order("90.000000", { floatShortSince: noon });

  test.each([10_000_000n, 10_000_001n])("of %d millionths is drawn on, once", (units) => {
    const [drawn, ...others] = drawFloat(short, units, later(9));
    expect(others).toEqual([]);
    const { floatShortSince: _, ...known } = short.sendBack ?? {};
    expect(drawn?.next).toEqual({ ...short, updatedAt: later(9), sendBack: { ...known, cost: "100.000000" } });
    expect(drawn?.reason).toBe("10.000000 USDT of our own balance are drawn to send the money back");
    expect(drawn?.quiet).toBeUndefined();
  });

  test("that is short by a millionth keeps the order waiting, and says so", () => {
    const state = order("90.000000");
    const [waiting, ...others] = drawFloat(state, 9_999_999n, later(9));
    expect(others).toEqual([]);
    expect(waiting?.next.sendBack).toEqual({ ...state.sendBack, lookAt: later(609), floatShortSince: later(9) });
    expect(waiting?.reason).toBe(
      "our own balance does not cover 10.000000 USDT that sending the money back takes of it",
    );
    expect(waiting?.quiet).toBeUndefined();
  });

  test("that is short still says so no more, and keeps since when", () => {
    const [waiting] = drawFloat(short, 0n, later(9));
    expect(waiting).toMatchObject({ quiet: true, next: { sendBack: { floatShortSince: noon, lookAt: later(609) } } });
  });

  test("is not drawn on where nothing asks for it", () => {
    expect(drawFloat(order("100.000000"), 0n, noon)).toEqual([]);
    expect(drawFloat(order("90.000000", {}, { sendBack: null }), 0n, noon)).toEqual([]);
  });

  test("is waited for from when it was short until it is drawn", () => {
    expect(waitsForFloat(short)).toBe(true);
    expect(waitsForFloat(order("90.000000"))).toBe(false);
    expect(waitsForFloat(order("90.000000", { floatShortSince: noon, cost: "100.000000" }))).toBe(false);
    expect(waitsForFloat(order("90.000000", {}, { sendBack: null }))).toBe(false);
  });
});
