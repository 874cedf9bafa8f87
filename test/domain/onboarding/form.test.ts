import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Form } from "../../../functions/domain/core/form.ts";
import { readAddresses, readCompany } from "../../../functions/domain/onboarding/company.ts";
import { countries, isPostalCode, usStates } from "../../../functions/domain/onboarding/countries-and-states.ts";
import { requiredText } from "../../../functions/domain/onboarding/fields.ts";
import { type KybFormResult, readKybForm } from "../../../functions/domain/onboarding/form.ts";
import { readPayout } from "../../../functions/domain/onboarding/payout.ts";
import { peopleProblem, readOwners, readPerson } from "../../../functions/domain/onboarding/people.ts";
import { readConsent } from "../../../functions/domain/onboarding/submit.ts";
import { noon } from "../../support/core/samples.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

/** What is wrong with each field. */
function wrong<T>(read: KybFormResult<T>): Record<string, string> {
  return read.ok ? {} : Object.fromEntries(read.problems.map(({ path, code }) => [path, code]));
}

function value<T>(read: KybFormResult<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const company = (change: Form) => wrong(readCompany({ ...goodForms.company, ...change }, null, noon));
const person = (change: Form) => wrong(readPerson({ ...goodForms.person, ...change }, [], null, noon));
const payout = (form: Form, mock = false) => wrong(readPayout({ ...goodForms.payout, ...form }, null, mock));
const address = (change: Form) => wrong(readAddresses({ ...goodForms.addresses, ...change }));

const readers: Readonly<Record<string, (form: Form) => KybFormResult<unknown>>> = {
  company: (form) => readCompany(form, null, noon),
  addresses: readAddresses,
  person: (form) => readPerson(form, [], null, noon),
  payout: (form) => readPayout(form, null, false),
  people: readOwners,
  consent: readConsent,
};

describe("every form", () => {
  test("as a careful applicant fills it in is right", () => {
    for (const [name, read] of Object.entries(readers))
      expect([name, wrong(read(goodForms[name as keyof typeof goodForms]))]).toEqual([name, {}]);
  });

  test("that is empty names each field that is required, and breaks at none", () => {
    for (const read of Object.values(readers)) {
      const problems = wrong(read({}));
      expect(Object.keys(problems).length).toBeGreaterThan(0);
      expect(Object.values(problems).every((code) => /required|not_agreed/.test(code))).toBe(true);
    }
  });

  test("refuses in each of its fields what is too long, what cannot be seen, and fields that it does not have", () => {
    const choices = /^(entityType|idType|accountType|owners|stable|termsVersion)$/;
    for (const [name, read] of Object.entries(readers)) {
      const good: Form = goodForms[name as keyof typeof goodForms];
      for (const path of Object.keys(good)) {
        expect(Object.keys(wrong(read({ ...good, [path]: "9".repeat(10_000) })))).not.toEqual([]);
        for (const hidden of ["a\u0000b", "a\u200bb", "a\u202eb", "a\ud800b", "a\u2028b\u{e000}"]) {
          const code = wrong(read({ ...good, [path]: hidden }))[path === "termsVersion" ? "agree" : path];
          expect(code, `${name} ${path}`).toMatch(choices.test(path) ? /./ : "hidden_character");
        }
      }
      expect(wrong(read({ ...good, surprise: "x" }))).toEqual({ surprise: "unknown_field" });
      expect(wrong(read({ ...good, form: "token", revision: "1" }))).toEqual({});
    }
  });

  test("takes names in any script, and hostile markup as the text that it is", () => {
    for (const legalName of [
      "株式会社ワイド",
      "شركة الأمل",
      "ООО Ромашка",
      "<script>alert(1)</script>",
      "O'Neill & Söhne",
    ])
      expect(company({ legalName })).toEqual({});
    expect(company({ legalName: "123" })).toEqual({ legalName: "not_a_name" });
  });

  test("takes the joiners that some scripts are not written without, and none between Latin letters", () => {
    for (const legalName of ["ශ්\u200dරී ලංකා සමාගම", "شرکت می\u200cسازیم", "ക്\u200dഷേമ നിധി"])
      expect(company({ legalName })).toEqual({});
    for (const legalName of ["Ac\u200dme", "Ac\u200cme", "\u200dAcme", "می\u200c", "می\u200c\u200cسازیم"])
      expect(company({ legalName })).toEqual({ legalName: "hidden_character" });
  });

  test("reads the same name the same, however its accents are spelled", () => {
    const composed = { ...goodForms.company, legalName: "Zoe\u0308  Ltd " };
    expect(value(readCompany(composed, null, noon)).legalName).toBe("Zoë Ltd");
  });

  test("does not take what every object has for a field", () => {
    const schema = z.strictObject({ constructor: requiredText(9) });
    expect(wrong(readKybForm(schema, {}, (read) => read))).toEqual({ constructor: "required" });
  });
});

describe("a company's form", () => {
  test("refuses tax numbers that nobody has", () => {
    for (const taxId of ["12345678", "1234567890", "00-1234567", "111111111", "12-34567AB"])
      expect(company({ taxId })).toEqual({ taxId: "not_an_ein" });
    for (const taxId of ["HRB 12345", "DE123456789"]) expect(company({ taxId, country: "DE", state: "" })).toEqual({});
    for (const taxId of ["12–3456789", "１２－３４５６７８９"]) expect(company({ taxId })).toEqual({});
    expect(company({ taxId: "A&B010101AB1", country: "MX", state: "" })).toEqual({});
  });

  test("refuses days that do not exist, are to come, or are too long ago", () => {
    expect(company({ formationDate: "2023-02-29" })).toEqual({ formationDate: "not_a_date" });
    expect(company({ formationDate: "04/01/2015" })).toEqual({ formationDate: "not_a_date" });
    expect(company({ formationDate: "9999-01-01" })).toEqual({ formationDate: "date_in_future" });
    expect(company({ formationDate: "1066-10-14" })).toEqual({ formationDate: "date_too_early" });
  });

  test("asks for a state in the United States alone", () => {
    expect(company({ state: "" })).toEqual({ state: "required" });
    expect(company({ state: "ZZ" })).toEqual({ state: "not_a_state" });
    expect(company({ state: "", country: "ie" })).toEqual({});
    expect(company({ country: "EU", state: "" })).toEqual({ country: "not_a_country" });
  });

  test("takes web addresses and telephone numbers as people write them", () => {
    for (const website of ["acme.example", "https://acme.example/a?b", "http://müller.example"])
      expect(company({ website })).toEqual({});
    for (const website of ["javascript:alert(1)", "acme", "ftp://acme.example", "https://u:p@acme.example"])
      expect(company({ website })).toEqual({ website: "not_a_website" });
    for (const phone of ["+44 20 7946 0000", "212-555-0100", "0044 20 7946 0000"])
      expect(company({ phone })).toEqual({});
    const abroad = { country: "IN", state: "", phone: "98765 43210" };
    expect(company(abroad)).toEqual({ phone: "not_a_phone" });
    const stored = (phone: string) => value(readCompany({ ...goodForms.company, phone }, null, noon)).phone;
    expect(stored("1 (212) 555–0100")).toBe("+12125550100");
    expect(stored("+44 (0)20 7946 0000")).toBe("+442079460000");
    for (const phone of ["12", "call me", "+0 123456789"]) expect(company({ phone })).toEqual({ phone: "not_a_phone" });
  });
});

describe("an address", () => {
  test("has a postal code of its country where the country has them", () => {
    expect(address({ registeredPostalCode: "1980" })).toEqual({ registeredPostalCode: "not_a_postal_code" });
    expect(address({ registeredPostalCode: "" })).toEqual({ registeredPostalCode: "required" });
    expect(isPostalCode("GB", "SW1A 1AA")).toBe(true);
    expect(isPostalCode("DE", "1010")).toBe(false);
    expect(["110001", "110 001"].map((code) => isPostalCode("IN", code))).toEqual([true, true]);
    expect(address({ registeredCountry: "JP", registeredPostalCode: "１５０－０００１" })).toEqual({});
    const abroad = { registeredCountry: "HK", registeredRegion: "", registeredPostalCode: "" };
    expect(address(abroad)).toEqual({});
  });

  test("is a soldier's where somebody lives, not where a company is formed", () => {
    const apo = { homeCity: "APO", homeRegion: "AE", homePostalCode: "09012", homeCountry: "US" };
    expect(person(apo)).toEqual({});
    expect(company({ state: "AE" })).toEqual({ state: "not_a_state" });
  });

  test("is asked for once where business is done at the registered one", () => {
    const { operatingSame: _, ...apart } = goodForms.addresses;
    expect(Object.keys(wrong(readAddresses(apart)))).toContain("operatingLine1");
    expect(value(readAddresses({ ...goodForms.addresses, operatingLine1: "x" })).operating).toBeNull();
  });

  test("is in one of 250 countries; the states are 50, the District and 5 territories", () => {
    expect([countries.length, new Set(countries).size, usStates.length]).toEqual([250, 250, 56]);
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(countries.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});

describe("a person", () => {
  test("is 18 or older, to the day", () => {
    const year = Number(noon.slice(0, 4)) - 18;
    const [birthday, dayAfter] = [`${year}${noon.slice(4, 10)}`, `${year}-12-31`];
    expect(person({ birthDate: birthday })).toEqual({});
    expect(person({ birthDate: dayAfter })).toEqual({ birthDate: "too_young" });
    expect(person({ birthDate: "1899-12-31" })).toEqual({ birthDate: "date_too_early" });
  });

  test("born on a leap day is of age on the first of March", () => {
    const born = { ...goodForms.person, birthDate: "2008-02-29" };
    expect(wrong(readPerson(born, [], null, "2026-02-28T23:59:59.000Z"))).toEqual({ birthDate: "too_young" });
    expect(wrong(readPerson(born, [], null, "2026-03-01T00:00:00.000Z"))).toEqual({});
  });

  test("owns a share in hundredths of a percent", () => {
    const share = (text: string) =>
      value(readPerson({ ...goodForms.person, ownershipPercent: text }, [], null, noon)).ownershipBps;
    expect(["", "0", "25", "33.3", "33,33", "100 %"].map(share)).toEqual([0, 0, 2500, 3330, 3333, 10_000]);
    for (const ownershipPercent of ["100.01", "-1", "1e2", "33.333", "a quarter"])
      expect(person({ ownershipPercent })).toEqual({ ownershipPercent: "not_a_percentage" });
  });

  test("in control holds an office", () => {
    expect(person({ title: "" })).toEqual({ title: "title_required" });
    expect(person({ title: "", isControlPerson: "" })).toEqual({});
  });

  test("is known by a number that is given out", () => {
    for (const idNumber of ["000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "123-45-0000", "12"])
      expect(person({ idType: "ssn", idNumber })).toEqual({ idNumber: "not_an_id_number" });
    expect(person({ idType: "ssn", idNumber: "123-45-6789" })).toEqual({});
    expect(person({ idType: "itin", idNumber: "912-34-5678" })).toEqual({});
    expect(person({ idType: "national_id", idNumber: "A123456(7)" })).toEqual({});
  });
});

describe("the people of an application", () => {
  const one = (ownershipBps: number, isControlPerson = false) => {
    const read = value(readPerson(goodForms.person, [], null, noon));
    const sealed = { sealed: "s", last4: "1" };
    return { id: `kyp_${ownershipBps}`, ...read, birthDate: sealed, idNumber: sealed, ownershipBps, isControlPerson };
  };
  const problem = (people: ReturnType<typeof one>[], owners: "listed" | "none" | null) =>
    peopleProblem({ people, owners })?.code;

  test("are one in control, and everybody who owns 25 percent or more", () => {
    expect(problem([one(2500, true)], "listed")).toBeUndefined();
    expect(problem([one(0, true), one(2500)], "listed")).toBeUndefined();
    expect(problem([one(2499, true)], "none")).toBeUndefined();
    expect(problem([one(2500)], "listed")).toBe("control_person_required");
    expect(problem([one(2500, true), one(2600, true)], "listed")).toBe("control_person_required");
    expect(problem([one(2499, true)], "listed")).toBe("owner_required");
    expect(problem([one(2499, true)], null)).toBe("owner_required");
    expect(problem([one(2500, true)], "none")).toBe("owner_not_declared");
    expect(problem([one(6000, true), one(4001)], "listed")).toBe("over_100_percent");
  });
});

describe("where money goes", () => {
  test("is a bank by its checksum and an account of 4 to 17 digits, typed twice", () => {
    expect(payout({ routingNumber: "021000022" })).toEqual({ routingNumber: "not_a_routing_number" });
    for (const accountNumber of ["123", "0000", "123456789012345678", "12a45"])
      expect(payout({ accountNumber, accountNumberAgain: accountNumber })).toEqual({
        accountNumber: "not_an_account_number",
      });
    expect(payout({ accountNumberAgain: "1234" })).toEqual({ accountNumberAgain: "not_the_same" });
  });

  test("is a wallet whose checksum holds, on a chain that it can be meant for", () => {
    expect(payout({ wallet: "0x52908400098527886E0F7030069857D2E4169Ee7" })).toEqual({ wallet: "wallet_checksum" });
    expect(payout({ wallet: "hello" })).toEqual({ wallet: "not_a_wallet" });
    expect(payout({ chain: "" })).toEqual({ chain: "required" });
    expect(payout({ chain: "tron" })).toMatchObject({ chain: "wallet_chain" });
    expect(payout({ wallet: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" })).toEqual({ wallet: "wallet_chain" });
    const tron = { wallet: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", chain: "" };
    expect(payout(tron)).toEqual({});
    expect(payout({ ...tron, stable: "USDC" })).toEqual({ stable: "not_a_choice" });
  });

  test("is nobody's where all that is sent there is lost: no owner, or a stablecoin's own contract", () => {
    for (const [wallet, chain] of [
      ["0x0000000000000000000000000000000000000000", "base"],
      ["0x000000000000000000000000000000000000dEaD", "ethereum"],
      ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "ethereum"],
      ["11111111111111111111111111111111", "solana"],
      ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "solana"],
      ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "tron"],
      ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "tron"],
    ] as const)
      expect(payout({ wallet, chain })).toEqual({ wallet: "not_a_wallet" });
  });

  test("is a word of the mock screen where that one screens, and nowhere else", () => {
    expect(payout({ wallet: "BLOCKED-1" }, true)).toEqual({});
    expect(payout({ wallet: "BLOCKED-1" }, false)).toEqual({ wallet: "not_a_wallet" });
    expect(payout({ wallet: "hello" }, true)).toEqual({ wallet: "not_a_wallet" });
  });
});

describe("consent", () => {
  test("is given by a box that is ticked, to the terms that were shown", () => {
    for (const change of [{ agree: "" }, { termsVersion: "1999" }])
      expect(wrong(readConsent({ ...goodForms.consent, ...change }))).toEqual({ agree: "not_agreed" });
  });
});
