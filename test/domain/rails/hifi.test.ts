import { describe, expect, test } from "vitest";
import { hifiNo } from "../../../functions/domain/rails/hifi-refusal.ts";
import {
  type HifiMeaning,
  type HifiState,
  hifiMeaning,
  hifiStates,
} from "../../../functions/domain/rails/hifi-state.ts";

const meanings: Readonly<Record<HifiMeaning, readonly HifiState[]>> = {
  waits: ["CREATED", "IN_REVIEW"],
  quoted: ["OPEN_QUOTE"],
  expired: ["QUOTE_FAILED", "EXPIRED"],
  accepted: [
    "AWAITING_FUNDS",
    "FIAT_INITIATED",
    "FIAT_PENDING",
    "FIAT_PROCESSED",
    "CRYPTO_INITIATED",
    "CRYPTO_PENDING",
  ],
  delivered: ["COMPLETED"],
  failed: ["NOT_INITIATED", "FIAT_FAILED", "FIAT_RETURNED", "CRYPTO_FAILED"],
  unknown: ["UNKNOWN"],
};

describe("a state of HIFI's onramp", () => {
  test.each(Object.entries(meanings))("%s is what %j mean", (meaning, states) => {
    expect(states.map(hifiMeaning)).toEqual(states.map(() => meaning));
  });

  test("has a meaning, each of them", () => {
    expect(Object.values(meanings).flat().sort()).toEqual([...hifiStates].sort());
  });

  test.each(["", "completed", "constructor", "IN_ORBIT"])("that we do not know (%j) is unknown", (state) => {
    expect(hifiMeaning(state)).toBe("unknown");
  });
});

describe("an error of HIFI's", () => {
  test.each([
    ["FIELD_VALIDATION_ERROR", "HIFI refused the fields"],
    ["INVALID_TRANSACTION_ROUTE", "HIFI does not convert on this route"],
    ["INVALID_ACCOUNT_FOR_TRANSACTION", "HIFI refused the account"],
  ])("%s ends the conversion and says why", (word, reason) => {
    expect(hifiNo(400, word)).toEqual({ refused: { code: "conversion_failed", reason } });
    expect(hifiNo(409, word)).toEqual({ refused: { code: "conversion_failed", reason } });
  });

  test.each([
    [400, "RESOURCE_CONFLICT"],
    [500, "TRANSACTION_REQUEST_ALREADY_EXISTS"],
    [409, "SOMETHING_NEW"],
    [409, null],
  ])("%i %s says that there is one already", (status, word) => {
    expect(hifiNo(status, word)).toBe("repeated");
  });

  test.each([
    [400, "SOMETHING_NEW"],
    [500, null],
    [401, "constructor"],
  ])("%i %s tells nothing of the conversion", (status, word) => {
    expect(hifiNo(status, word)).toBe("unknown");
  });
});
