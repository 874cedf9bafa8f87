import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pairsText } from "../../../functions/domain/reconciliation/fee-policy.ts";
import { stage } from "../../../stages/example.ts";

/** Starts what a Lambda of a stage with Bridge in two legs reads of its fees. */
async function start(change: Readonly<Record<string, string>>) {
  const wallets = pairsText(stage.operatorWallets);
  const tables = {
    BOOK_TABLE: "book",
    DELIVERIES_TABLE: "deliveries",
    MOCK_RAIL_TABLE: "rail",
    VENDOR_SECRET_ARN: "arn:secret",
  };
  const environment = {
    ...tables,
    AWS_REGION: "us-east-1",
    RAIL: "bridge",
    BRIDGE_MODE: "two_leg",
    LIVE: "true",
    OPERATOR_WALLETS: wallets,
    ...change,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { fees } = await import("../../../functions/wiring/reconciliation/fees.ts");
  return fees;
}

beforeEach(() => vi.resetModules());

afterEach(() => vi.unstubAllEnvs());

describe("a Lambda in production whose rail keeps wallets", () => {
  test("starts where each chain has a wallet of the operator's own", async () => {
    expect(await start({ FEE_FLOATS: "USDC=500.00" })).toEqual({
      wallets: stage.operatorWallets,
      floats: { USDC: "500.00" },
    });
  });

  const { base, ...others } = stage.operatorWallets;

  test.each([
    ["has no wallet", { OPERATOR_WALLETS: "" }, "operatorWallets has none on base, ethereum, solana, tron"],
    ["lacks one on a chain", { OPERATOR_WALLETS: pairsText(others) }, "operatorWallets has none on base"],
    [
      "has one whose checksum is wrong",
      { OPERATOR_WALLETS: pairsText({ ...others, base: base.replace("EE7", "Ee7") }) },
      "no wallet address whose checksum holds",
    ],
    ["keeps a float that is no amount", { FEE_FLOATS: "USDC=some" }, "feeFloats keeps some of USDC"],
  ])("refuses to start where it %s, in one sentence that names the setting", async (_, change, sentence) => {
    await expect(start(change)).rejects.toThrow(sentence);
  });
});

describe("a Lambda that needs no wallet of the operator's", () => {
  test.each([
    ["outside of production", { LIVE: "false" }],
    ["whose rail keeps none", { RAIL: "mock" }],
  ])("starts without one %s", async (_, change) => {
    expect(await start({ OPERATOR_WALLETS: "", ...change })).toEqual({ wallets: {}, floats: {} });
  });
});
