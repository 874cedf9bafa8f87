import { describe, expect, test } from "vitest";
import { noVerdict, refusedVerdict, screenedChain } from "../../../functions/domain/gate/kyt-mapping.ts";
import { gate } from "../../../functions/domain/gate/payout-gate.ts";

describe("a screen that the interface refuses", () => {
  test.each(["invalid_value", "unsupported_chain", "chain_mismatch"])("with 400 %s waits for a person", (code) => {
    const verdict = refusedVerdict(400, code);
    expect(verdict).toEqual({ status: "complete", action: "review", ref: null, riskLevel: null });
    expect(gate(verdict)).toBe("pending");
  });

  test.each([
    [400, "invalid_cursor"],
    [400, null],
    [401, "invalid_value"],
    [422, "unsupported_chain"],
    [500, "chain_mismatch"],
    [500, null],
  ] as const)("with %i %s was looked at by nobody", (status, code) => {
    expect(refusedVerdict(status, code)).toEqual(noVerdict);
    expect(gate(noVerdict)).toBe("unavailable");
  });
});

describe("a chain's name at the screening interface", () => {
  test.each([
    ["base", "base"],
    [" Base ", "base"],
    ["MATIC", "polygon"],
    ["bnb", "bsc"],
    ["ripple", "xrp"],
    ["avalanche_c_chain", "avalanche"],
    ["bitcoin-cash", "bitcoin_cash"],
  ])("of %j is %s", (chain, name) => {
    expect(screenedChain(chain)).toBe(name);
  });

  test.each(["", "nowhere", "constructor", "toString"])("of %j is unknown", (chain) => {
    expect(screenedChain(chain)).toBeUndefined();
  });
});
