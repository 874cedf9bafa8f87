import { describe, expect, test } from "vitest";
import { feePolicyProblem, pairsText, readPairs } from "../../../functions/domain/reconciliation/fee-policy.ts";
import { stage } from "../../../stages/example.ts";

const { operatorWallets: wallets, feeFloats: floats } = stage;

describe("where fees go", () => {
  test("is whole with an own wallet on every chain on which the rail keeps wallets", () => {
    expect(feePolicyProblem("bridge", { wallets, floats })).toBeUndefined();
    expect(feePolicyProblem("mock", { wallets: {}, floats: {} })).toBeUndefined();
  });

  test.each([
    ["no wallet on a chain", { wallets: { base: wallets.base }, floats }, "has none on ethereum, solana, tron"],
    ["no address", { wallets: { ...wallets, base: "0xOURS" }, floats }, "no wallet address whose checksum holds"],
    ["another chain's address", { wallets: { ...wallets, tron: wallets.base }, floats }, "no address on tron"],
    ["a chain without wallets", { wallets: { ...wallets, polygon: wallets.base }, floats }, "on which bridge keeps"],
    ["a float that is no amount", { wallets, floats: { USDC: "some" } }, "keeps some of USDC"],
  ])("is refused with %s", (_, policy, text) => {
    expect(feePolicyProblem("bridge", policy)?.text).toContain(text);
  });

  test("is a setting of one line, and read again as it was", () => {
    expect(readPairs(pairsText(wallets))).toEqual(wallets);
    expect(readPairs("")).toEqual({});
  });

  test("says which setting is wrong, how, and what to write", () => {
    const own = { setting: "operatorWallets", expected: "the operator's own wallet on each chain" };
    const problem = (changed: object, of: object = floats) =>
      feePolicyProblem("bridge", { wallets: { ...wallets, ...changed }, floats: of as typeof floats });
    expect(problem({ base: "0xOURS" })).toEqual({
      ...{ ...own, text: "names 0xOURS on base, no wallet address whose checksum holds" },
    });
    expect(problem({ tron: wallets.base })?.text).toBe(`names ${wallets.base} on tron, no address on tron`);
    expect(problem({ polygon: "0x1" })).toEqual({
      ...{ ...own, text: "names 0x1 on polygon, no chain on which bridge keeps wallets" },
    });
    expect(feePolicyProblem("bridge", { wallets: {}, floats })).toEqual({
      ...{ ...own, text: "has none on base, ethereum, solana, tron" },
    });
    expect(problem({}, { USDC: "1", USDT: "-1" })).toEqual({
      ...{ setting: "feeFloats", text: "keeps -1 of USDT", expected: "amounts of stablecoin, such as 500.00" },
    });
  });

  test("is read as pairs, to the first sign between them", () => {
    expect(readPairs("a=1,b=c=d,,")).toEqual({ a: "1", b: "c=d" });
    expect(pairsText({ a: "1", b: "2" })).toBe("a=1,b=2");
  });
});
