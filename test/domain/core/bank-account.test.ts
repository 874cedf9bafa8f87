import { describe, expect, test } from "vitest";
import { type AccountProblem, accountForm } from "../../../functions/domain/core/bank-account.ts";
import { inputsOf, readForm } from "../../../functions/domain/core/form.ts";

const typed = {
  holder: "  Nord   Wind ",
  holderType: "business",
  accountType: "checking",
  routingNumber: "021-000 021",
  accountNumber: "00 12-34",
};

const read = (change: object) => readForm<typeof accountForm, AccountProblem>(accountForm, { ...typed, ...change });

describe("a bank account that somebody types", () => {
  test("is read without the blanks and hyphens of its numbers", () => {
    expect(read({})).toEqual({
      ok: true,
      value: { ...typed, holder: "Nord Wind", routingNumber: "021000021", accountNumber: "001234" },
    });
  });

  test.each([
    ["holder", "", "missing"],
    ["holder", "   ", "missing"],
    ["holder", "n".repeat(101), "too_long"],
    ["holder", "Nord<Wind", "odd_characters"],
    ["holder", "Nord>Wind", "odd_characters"],
    ["holder", "Nord\u200bWind", "odd_characters"],
    ["holder", "12345", "odd_characters"],
    ["holderType", "", "missing"],
    ["holderType", "Business", "not_a_choice"],
    ["accountType", "current", "not_a_choice"],
    ["routingNumber", " - ", "missing"],
    ["routingNumber", "02100002", "routing_length"],
    ["routingNumber", "021000022", "routing_wrong"],
    ["accountNumber", "", "missing"],
    ["accountNumber", "123", "account_length"],
    ["accountNumber", "0000", "account_length"],
    ["accountNumber", "1".repeat(18), "account_length"],
    ["accountNumber", "12a4", "account_length"],
    ["accountNumber", "x1234", "account_length"],
  ] as const)("whose %s is %j is told %s", (path, text, code) => {
    expect(read({ [path]: text })).toEqual({ ok: false, problems: [{ path, code }] });
  });

  test.each([
    ["holder", "n".repeat(100)],
    ["accountNumber", "0001"],
    ["accountNumber", "1".repeat(17)],
    ["accountType", "savings"],
    ["holderType", "individual"],
  ])("may have as its %s %j", (path, text) => {
    expect(read({ [path]: text })).toMatchObject({ ok: true, value: { [path]: text } });
  });

  test("is told one problem of each field, in the form's order", () => {
    expect(readForm(accountForm, {})).toMatchObject({
      problems: ["holder", "holderType", "accountType", "routingNumber", "accountNumber"].map((path) => ({
        ...{ path, code: "missing" },
      })),
    });
  });

  test("is entered as its fields say", () => {
    expect(inputsOf(accountForm)).toEqual({
      holder: { autocomplete: "name", maxLength: 200, width: 20 },
      holderType: { kind: "radios", options: ["individual", "business"] },
      accountType: { kind: "radios", options: ["checking", "savings"] },
      routingNumber: { inputmode: "numeric", maxLength: 40, width: 12 },
      accountNumber: { inputmode: "numeric", maxLength: 40, width: 20 },
    });
  });
});
