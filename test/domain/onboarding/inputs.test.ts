import { describe, expect, test } from "vitest";

/** An address's fields under a prefix; `all` is what is said of those that are needed. */
function address(prefix: string, all: object = {}) {
  const fields = {
    Line1: { maxLength: 200, autocomplete: "address-line1" },
    Line2: { maxLength: 200, autocomplete: "address-line2", optional: true },
    City: { maxLength: 100, autocomplete: "address-level2" },
    Region: { maxLength: 100, width: 12, autocomplete: "address-level1", optional: false },
    PostalCode: { maxLength: 12, width: 12, autocomplete: "postal-code" },
    Country: { kind: "select", autocomplete: "country" },
  };
  return Object.fromEntries(
    Object.entries(fields).map(([part, { autocomplete, ...input }]) => [
      `${prefix}${part}`,
      { ...input, autocomplete: `section-${prefix} ${autocomplete}`, ...(part !== "Line2" && all) },
    ]),
  );
}

// Each form is made when its file is loaded, so it is loaded by the test that looks at it.
describe("how a browser helps to fill in", () => {
  test("the forms of the company and its addresses", async () => {
    const { addressesInputs, companyInputs } = await import("../../../functions/domain/onboarding/company.ts");
    expect(companyInputs).toEqual({
      legalName: { maxLength: 200, autocomplete: "organization" },
      tradingName: { maxLength: 200, optional: true },
      entityType: {
        kind: "radios",
        options: ["corporation", "llc", "partnership", "sole_proprietor", "nonprofit", "trust", "other"],
      },
      country: { kind: "select" },
      state: { maxLength: 100, optional: false, width: 12 },
      formationDate: { kind: "date", width: 12 },
      taxId: { maxLength: 40, width: 20 },
      industry: { maxLength: 120 },
      website: { maxLength: 300, optional: true, inputmode: "url", autocomplete: "url" },
      email: { kind: "email", maxLength: 254, autocomplete: "email" },
      phone: { kind: "tel", maxLength: 40, autocomplete: "tel", width: 20 },
    });
    expect(addressesInputs).toEqual({
      ...address("registered"),
      operatingSame: { kind: "check", optional: true },
      ...address("operating", { optional: "unsaid" }),
    });
  });

  test("a person's form, and what is declared of the owners", async () => {
    const { ownersInputs, personInputs } = await import("../../../functions/domain/onboarding/people.ts");
    expect(personInputs).toEqual({
      ...address("home"),
      fullName: { maxLength: 200 },
      birthDate: { kind: "date", width: 12 },
      country: { kind: "select" },
      email: { kind: "email", maxLength: 254 },
      idType: { kind: "select", options: ["ssn", "itin", "passport", "national_id", "drivers_license"] },
      idNumber: { maxLength: 40, width: 20 },
      ownershipPercent: { inputmode: "decimal", width: 6, maxLength: 16 },
      isControlPerson: { kind: "check", optional: true },
      title: { maxLength: 120, optional: "unsaid" },
    });
    expect(ownersInputs).toEqual({ owners: { kind: "radios", options: ["listed", "none"] } });
  });

  test("the form of where money goes", async () => {
    const { payoutInputs } = await import("../../../functions/domain/onboarding/payout.ts");
    expect(payoutInputs).toEqual({
      accountHolder: { maxLength: 200 },
      bankName: { maxLength: 200, optional: true },
      accountType: { kind: "radios", options: ["checking", "savings"] },
      routingNumber: { maxLength: 40, width: 20, inputmode: "numeric" },
      accountNumber: { maxLength: 40, width: 20, inputmode: "numeric" },
      accountNumberAgain: { maxLength: 40, width: 20, inputmode: "numeric" },
      wallet: { maxLength: 128 },
      chain: { kind: "select", options: ["ethereum", "base", "tron", "solana"], optional: "unsaid" },
      stable: { kind: "radios", options: ["USDT", "USDC"] },
    });
  });

  test("the form of the consent", async () => {
    const { consentInputs } = await import("../../../functions/domain/onboarding/submit.ts");
    expect(consentInputs).toEqual({
      name: { maxLength: 200, autocomplete: "name" },
      title: { maxLength: 120, autocomplete: "organization-title" },
      agree: { kind: "check" },
      termsVersion: { maxLength: 32 },
    });
  });
});
