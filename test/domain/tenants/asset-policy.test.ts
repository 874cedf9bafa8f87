import { describe, expect, test } from "vitest";
import {
  assetPermission,
  assetWarnings,
  jurisdictionOf,
  whyNotAsset,
} from "../../../functions/domain/tenants/asset-policy.ts";

function at(day: string) {
  return `${day}T12:00:00.000Z`;
}

describe("a coin by date, issuer and jurisdiction", () => {
  test.each([
    ["USDT", "US", "2027-01-17", "allowed"],
    ["USDT", "US", "2027-01-18", "warned"],
    ["USDT", "US", "2028-07-17", "warned"],
    ["USDT", "US", "2028-07-18", "refused"],
    ["USDC", "US", "2028-07-18", "allowed"],
    ["ABC", "US", "2028-07-18", "refused"],
    ["USDT", "EU", "2026-03-01", "allowed"],
    ["USDT", "EU", "2026-03-02", "refused"],
    ["usdt", "EU", "2026-03-02", "refused"],
    ["USDC", "EU", "2026-03-02", "allowed"],
    ["EURC", "EU", "2026-03-02", "allowed"],
  ] as const)("%s in the %s on %s is %s", (stable, jurisdiction, day, status) => {
    expect(assetPermission(stable, jurisdiction, at(day)).status).toBe(status);
  });

  test("is let alone where the rail has a license", () => {
    expect(assetPermission("USDT", "EU", at("2026-11-28"), ["EU"]).status).toBe("allowed");
    expect(assetPermission("USDT", "EU", at("2026-11-28"), ["US"]).status).toBe("refused");
  });
});

describe("the parties", () => {
  test.each([
    ["DE", "EU"],
    ["NO", "EU"],
    ["GB", "US"],
    ["US", "US"],
    [null, "US"],
    [undefined, "US"],
  ] as const)("in %s are under the rules of the %s", (country, jurisdiction) => {
    expect(jurisdictionOf(country)).toBe(jurisdiction);
  });

  test("are each looked at, and one refusal is enough", () => {
    const no = whyNotAsset({ stable: "USDT", countries: [null, "FR"] }, at("2026-11-28"));
    expect([no?.code, no?.message]).toEqual(["asset_not_allowed", expect.stringContaining("MiCA")]);
    expect(whyNotAsset({ stable: "USDT", countries: [null] }, at("2027-01-18"))).toBeUndefined();
  });
});

describe("a warning", () => {
  const of = (stable: string, countries: readonly (string | null)[], day: string) =>
    assetWarnings({ stable, countries }, at(day));

  test.each([
    ["USDT", [null], "2027-01-17", []],
    ["usdt", [null, "GB"], "2027-01-18", [["USDT", "US", "genius_in_force", "2027-01-18", "2028-07-18"]]],
    ["USDT", [null], "2028-07-18", []],
    ["USDC", [null], "2027-01-18", []],
    ["USDT", ["FR"], "2027-01-18", []],
    ["ABC", ["US", "FR"], "2027-01-18", [["ABC", "US", "genius_in_force", "2027-01-18", "2028-07-18"]]],
  ] as const)("of %s between %j on %s is %j", (stable, countries, day, expected) => {
    const found = of(stable, countries, day);
    const shown = found.map((each) => [each.stable, each.jurisdiction, each.rule, each.from, each.refusedFrom]);
    expect(shown).toEqual(expected);
  });

  test.each([
    [["US"], 0],
    [["EU"], 1],
    [["US", "EU"], 0],
  ] as const)("is not given where the rail has licenses in %j", (licensedIn, count) => {
    expect(assetWarnings({ stable: "USDT", countries: ["US"], licensedIn }, at("2027-06-01"))).toHaveLength(count);
  });
});

describe("a license", () => {
  test.each([
    [[], "asset_not_allowed"],
    [["US"], "asset_not_allowed"],
    [["EU"], undefined],
    [["US", "EU"], undefined],
  ] as const)("in %j decides on the parties of that jurisdiction alone", (licensedIn, code) => {
    expect(whyNotAsset({ stable: "USDT", countries: ["US", "FR"], licensedIn }, at("2026-11-28"))?.code).toBe(code);
  });

  test("in the EU lets no coin be offered in the US", () => {
    const no = whyNotAsset({ stable: "USDT", countries: ["US"], licensedIn: ["EU"] }, at("2028-07-18"));
    expect(no?.code).toBe("asset_not_allowed");
  });
});
