import { describe, expect, test } from "vitest";
import type { Form } from "../../../functions/domain/core/form.ts";
import type { Company, Payout, Person } from "../../../functions/domain/onboarding/answers.ts";
import { readAddresses, readCompany } from "../../../functions/domain/onboarding/company.ts";
import {
  hasAmericanNumbers,
  isPostalCode,
  needsPostalCode,
} from "../../../functions/domain/onboarding/countries-and-states.ts";
import { clean, cleanNumber } from "../../../functions/domain/onboarding/fields.ts";
import type { KybFormResult } from "../../../functions/domain/onboarding/form.ts";
import { readPayout } from "../../../functions/domain/onboarding/payout.ts";
import { readOwners, readPerson } from "../../../functions/domain/onboarding/people.ts";
import { readConsent } from "../../../functions/domain/onboarding/submit.ts";
import { noon } from "../../support/core/samples.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { aPerson, someAnswers } from "../../support/onboarding/kyb-samples.ts";

function wrong<T>(read: KybFormResult<T>): Record<string, string> {
  return read.ok ? {} : Object.fromEntries(read.problems.map(({ path, code }) => [path, code]));
}

describe("what a form says", () => {
  test("of a company, cleaned", () => {
    const { company } = goodForms;
    expect(readCompany(company, null, noon)).toEqual({
      ok: true,
      value: {
        ...{ legalName: "Acme Widgets, Inc.", tradingName: null, entityType: "corporation", country: "US" },
        ...{ state: "DE", formationDate: "2015-04-01", taxId: "123456789", industry: "Wholesale of widgets" },
        ...{ website: "https://acme.example/", email: "office@acme.example", phone: "+12125550100" },
      },
    });
    const bare = {
      ...company,
      website: "",
      country: " de ",
      state: " ",
      tradingName: " A  B ",
      taxId: "hrb 12/345.(6)",
    };
    expect(readCompany({ ...bare, phone: "+49 30 1234567" }, null, noon)).toMatchObject({
      value: {
        website: null,
        country: "DE",
        state: null,
        tradingName: "A B",
        taxId: "HRB123456",
        phone: "+49301234567",
      },
    });
    const exact = { formationDate: noon.slice(0, 10), state: " ny ", website: "HTTP://Acme.Example/x" };
    expect(readCompany({ ...company, ...exact }, null, noon)).toMatchObject({
      value: { formationDate: noon.slice(0, 10), state: "NY", website: "http://acme.example/x" },
    });
    expect(wrong(readCompany({ ...company, formationDate: "1600-01-01" }, null, noon))).toEqual({});
  });

  test("of a tax number that stays, where it is left out and the country is the same", () => {
    const before = someAnswers.company as Company;
    const form = { ...goodForms.company, taxId: " " };
    expect(readCompany(form, before, noon)).toMatchObject({ ok: true, value: { taxId: null } });
    expect(readCompany(goodForms.company, before, noon)).toMatchObject({ value: { taxId: "123456789" } });
    expect(wrong(readCompany(form, null, noon))).toEqual({ taxId: "required" });
    expect(wrong(readCompany({ ...form, country: "DE", state: "" }, before, noon))).toEqual({ taxId: "required" });
  });

  test("of addresses, apart or the same", () => {
    const registered = {
      ...{ line1: "1 Main Street", line2: null, city: "Wilmington", region: "DE", postalCode: "19801", country: "US" },
    };
    expect(readAddresses(goodForms.addresses)).toEqual({ ok: true, value: { registered, operating: null } });
    const apart = {
      ...{ operatingSame: "", operatingLine1: "2 Side", operatingLine2: "b", operatingCity: "Hong Kong" },
      ...{ operatingRegion: "", operatingPostalCode: "", operatingCountry: "hk" },
    };
    const operating = { line1: "2 Side", line2: "b", city: "Hong Kong", region: null, postalCode: null, country: "HK" };
    expect(readAddresses({ ...goodForms.addresses, ...apart })).toEqual({ ok: true, value: { registered, operating } });
    expect(wrong(readAddresses({ ...goodForms.addresses, operatingSame: "no" }))).toMatchObject({
      operatingSame: "not_a_choice",
    });
  });

  const others = (count: number, bps = 0) =>
    Array.from({ length: count }, (_, nth) => aPerson(`kyp_${nth}`, bps, false));
  const person = (change: Form, list: readonly Person[] = [], before: Person | null = null) =>
    readPerson({ ...goodForms.person, ...change }, list, before, noon);

  test("of a person, cleaned", () => {
    expect(person({})).toEqual({
      ok: true,
      value: {
        ...{ fullName: "Zoë Ó Brien", birthDate: "1980-02-29", country: "IE", email: "zoe@acme.example" },
        address: {
          ...{ line1: "5 Harcourt Street", line2: null, city: "Dublin", region: null, postalCode: "D02 XY45" },
          country: "IE",
        },
        ...{ idType: "passport", idNumber: "PA1234567", ownershipBps: 6250, isControlPerson: true },
        title: "Chief Executive",
      },
    });
    expect(person({ isControlPerson: "", title: "" })).toMatchObject({
      value: { isControlPerson: false, title: null },
    });
    expect(wrong(person({ birthDate: "1900-01-01" }))).toEqual({});
  });

  test("of a person who is one of twenty at most, beside one in control, of a hundred percent", () => {
    expect(wrong(person({ ownershipPercent: "0" }, others(19)))).toEqual({});
    expect(wrong(person({ ownershipPercent: "0" }, others(20)))).toEqual({ fullName: "too_many_people" });
    expect(wrong(person({ ownershipPercent: "0" }, others(20), aPerson("kyp_x", 0, false)))).toEqual({});
    const inControl = [aPerson("kyp_1", 5000, true)];
    expect(wrong(person({ ownershipPercent: "50" }, inControl))).toEqual({ isControlPerson: "second_control_person" });
    const plain = { isControlPerson: "", title: "" };
    expect(wrong(person({ ...plain, ownershipPercent: "50" }, inControl))).toEqual({});
    expect(wrong(person({ ...plain, ownershipPercent: "50.01" }, inControl))).toEqual({
      ownershipPercent: "over_100_percent",
    });
    expect(wrong(person({ ...plain, ownershipPercent: "40" }, others(2, 3000)))).toEqual({});
    expect(wrong(person({ ...plain, ownershipPercent: "40.01" }, others(2, 3000)))).toEqual({
      ownershipPercent: "over_100_percent",
    });
  });

  test("of a person's secrets that stay, while the document is of the same kind", () => {
    const before = aPerson("kyp_1", 0, false);
    const blank = { birthDate: " ", idNumber: " " };
    expect(person(blank, [], before)).toMatchObject({ value: { birthDate: null, idNumber: null } });
    expect(wrong(person(blank))).toEqual({ birthDate: "required", idNumber: "required" });
    expect(wrong(person({ ...blank, idType: "ssn" }, [], before))).toEqual({ idNumber: "required" });
    expect(person({}, [], before)).toMatchObject({ value: { birthDate: "1980-02-29", idNumber: "PA1234567" } });
    expect(wrong(person({ idType: "", idNumber: "123-45-6789" }))).toEqual({ idType: "required" });
    for (const idNumber of ["ABC", "1".repeat(31), "AB&12"])
      expect(wrong(person({ idNumber }))).toEqual({ idNumber: "not_an_id_number" });
    for (const idNumber of ["ABCD", "1".repeat(30)]) expect(wrong(person({ idNumber }))).toEqual({});
    for (const idNumber of ["812345678", "91234567", "9123456789"])
      expect(wrong(person({ idType: "itin", idNumber }))).toEqual({ idNumber: "not_an_id_number" });
    for (const idNumber of ["1234567890", "12345678"])
      expect(wrong(person({ idType: "ssn", idNumber }))).toEqual({ idNumber: "not_an_id_number" });
  });

  const payout = (change: Form, before: Payout | null = null, tryout = false) =>
    readPayout({ ...goodForms.payout, ...change }, before, tryout);

  test("of where money goes, cleaned, on the chain that is meant", () => {
    const value = {
      ...{ accountHolder: "Acme Widgets, Inc.", bankName: null, accountType: "checking", routingNumber: "021000021" },
      ...{ accountNumber: "000123456789", wallet: goodForms.payout.wallet, chain: "base", stable: "USDT" },
    };
    expect(payout({})).toEqual({ ok: true, value });
    const tron = { wallet: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", chain: "" };
    expect(payout({ ...tron, bankName: "Bank" })).toMatchObject({ value: { chain: "tron", bankName: "Bank" } });
    expect(wrong(payout({ wallet: "" }))).toEqual({ wallet: "required" });
    expect(wrong(payout({ wallet: "", chain: "" }))).toEqual({ wallet: "required" });
    for (const accountNumber of ["1234", "1".repeat(17)])
      expect(wrong(payout({ accountNumber, accountNumberAgain: accountNumber }))).toEqual({});
  });

  test("of an account that stays, while the bank is the same", () => {
    const before = someAnswers.payout as Payout;
    const blank = { accountNumber: "", accountNumberAgain: "" };
    expect(payout(blank, before)).toMatchObject({ ok: true, value: { accountNumber: null } });
    expect(wrong(payout(blank))).toEqual({ accountNumber: "required" });
    expect(wrong(payout({ ...blank, routingNumber: "011000015" }, before))).toEqual({ accountNumber: "required" });
    expect(wrong(payout({ accountNumber: "" }, before))).toMatchObject({ accountNumberAgain: "not_the_same" });
  });

  test("of a wallet that the mock screen goes by, which needs its chain", () => {
    for (const word of ["BLOCKED", "SANCTION", "OFAC", "REVIEW", "UNAVAILABLE", "LATEBLOCK"])
      expect(payout({ wallet: `x-${word}-1`, chain: "tron" }, null, true)).toMatchObject({ value: { chain: "tron" } });
    for (const chain of ["", "mars"])
      expect(wrong(payout({ wallet: "BLOCKED-1", chain }, null, true))).toEqual({ chain: "required" });
    expect(wrong(payout({ wallet: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" }, null, true))).toEqual({
      wallet: "wallet_chain",
    });
    expect(wrong(payout({ chain: "solana" }))).toMatchObject({ chain: "wallet_chain" });
  });

  test("of the owners, and of the consent", () => {
    expect(["listed", "none"].map((owners) => readOwners({ owners }))).toEqual([
      { ok: true, value: "listed" },
      { ok: true, value: "none" },
    ]);
    expect(wrong(readOwners({ owners: "some" }))).toEqual({ owners: "not_a_choice" });
    const { agree: _, ...said } = goodForms.consent;
    expect(readConsent(goodForms.consent)).toEqual({ ok: true, value: said });
    expect(wrong(readConsent({ ...goodForms.consent, agree: "no" }))).toEqual({ agree: "not_a_choice" });
  });
});

describe("what people type", () => {
  test("loses the spaces around it, and all but one of those within", () => {
    expect(clean("  a \t\n b\u00a0c  ")).toBe("a b c");
    expect([clean(), cleanNumber()]).toEqual(["", ""]);
  });

  test("as a number loses what only parts it, in any width", () => {
    expect(cleanNumber(" ａb-1/2.(3) –4 ")).toBe("AB1234");
  });

  test("as a telephone number is one of North America only with an area code of it", () => {
    const phone = (typed: string, country = "US", state = "DE") => {
      const read = readCompany({ ...goodForms.company, phone: typed, country, state }, null, noon);
      return read.ok ? read.value.phone : wrong(read).phone;
    };
    expect(["2125550100", "12125550100", "+12125550100", "0012125550100"].map((typed) => phone(typed))).toEqual(
      new Array(4).fill("+12125550100"),
    );
    expect(["1125550100", "212555010", "22125550100"].map((typed) => phone(typed))).toEqual(
      new Array(3).fill("not_a_phone"),
    );
    expect(phone("+1234567")).toBe("+1234567");
    expect(phone("+123456")).toBe("not_a_phone");
    expect(phone(`+${"1".repeat(15)}`)).toBe(`+${"1".repeat(15)}`);
    expect(phone(`+${"1".repeat(16)}`)).toBe("not_a_phone");
    expect(["US", "CA", "JM", "DE", "MX"].map(hasAmericanNumbers)).toEqual([true, true, true, false, false]);
  });

  test("as a postal code is one of its country, or at least two letters or digits", () => {
    expect([needsPostalCode("US"), needsPostalCode("HK")]).toEqual([true, false]);
    expect(
      ["A1", "A-1", "A 1", "A", "-A1", "A1-", "A_1", "123456789012", "1234567890123"].map((code) =>
        isPostalCode("HK", code),
      ),
    ).toEqual([true, true, true, false, false, false, false, true, false]);
    expect(["19801", "19801-1234", "1980", "198011", "19801-12"].map((code) => isPostalCode("US", code))).toEqual([
      ...[true, true, false, false, false],
    ]);
  });
});
