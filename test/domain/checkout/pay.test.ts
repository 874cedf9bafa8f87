import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payFields, payInputs, readHostedPay, takesParts, typedCents } from "../../../functions/domain/checkout/pay.ts";
import { accountForm } from "../../../functions/domain/core/bank-account.ts";
import { type Form, readForm } from "../../../functions/domain/core/form.ts";
import { centsText, maxCents } from "../../../functions/domain/core/money.ts";
import { aSentInvoice } from "../../support/core/samples.ts";

const account = {
  holder: " Anna  Example ",
  holderType: "individual",
  accountType: "checking",
  routingNumber: "021 000-021",
  accountNumber: "12-3456 789",
};
const pull = { ...account, amount: "10.00", source: "ach", authorize: "yes" };
const both = ["ach", "ach_push"] as const;

/** An account as it is read, or what is wrong by field. */
function readBankAccount(typed: Form) {
  const read = readForm(accountForm, typed);
  if (read.ok) return { account: read.value };
  return { problems: Object.fromEntries(read.problems.map(({ path, code }) => [path, code])) };
}

describe("a bank account", () => {
  test("is read with blanks and hyphens left out of its numbers", () => {
    expect(readBankAccount(account)).toEqual({
      account: { ...account, holder: "Anna Example", routingNumber: "021000021", accountNumber: "123456789" },
    });
  });

  test("with nothing in it names every field", () => {
    expect(readBankAccount({})).toEqual({
      problems: {
        holder: "missing",
        holderType: "missing",
        accountType: "missing",
        routingNumber: "missing",
        accountNumber: "missing",
      },
    });
  });

  test.each([
    ["holder", "   ", "missing"],
    ["holder", "x".repeat(101), "too_long"],
    ["holder", "<script>alert(1)</script>", "odd_characters"],
    ["holder", "Anna‮elpmaxE", "odd_characters"],
    ["holder", "12345", "odd_characters"],
    ["holder", "a\u0000b", "odd_characters"],
    ["holderType", "trust", "not_a_choice"],
    ["holderType", "__proto__", "not_a_choice"],
    ["accountType", "loan", "not_a_choice"],
    ["routingNumber", "12345678", "routing_length"],
    ["routingNumber", "٠٢١٠٠٠٠٢١", "routing_length"],
    ["routingNumber", "021000022", "routing_wrong"],
    ["routingNumber", "500000005", "routing_wrong"],
    ["accountNumber", "123", "account_length"],
    ["accountNumber", "1".repeat(18), "account_length"],
    ["accountNumber", "0000", "account_length"],
    ["accountNumber", "12a45", "account_length"],
    ["accountNumber", "１２３４５", "account_length"],
  ])("whose %s is %j is refused for that alone", (field, value, problem) => {
    expect(readBankAccount({ ...account, [field]: value })).toEqual({ problems: { [field]: problem } });
  });

  test.each(["Müller & Söhne GmbH", "株式会社テスト", "O’Connor-Smith, Jr.", "شركة الاختبار"])(
    "may be of %s",
    (holder) => {
      expect(readBankAccount({ ...account, holder })).toMatchObject({ account: { holder } });
    },
  );

  test.each(["1234", "12345678901234567"])("may have the number %s", (accountNumber) => {
    expect(readBankAccount({ ...account, accountNumber })).toMatchObject({ account: { accountNumber } });
  });
});

