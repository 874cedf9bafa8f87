import { describe, expect, test } from "vitest";
import {
  decideIat,
  type EntrySource,
  entryClassOf,
  entryDescriptionOf,
  entryDescriptions,
  entryTermsOf,
  iatText,
} from "../../../functions/domain/settlement/entry-terms.ts";

const debit: EntrySource = { source: "ach", holderType: "business", amountCents: 125_000 };
const push: EntrySource = { source: "ach_push", holderType: "unknown", amountCents: 125_000 };

/** Noon in New York, under the rule of 2026-09-18. */
const noon = "2026-11-21T17:00:00.000Z";
const unknown = { source: null, payer: null, receiver: null };

describe("whether a payment is an international ACH transaction", () => {
  test.each<[string, Partial<EntrySource>, string]>([
    ["a debit of which nobody says more", {}, "us_account"],
    ["a debit of a bank in the US", { sourceCountry: "US" }, "source_in_us"],
    ["a debit of a bank in Puerto Rico", { sourceCountry: "PR" }, "source_in_us"],
    ["a debit of a bank in Canada", { sourceCountry: "CA" }, "source_abroad"],
    ["a debit of a customer who is billed in Germany", { payerCountry: "DE" }, "payer_abroad"],
    ["a debit of a customer who is billed in Guam", { payerCountry: "GU" }, "us_account"],
    ["a debit of a customer with no country", { payerCountry: null }, "us_account"],
    ["a debit for a tenant in France", { receiverCountry: "FR" }, "receiver_abroad"],
    ["a debit for a tenant in the US", { receiverCountry: "US" }, "us_account"],
    ["a debit for a tenant of whom nobody knows where", { receiverCountry: null }, "us_account"],
    ["an account in the US of a customer abroad", { sourceCountry: "US", payerCountry: "MX" }, "payer_abroad"],
    ["an account that was typed, of a customer abroad", { bankAccount: {}, payerCountry: "MX" }, "payer_abroad"],
    [
      "a bank abroad before all else",
      { sourceCountry: "CA", payerCountry: "DE", receiverCountry: "FR" },
      "source_abroad",
    ],
    ["the payer before the receiver", { payerCountry: "DE", receiverCountry: "FR" }, "payer_abroad"],
    ["a transfer of which nobody says more", push, "nothing_abroad_known"],
    ["a transfer from a bank in Germany", { ...push, sourceCountry: "DE" }, "source_abroad"],
    ["a transfer for a tenant in France", { ...push, receiverCountry: "FR" }, "receiver_abroad"],
  ])("is decided for %s", (_, change, reason) => {
    const isInternational = reason.endsWith("_abroad");
    expect(decideIat({ ...debit, ...change }, noon)).toMatchObject({
      ...{ isInternational, reason, ruleDate: "2026-09-18", sameDayAllowed: !isInternational },
    });
  });

  test("keeps the countries that it was decided by, and what is not known as not known", () => {
    expect(decideIat(debit, noon).parties).toEqual(unknown);
    expect(decideIat({ ...debit, bankAccount: {} }, noon).parties).toEqual({ ...unknown, source: "US" });
    expect(
      decideIat({ ...debit, sourceCountry: "CA", payerCountry: "de", receiverCountry: "US" }, noon).parties,
    ).toEqual({ source: "CA", payer: "DE", receiver: "US" });
  });

  test("says in words which party made it one", () => {
    const words = (change: Partial<EntrySource>) => iatText(decideIat({ ...debit, ...change }, noon));
    expect(words({ payerCountry: "DE" })).toBe("an IAT (payer_abroad DE, rule of 2026-09-18)");
    expect(words({})).toBe("no IAT (us_account, rule of 2026-09-18)");
  });

  // Midnight in New York is 04:00 UTC in summer.
  test.each([
    ["2026-09-17T04:00:00.000Z", "1970-01-01", "us_account"],
    ["2026-09-18T03:59:59.999Z", "1970-01-01", "us_account"],
    ["2026-09-18T04:00:00.000Z", "2026-09-18", "payer_abroad"],
    ["2026-09-19T04:00:00.000Z", "2026-09-18", "payer_abroad"],
  ])(
    "at %s is decided by the rule of %s: a payer abroad is %s, and a bank abroad always one",
    (at, ruleDate, reason) => {
      expect(decideIat({ ...debit, payerCountry: "CA" }, at)).toMatchObject({ reason, ruleDate });
      expect(decideIat({ ...debit, sourceCountry: "CA" }, at)).toMatchObject({
        ...{ isInternational: true, reason: "source_abroad", ruleDate, sameDayAllowed: false },
      });
    },
  );
});

describe("the class that a rail is given", () => {
  const iat = decideIat({ ...debit, sourceCountry: "CA" }, "2026-11-21T12:00:00.000Z");
  const domestic = decideIat(debit, "2026-11-21T12:00:00.000Z");

  test.each<[EntrySource, string | null, string | null]>([
    [debit, "CCD", "IAT"],
    [{ ...debit, holderType: "individual" }, "PPD", "IAT"],
    [{ ...debit, holderType: "individual", hosted: {} }, "WEB", "IAT"],
    [push, null, null],
  ])("of %j is %s at home and %s abroad", (terms, home, abroad) => {
    expect(entryClassOf(terms, domestic)).toBe(home);
    expect(entryClassOf(terms, undefined)).toBe(home);
    expect(entryClassOf(terms, iat)).toBe(abroad);
  });
});

describe("what the payer's bank is told of a debit", () => {
  // Midnight in New York is 04:00 UTC, since summer time has begun there.
  test.each([
    ["2026-03-20T03:59:59.999Z", "INVOICE"],
    ["2026-03-20T04:00:00.000Z", "PURCHASE"],
    ["2026-03-21T04:00:00.000Z", "PURCHASE"],
  ])("at %s is %s for a person's debit on the invoice's page", (at, text) => {
    expect(entryDescriptionOf("WEB", at)).toBe(text);
    expect(entryTermsOf({ ...debit, holderType: "individual", hosted: {} }, at).entryDescription).toBe(text);
  });

  test.each(["CCD", "PPD", "IAT"] as const)("never claims to be a purchase or wages as %s", (entryClass) => {
    for (const at of ["2026-03-20T03:59:59.999Z", "2026-03-20T04:00:00.000Z", "2030-01-01T00:00:00.000Z"])
      expect(entryDescriptionOf(entryClass, at)).toBe("INVOICE");
  });

  test("is nothing where the payer sends the money", () => {
    expect(entryDescriptionOf(null, "2026-11-21T12:00:00.000Z")).toBeNull();
    expect(entryTermsOf(push, "2026-11-21T12:00:00.000Z").entryDescription).toBeNull();
  });

  test("fits the field, begins in its first column, and says PAYROLL of wages by PPD credit alone", () => {
    for (const { text, of } of entryDescriptions) {
      expect(text).toMatch(/^[A-Z]{1,10}$/);
      expect(text.slice(0, 7) === "PAYROLL").toBe(of.kind === "wages" && of.secCode === "PPD");
      expect(text.slice(0, 7) === "PURCHAS").toBe(text === "PURCHASE" && of.kind === "debit" && of.secCode === "WEB");
    }
  });
});
