import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amexCodes,
  discoverCodes,
  mastercardCodes,
  visaCodes,
} from "../../../functions/domain/disputes/card-reason-codes.ts";
import { disputeNetworks } from "../../../functions/domain/disputes/network.ts";
import { categoryOf, disputeCategories, reasonMeaning } from "../../../functions/domain/disputes/reason-code.ts";

const tables = { visa: visaCodes, mastercard: mastercardCodes, amex: amexCodes, discover: discoverCodes };

/** Codes in one line. */
function words(line: string): string[] {
  return line.split(" ");
}

describe("Stripe dispute categories, Visa", () => {
  test.each([
    ["credit_not_processed", words("13.6 13.7")],
    ["duplicate", words("12.6.1 12.6.2")],
    ["fraudulent", words("10.1 10.2 10.3 10.4 10.5 33")],
    ["general", words("11.1 11.2 11.3 12.1 12.2 12.3 12.4 12.5 12.7 13.8 28 30 34")],
    ["general", words("C028 C030 C031 C034 C035 C036 C038 C045 C048 C050 C071 C081 C0135")],
    ["product_not_received", words("13.1 13.9")],
    ["product_unacceptable", words("13.3 13.4 13.5")],
    ["subscription_canceled", ["13.2"]],
  ])("%s: %j", (category, codes) => {
    for (const code of codes) expect(reasonMeaning("visa", code)).toMatchObject({ code, category, known: true });
  });

  test("12.6 without its part is a duplicate too", () => {
    expect(reasonMeaning("visa", "12.6").category).toBe("duplicate");
  });
});

test.each([
  ["fraud", words("10.1 10.2 10.3 10.4 10.5")],
  ["authorization", words("11.1 11.2 11.3")],
  ["processing", words("12.1 12.2 12.3 12.4 12.5 12.6 12.6.1 12.6.2 12.7")],
  ["consumer", words("13.1 13.2 13.3 13.4 13.5 13.6 13.7 13.8 13.9")],
  [null, words("28 30 33 34 C028")],
])("Visa dispute conditions, group %s: %j", (group, codes) => {
  for (const code of codes) expect(reasonMeaning("visa", code).group).toBe(group);
});

describe("Stripe dispute categories, Mastercard", () => {
  test.each([
    ["credit_not_processed", ["4860"]],
    ["duplicate", ["4834"]],
    ["fraudulent", words("4837 4849 4870 4871 6341")],
    ["general", words("4807 4808 4812 4831 4842 4859 4863 6305 6321 6322 6323 6342")],
    ["product_not_received", ["4855"]],
    ["product_unacceptable", ["4853"]],
    ["subscription_canceled", ["4841"]],
  ])("%s: %j", (category, codes) => {
    for (const code of codes)
      expect(reasonMeaning("mastercard", code)).toMatchObject({ code, category, known: true, group: null });
  });

  test("Mastercard legacy codes 4846, 4850 and 4854 are known and general", () => {
    for (const code of ["4846", "4850", "4854"])
      expect(reasonMeaning("mastercard", code)).toMatchObject({ category: "general", known: true });
  });
});

describe("Stripe dispute categories, American Express", () => {
  test.each([
    ["credit_not_processed", words("A01 C02 C04 C05 C18 P03 P05 158 175")],
    ["duplicate", words("C14 P08 173 684")],
    ["fraudulent", words("F10 F14 F24 F29 F30 F31 FR2 FR4 FR6 193")],
    ["general", words("A02 A08 M01 M10 P01 P04 P07 P22 P23 R03 R13 127 176")],
    ["product_not_received", words("C08 155")],
    ["product_unacceptable", words("C31 C32 063")],
    ["subscription_canceled", ["C28"]],
  ])("%s: %j", (category, codes) => {
    for (const code of codes)
      expect(reasonMeaning("amex", code)).toMatchObject({ code, category, known: true, group: null });
  });
});

