import { describe, expect, test } from "vitest";
import { descriptorLikeness, normalDescriptor } from "../../../functions/domain/disputes/statement-descriptor.ts";

describe("a descriptor in its normal form", () => {
  test.each([
    ["Acme Corp.", "ACME"],
    ["ACME*INV-20481", "ACME"],
    ["acme, inc", "ACME"],
    ["Café Müller GmbH", "CAFEMULLER"],
    ["L.L. O’Brien & Co", "LLOBRIEN"],
    ["WWW.ACME.COM", "WWWACMECOM"],
    ["7-ELEVEN 34221", "ELEVEN"],
    ["24hour Fitness", "24HOURFITNESS"],
    ["The Company Co", "THE"],
    ["Order", "ORDER"],
    ["株式会社アクメ", "株式会社アクメ"],
    ["*** --- 4711", "4711"],
    ["", ""],
  ])("of %o is %o", (text, normal) => {
    expect(normalDescriptor(text)).toBe(normal);
  });
});

describe("two descriptors", () => {
  test.each([
    ["Acme Corp", "ACME CORP*1234"],
    ["Acme Corp", "SQ *ACME CORP"],
    ["Brightside Software International Ltd", "BRIGHTSIDE SOFTWARE IN"],
    ["Acme Corp", "ACME CRP"],
    ["IBM", "ibm corp"],
  ])("%o and %o are alike", (one, other) => {
    expect(descriptorLikeness(one, other)).toBeGreaterThanOrEqual(90);
    expect(descriptorLikeness(other, one)).toBeGreaterThanOrEqual(90);
  });

  test.each([
    ["Northwind Traders", "NORTHGATE FITNESS"],
    ["PAYPAL *ACME", "PAYPAL *BLUE LAUNDRY"],
    ["Acme Corp", "Ajax Corp"],
    ["Acme Corp", ""],
    ["", ""],
    ["***", "..."],
  ])("%o and %o are not", (one, other) => {
    expect(descriptorLikeness(one, other)).toBeLessThan(90);
  });
});