describe("an amount as it is typed", () => {
  test.each([
    ["10", 1000],
    ["10.5", 1050],
    [" $1,234.56 ", 123_456],
    ["US$ 1,234", 123_400],
    ["usd 0.01", 1],
    ["USD10", 1000],
    ["us$1", 100],
    ["$  1,234,567.8", 123_456_780],
    ["0", 0],
    ["9,999,999,999.99", maxCents],
  ])("%j is %i cents", (text, cents) => {
    expect(typedCents(text)).toBe(cents);
  });

  test.each([
    "",
    "abc",
    "-1",
    "1e3",
    "1.234",
    "1,23",
    "1.234,56",
    "12,34,567",
    "1 000",
    "٣",
    ".5",
    "1.",
    "10000000000",
    "99999999999999999999",
    "NaN",
    "0x10",
    "<b>1</b>",
    "10.555",
    "10.5x",
    "x10",
    "x$10",
    "1,2345",
    "1234,567",
    "$",
    "1 USD",
    "10USD",
    "1$5",
  ])("%j is none", (text) => {
    expect(typedCents(text)).toBeUndefined();
  });

  test("is read back from our own text of cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
        expect(typedCents(centsText(cents))).toBe(cents);
        const grouped = centsText(cents).replace(/\B(?=(\d{3})+(?!\d)[.])/g, ",");
        expect(typedCents(grouped)).toBe(cents);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("the payment form", () => {
  const invoice = aSentInvoice(10_000);

  test("asks for an amount, a way, an account and an authorization", () => {
    const read = { holder: "Anna Example", routingNumber: "021000021", accountNumber: "123456789" };
    expect(readHostedPay(pull, invoice, both)).toEqual({
      ...{ amountCents: 1000, source: "ach" },
      account: { ...read, holderType: "individual", accountType: "checking" },
    });
    expect(readHostedPay({}, invoice, both)).toEqual({ problems: { amount: "missing", source: "missing" } });
    expect(readHostedPay({ source: "ach" }, invoice, both)).toEqual({
      problems: {
        ...{ amount: "missing", holder: "missing", holderType: "missing", accountType: "missing" },
        ...{ routingNumber: "missing", accountNumber: "missing", authorize: "not_authorized" },
      },
    });
  });

  test("of a transfer asks for no account and drops one that was typed", () => {
    const typed = { ...pull, source: "ach_push", authorize: "" };
    expect(readHostedPay(typed, invoice, both)).toEqual({ amountCents: 1000, source: "ach_push", account: null });
  });

  test("has its fields in the order in which they are asked", () => {
    expect(payFields).toEqual([
      ...["amount", "source", "holder", "holderType", "accountType", "routingNumber", "accountNumber", "authorize"],
    ]);
    expect([payInputs.amount, payInputs.source, payInputs.authorize]).toEqual([
      ...[{ kind: "money", maxLength: 20 }, { kind: "radios" }, { kind: "check" }],
    ]);
  });

  test("names everything that is wrong at once", () => {
    const wrong = readHostedPay({ ...pull, amount: "x", routingNumber: "1", authorize: "no" }, invoice, both);
    expect(wrong).toEqual({
      problems: { amount: "not_an_amount", routingNumber: "routing_length", authorize: "not_authorized" },
    });
  });

  test.each([
    ["", "missing"],
    ["  ", "missing"],
    ["0.00", "too_little"],
    ["0", "too_little"],
  ])("takes no amount of %j", (amount, problem) => {
    expect(readHostedPay({ ...pull, amount }, invoice, both)).toEqual({ problems: { amount: problem } });
  });

  test.each(["0.01", "99.99", "100.00"])("takes a part or the whole: %s", (amount) => {
    expect(readHostedPay({ ...pull, amount }, invoice, both)).not.toHaveProperty("problems");
  });

  test("takes the whole alone where the invoice says so", () => {
    const whole = { ...invoice, metadata: { partialPayments: "false" } };
    expect(readHostedPay(pull, whole, both)).toEqual({ problems: { amount: "whole_only" } });
    expect(readHostedPay({ ...pull, amount: "100" }, whole, both)).not.toHaveProperty("problems");
  });

  test("takes parts where the invoice does not say that it takes none", () => {
    const parts = [{}, { partialPayments: "true" }, { partialPayments: "" }].map((metadata) =>
      takesParts({ metadata }),
    );
    expect([...parts, takesParts({ metadata: { partialPayments: "false" } })]).toEqual([true, true, true, false]);
  });

  test("counts what is on its way as not to be paid again", () => {
    const busy = { ...invoice, amountPaidCents: 4000, amountProcessingCents: 5500 };
    expect(readHostedPay({ ...pull, holder: "" }, busy, both)).toEqual({
      problems: { amount: "too_much", holder: "missing" },
    });
    expect(readHostedPay({ ...pull, amount: "5" }, busy, both)).not.toHaveProperty("problems");
  });

  test("with nothing wrong but too much goes on to where a form that is sent again is known", () => {
    expect(readHostedPay({ ...pull, amount: "100.01" }, invoice, both)).toMatchObject({ amountCents: 10_001 });
  });

  test.each([
    ["ach", "not_a_choice"],
    ["", "missing"],
    ["card", "not_a_choice"],
  ])("offers no way that the rail has not: %j", (source, problem) => {
    expect(readHostedPay({ amount: "1", source }, invoice, ["ach_push"])).toEqual({ problems: { source: problem } });
  });
});
