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
});
