import { describe, expect, test } from "vitest";
import { accessInput } from "../../../functions/domain/access/signup.ts";
import { accountForm } from "../../../functions/domain/core/bank-account.ts";
import { readForm } from "../../../functions/domain/core/form.ts";
import { readCompany } from "../../../functions/domain/onboarding/company.ts";
import { clean, cleanNumber } from "../../../functions/domain/onboarding/fields.ts";
import { readConsent } from "../../../functions/domain/onboarding/submit.ts";
import { noon } from "../../support/core/samples.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

function wrongIn(form: Readonly<Record<string, string>>): readonly string[] {
  const read = readCompany({ ...goodForms.company, ...form }, null, noon);
  return read.ok ? [] : read.problems.map(({ path, code }) => `${path} ${code}`);
}

const asked = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" };

describe("a web site", () => {
  test.each(["7", "192.0.2.1", "http://0x7f.1", "https://[::1]", "1.2"])("is not %s: that is no name", (website) => {
    expect(wrongIn({ website })).toEqual(["website not_a_website"]);
    expect(accessInput.safeParse({ ...asked, website }).success).toBe(false);
  });

  test("may begin with digits", () => {
    expect(wrongIn({ website: "7eleven.example" })).toEqual([]);
    expect(accessInput.safeParse({ ...asked, website: "https://1.example" }).success).toBe(true);
  });
});

describe("bytes that were no text", () => {
  test("are nobody's name, however they are read", () => {
    expect(wrongIn({ legalName: "Acme\uFFFD" })).toEqual(["legalName hidden_character"]);
    expect(accessInput.safeParse({ ...asked, companyName: "Acme\uFFFD" }).success).toBe(false);
    const read = readForm(accountForm, { holder: "Ann\uFFFD" });
    expect(read.ok ? [] : read.problems).toContainEqual({ path: "holder", code: "odd_characters" });
  });
});

describe("a text far longer than any field", () => {
  const marks = `e${"\u0301\u0316".repeat(10_000)}`;

  test("is too long for it, and nobody puts its marks in order first", () => {
    expect(wrongIn({ legalName: marks })).toEqual(["legalName too_long"]);
    expect(clean(marks)).toBe(marks);
    expect(cleanNumber(marks)).toBe(marks.toUpperCase());
    expect(clean(marks.slice(0, 99))).toBe(marks.slice(0, 99).normalize("NFC"));
  });
});

describe("consent", () => {
  test.each(["no", "0", "false", "on", "-1"])("is not given by %s", (agree) => {
    const read = readConsent({ ...goodForms.consent, agree });
    expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual(["agree"]);
  });
});