describe("Stripe dispute categories, Discover", () => {
  test.each([
    ["credit_not_processed", words("8002 RN RN1 RN2 CR")],
    ["duplicate", words("4534 4865 DP PM")],
    ["fraudulent", words("6041 4866 4867 7010 7030 UA01 UA02 UA05 UA06")],
    ["fraudulent", words("UA10 UA11 UA12 UA18 UA20 UA21 UA22 UA23 UA28 UA30 UA31 UA32 UA38")],
    ["general", words("6021 6005 6040 4542 4550 4586 4752 4753 4757 4762 4863 6050")],
    ["general", words("AA AW CD AT DA EX IN LP NA NC")],
    ["product_not_received", words("4755 4864 RG NF")],
    ["subscription_canceled", words("4541 AP")],
  ])("%s: %j", (category, codes) => {
    for (const code of codes)
      expect(reasonMeaning("discover", code)).toMatchObject({ code, category, known: true, group: null });
  });

  test("quality of goods (RM, 4553) is product_unacceptable, where Stripe says general", () => {
    for (const code of ["RM", "4553"]) expect(reasonMeaning("discover", code).category).toBe("product_unacceptable");
  });
});

describe("Nacha return codes", () => {
  test.each(words("R05 R07 R10 R11 R29 R51"))("%s is a debit that nobody authorized", (code) => {
    expect(reasonMeaning("ach", code)).toMatchObject({ code, category: "debit_not_authorized", known: true });
  });

  test("another return code is known and general", () => {
    expect(reasonMeaning("ach", "R01")).toMatchObject({
      ...{ code: "R01", category: "general", known: true },
      name: "insufficient funds",
    });
  });
});

describe("network names of codes", () => {
  test.each([
    ["visa", "10.4", "Other Fraud: Card-Absent Environment"],
    ["visa", "13.1", "Merchandise/Services Not Received"],
    ["mastercard", "4837", "No Cardholder Authorization"],
    ["mastercard", "4853", "Cardholder Dispute"],
    ["amex", "F29", "Card Not Present"],
    ["amex", "C08", "Goods/Services Not Received or Only Partially Received"],
    ["discover", "UA02", "Fraud: Card Not Present Transaction"],
    ["discover", "RG", "Non-Receipt of Goods or Services"],
  ] as const)("%s %s is %s", (network, code, name) => {
    expect(reasonMeaning(network, code).name).toBe(name);
  });
});

describe("spelling", () => {
  test.each([
    ["visa", " 10.4 ", "10.4"],
    ["visa", "104", "10.4"],
    ["visa", "10-4", "10.4"],
    ["visa", "12.6 .1", "12.6.1"],
    ["visa", "c028", "C028"],
    ["mastercard", "4853\n", "4853"],
    ["amex", "c-08", "C08"],
    ["discover", "ua 02", "UA02"],
    ["ach", " r10 ", "R10"],
    ["ach", "R-10", "R10"],
  ] as const)("%s %j is %s", (network, code, known) => {
    expect(reasonMeaning(network, code)).toMatchObject({ code: known, known: true });
  });

  test("no two codes of a network are the same but for spelling", () => {
    for (const [network, codes] of Object.entries(tables)) {
      const all = Object.values(codes).flatMap((names) => Object.keys(names));
      for (const code of all) expect(reasonMeaning(network as keyof typeof tables, code).code).toBe(code);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe("an unknown code", () => {
  test.each([
    ["visa", "10.6"],
    ["visa", "R10"],
    ["mastercard", "10.4"],
    ["amex", "4853"],
    ["discover", "UA03"],
    ["ach", "R00"],
    ["ach", "__proto__"],
    ["visa", "constructor"],
    ["visa", ""],
    ["visa", "$10.4"],
  ] as const)("%s %j is general", (network, code) => {
    expect(reasonMeaning(network, code)).toMatchObject({ code, category: "general", known: false, group: null });
  });

  test("keeps what was sent, but for space around it", () => {
    expect(reasonMeaning("amex", " Zz9 ").code).toBe("Zz9");
  });

  test("of any text whatever has a category and never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...disputeNetworks), fc.string(), (network, code) => {
        expect(disputeCategories).toContain(reasonMeaning(network, code).category);
      }),
      { numRuns: 10_000 },
    );
  });
});

test("what nobody said is general", () => {
  expect([categoryOf(null, "10.4"), categoryOf("visa", null), categoryOf("visa", "10.4")]).toEqual([
    "general",
    "general",
    "fraudulent",
  ]);
});
