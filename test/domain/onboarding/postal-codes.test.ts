import { describe, expect, test } from "vitest";
import { isPostalCode, needsPostalCode } from "../../../functions/domain/onboarding/countries-and-states.ts";

describe("a postal code", () => {
  test.each([
    ["US", ["10001", "10001-0001"], ["1000", "10001-", "10001-001", "1000A"]],
    ["CA", ["K1A 0B1", "K1A0B1", "K1A-0B1"], ["K1A", "KIA 0B1", "1K1 0B1"]],
    ["GB", ["SW1A 1AA", "M1 1AE", "M11AE", "EC1A1BB"], ["SW1A", "1M 1AE", "SWA1 1AA", "M1 1A"]],
    ["DE", ["10115"], ["1011", "D10115"]],
    ["FR", ["75001"], ["7500", "7500A"]],
    ["ES", ["28001"], ["2800", "2800A"]],
    ["IT", ["00118"], ["0011", "0011A"]],
    ["MX", ["01000"], ["0100", "0100A"]],
    ["NL", ["1012 AB", "1012AB"], ["1012", "1012 A", "AB 1012"]],
    ["CH", ["8001"], ["800", "800A"]],
    ["AU", ["2000"], ["200", "200A"]],
    ["BR", ["01310-100", "01310100"], ["01310", "01310-10", "0131A-100"]],
    ["IN", ["110 001", "110001"], ["11000", "110-001"]],
    ["JP", ["100-0001", "1000001"], ["100-001", "10-00001"]],
    ["SG", ["018956"], ["01895", "01895A"]],
  ])("of %s is needed, and is one of %j and of nothing longer", (country, good, bad) => {
    expect(needsPostalCode(country)).toBe(true);
    for (const code of good) {
      expect([code, isPostalCode(country, code)]).toEqual([code, true]);
      for (const longer of [`0${code}`, `${code}0`, `${code}A`])
        expect([longer, isPostalCode(country, longer)]).toEqual([longer, false]);
    }
    for (const code of bad) expect([code, isPostalCode(country, code)]).toEqual([code, false]);
  });

  test("of any other country is 2 to 12 letters, digits, spaces and hyphens, and may be missing", () => {
    expect(needsPostalCode("AQ")).toBe(false);
    for (const code of ["A1", "12-4 56", "A2345678901Z"])
      expect([code, isPostalCode("AQ", code)]).toEqual([code, true]);
    for (const code of ["A", "-1", "1-", "A23456789012Z", "a1", "1_2"])
      expect([code, isPostalCode("AQ", code)]).toEqual([code, false]);
  });
});
