import { describe, expect, test } from "vitest";
import { assetPermission, jurisdictionOf, whyNotAsset } from "../../../functions/domain/tenants/asset-policy.ts";

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
