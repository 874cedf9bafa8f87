import { describe, expect, test } from "vitest";
import type { Locale } from "../../../functions/domain/core/mail.ts";
import { plainBrand } from "../../../functions/domain/tenants/brand.ts";
import { depositDetails } from "../../../functions/pages/checkout/deposit.ts";
import { payForm } from "../../../functions/pages/checkout/form.ts";
import { invoiceMessages } from "../../../functions/pages/checkout/messages/invoice.ts";
import { dayOfNonce, formNonce } from "../../../functions/pages/checkout/nonce.ts";
import { kitMessages } from "../../../functions/pages/kit/messages/kit.ts";
import { aSentInvoice, aTenant, noon } from "../../support/core/samples.ts";
import { textOf } from "../../support/settlement/payer.ts";

const token = "t".repeat(43);
const day = "2026-11-21";

function form(sources: readonly ("ach" | "ach_push")[], locale: Locale = "en"): string {
  const tenant = aTenant();
  const invoice = aSentInvoice(10_000);
  const snapshot = { root: "../", token, invoice, tenant, brand: plainBrand(tenant), locale, lang: "" };
  return String(payForm(snapshot, { sources, now: noon }));
}

describe("the payment form", () => {
  test("of a rail that takes transfers alone asks for no account and offers no choice", () => {
    const shown = form(["ach_push"]);
    expect(shown).toContain('<input type="hidden" name="source" value="ach_push">');
    expect(shown).not.toMatch(/type="radio"|name="accountNumber"|name="authorize"/);
    expect(textOf(shown)).toContain("You pay by a bank transfer (ACH) that you send");
  });

  test("of a rail that pulls alone offers no transfer", () => {
    const shown = form(["ach"]);
    expect(shown).toContain('<input type="hidden" name="source" value="ach">');
    expect(shown).toContain('name="accountNumber"');
  });

  test("says who debits what, once, on which day, how often, and how it is taken back, in both languages", () => {
    for (const [locale, labels] of [
      ["en", ["November 21, 2026", "once", "by ACH", "two more times", "before the debit is sent", "print"]],
      ["es", ["21 de noviembre de 2026", "una sola vez", "por ACH", "dos veces más", "antes de que", "imprimir"]],
    ] as const)
      for (const each of [...labels, aSentInvoice().sellerName, aTenant().contactEmail])
        expect(textOf(form(["ach", "ach_push"], locale)), each).toContain(each);
  });

  test("asks browsers to keep no number", () => {
    const shown = form(["ach"]);
    for (const name of ["routingNumber", "accountNumber"])
      expect(shown).toMatch(new RegExp(`name="${name}"[^>]* autocomplete="off"`));
  });
});

describe("a form's key", () => {
  test("is another each time, and good for its own link alone", () => {
    const made = Array.from({ length: 1000 }, () => formNonce(token, day));
    expect(new Set(made).size).toBe(1000);
    expect(made.every((nonce) => dayOfNonce(token, nonce, noon) === day)).toBe(true);
    expect(made.flatMap((nonce) => dayOfNonce("u".repeat(43), nonce, noon) ?? [])).toEqual([]);
  });

  test("with any character changed is none", () => {
    const nonce = formNonce(token, day);
    // The last of 43 characters carries four bits that count.
    for (let at = 0; at < nonce.length - 1; at += 1) {
      for (const other of ["A", "B", "0", "1"].filter((each) => each !== nonce[at]))
        expect(dayOfNonce(token, nonce.slice(0, at) + other + nonce.slice(at + 1), noon), `${at}`).toBeUndefined();
    }
  });
});

describe("the details of a transfer", () => {
  const reply = {
    ...{
      payment_rail: "ach_push",
      currency: "usd",
      amount: "25.00",
      deposit_message: "BRGX",
      note_to_payer: "<b>x</b>",
    },
    ...{ nested: { not: "shown" }, empty: " " },
  };

  test("are a line each, what we have no words for at the end, and nothing that is no text", () => {
    const shown = String(depositDetails(reply, invoiceMessages.en, kitMessages.en));
    expect([...shown.matchAll(/<dt>([^<]+)<\/dt>/g)].map((each) => each[1])).toEqual([
      "Amount",
      "Message (required)",
      "Note to payer",
    ]);
    expect(shown).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(shown).not.toMatch(/<b>|\[object/);
  });

  test("are no QR code where they are more than one holds, and are a line each all the same", () => {
    const long = { ...reply, note_to_payer: "é".repeat(2000) };
    const shown = String(depositDetails(long, invoiceMessages.en, kitMessages.en));
    expect(shown).toContain("é".repeat(2000));
    expect(shown).not.toContain("<svg");
  });

  test("are a QR code of squares within its frame, dark on white", () => {
    const shown = String(depositDetails(reply, invoiceMessages.es, kitMessages.es));
    const side = Number(/viewBox="0 0 (\d+) \1"/.exec(shown)?.[1]);
    expect(side).toBeGreaterThan(20);
    const runs = [...shown.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map((each) => each.slice(1).map(Number));
    expect(runs.length).toBeGreaterThan(50);
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(x >= 4 && x + width <= side - 4 && y >= 4 && y < side - 4).toBe(true);
    }
  });
});
