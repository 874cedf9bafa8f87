import { describe, expect, test } from "vitest";
import { type KnownText, knownTexts, payerIdentifiers } from "../../../functions/domain/disputes/generated-evidence.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { aSentInvoice, later, noon, openedSettlement, settlementIn } from "../../support/core/samples.ts";

const invoice: Invoice = aSentInvoice();
const { settlement: delivered } = settlementIn("completed");

/** The texts of one type of evidence. */
function textsOf(type: KnownText["type"], state: Settlement, about: Invoice = invoice): string[] {
  return knownTexts(state, about).flatMap((each) => (each.type === type ? [each.text] : []));
}

function paidWith(change: Partial<Settlement["payment"]>): Settlement {
  return { ...delivered, payment: { ...delivered.payment, ...change } };
}

describe("what the service knows of a payment", () => {
  test("that was delivered is all that it can show of it", () => {
    expect(knownTexts(delivered, invoice)).toEqual([
      {
        type: "receipt",
        text: [
          "Invoice A-1 of Acme, issued on 2026-11-21",
          `Sent to the payer at ${noon}`,
          "Total 100.00 USD",
          "Payment pay_01K00000000000000000000000 of 100.00 USD by ACH debit",
          `Received at ${noon}`,
          "Reference at the bank's side: rail_1",
        ].join("\n"),
      },
      { type: "product_description", text: "1 x work at 100.00 = 100.00 USD" },
      { type: "customer_name", text: "cus_1" },
      {
        type: "invoice_delivery",
        text: [
          `${noon}: invoice A-1 issued, due on 2026-12-05`,
          `${noon}: sent to cus_1, with a page of its own that shows it and its PDF`,
        ].join("\n"),
      },
      { type: "delivery_on_chain", text: "87.750000 USDT delivered on base to 0xWALLET\nTransaction 0xproof" },
      {
        type: "screening_reference",
        text: [
          `${noon}: collection screen of 0xWALLET: pass, reference scr_1`,
          `${noon}: disbursement screen of 0xWALLET: pass, reference scr_2`,
        ].join("\n"),
      },
      { type: "kyb_record", text: `acme was an approved business customer (cust_1) of the payment partner at ${noon}` },
    ]);
  });

  test("that has only begun says nothing of what has not come", () => {
    const { settlement, invoice: about } = openedSettlement({ source: "ach_push" });
    const draft = { ...about, sentAt: null };
    expect(textsOf("receipt", { ...settlement, screens: [] }, draft)).toEqual([
      [
        "Invoice A-1 of Acme, issued on 2026-11-21",
        "Total 100.00 USD",
        "Payment pay_01K00000000000000000000000 of 100.00 USD by a transfer of the payer's",
      ].join("\n"),
    ]);
    expect(knownTexts({ ...settlement, screens: [] }, draft).map(({ type }) => type)).toEqual([
      ...["receipt", "product_description", "customer_name", "kyb_record"],
    ]);
  });

  test("names the screens without a reference, and the day on which it was paid", () => {
    const [screen] = delivered.screens;
    if (!screen) throw new Error("it was screened");
    const unavailable = { ...screen, outcome: "unavailable" as const, ref: null };
    expect(textsOf("screening_reference", { ...delivered, screens: [unavailable] })).toEqual([
      `${noon}: collection screen of 0xWALLET: unavailable`,
    ]);
    const [text] = textsOf("invoice_delivery", delivered, { ...invoice, paidAt: later(60) });
    expect(text?.split("\n").at(-1)).toBe(`${later(60)}: paid in full`);
  });

  test("lists what was bought, a line for each item, no longer than a piece may be", () => {
    const [item] = invoice.lineItems;
    if (!item) throw new Error("it has a line");
    const two = [item, { ...item, description: "paper", quantity: 3, unitCents: 50, amountCents: 150 }];
    expect(textsOf("product_description", delivered, { ...invoice, lineItems: two })).toEqual([
      "1 x work at 100.00 = 100.00 USD\n3 x paper at 0.50 = 1.50 USD",
    ]);
    const long = [{ ...item, description: "😀".repeat(15_000) }];
    const [text = ""] = textsOf("product_description", delivered, { ...invoice, lineItems: long });
    expect([text.length, text.isWellFormed()]).toEqual([20_000, true]);
  });
});

describe("what an invoice's metadata says of its payer", () => {
  const metadata = {
    ...{ customerName: " Anna Berg ", customerEmail: "anna@nord.test", billingAddress: "1 Main St" },
    ...{
      shippingAddress: "2 Elm St",
      shippingCarrier: "UPS",
      shippingTrackingNumber: "1Z",
      shippingDate: "2026-11-01",
    },
    ...{ serviceDate: "2026-11-02", customerIp: "203.0.113.7", deviceId: "dev_1", other: "not shown" },
  };

  test("is evidence, each of its kind, and takes the place of our name for them", () => {
    const shown = knownTexts(delivered, { ...invoice, metadata }).slice(2, 12);
    expect(shown).toEqual([
      { type: "customer_name", text: "Anna Berg" },
      { type: "customer_email_address", text: "anna@nord.test" },
      { type: "billing_address", text: "1 Main St" },
      { type: "shipping_address", text: "2 Elm St" },
      { type: "shipping_carrier", text: "UPS" },
      { type: "shipping_tracking_number", text: "1Z" },
      { type: "shipping_date", text: "2026-11-01" },
      { type: "service_date", text: "2026-11-02" },
      { type: "customer_purchase_ip", text: "203.0.113.7" },
      { type: "customer_device_id", text: "dev_1" },
    ]);
    expect(textsOf("customer_name", delivered, { ...invoice, metadata: { customerName: "  " } })).toEqual(["cus_1"]);
  });

  test("identifies them", () => {
    expect(payerIdentifiers({ ...invoice, metadata })).toEqual({
      ...{ customerId: "cus_1", ip: "203.0.113.7", deviceId: "dev_1", shippingAddress: "2 Elm St" },
    });
    expect(payerIdentifiers(invoice)).toEqual({
      ...{ customerId: "cus_1", ip: null, deviceId: null, shippingAddress: null },
    });
  });
});

describe("a payment on the invoice's own page", () => {
  const hosted = {
    ...{ at: later(1), ip: "198.51.100.4", userAgent: "Firefox", locale: "en" as const },
    authorization: "I authorize this debit.",
  };
  const bankAccount = {
    ...{ holder: "Anna Berg", holderType: "individual" as const, accountType: "checking" as const },
    ...{ accountLast4: "6789", sealed: "sealed" },
  };

  test("has its authorization, word for word, with who agreed to it", () => {
    expect(textsOf("ach_authorization", paidWith({ hosted, bankAccount }))).toEqual([
      [
        "I authorize this debit.",
        `Agreed to at ${later(1)} for 100.00 USD, from 198.51.100.4 by Firefox`,
        "Account of Anna Berg ending in 6789",
      ].join("\n"),
    ]);
    const [bare] = textsOf("ach_authorization", paidWith({ hosted: { ...hosted, userAgent: "" } }));
    expect(bare?.split("\n")).toEqual([
      "I authorize this debit.",
      `Agreed to at ${later(1)} for 100.00 USD, from 198.51.100.4 by an unnamed browser`,
    ]);
    expect(textsOf("ach_authorization", paidWith({ hosted: { ...hosted, authorization: null } }))).toEqual([]);
    expect(textsOf("ach_authorization", delivered)).toEqual([]);
  });

  test("has the address that it came from, where nobody has told another", () => {
    const ofIp = (ip: string, about = invoice) => {
      return textsOf("customer_purchase_ip", paidWith({ hosted: { ...hosted, ip } }), about);
    };
    expect(ofIp("198.51.100.4")).toEqual(["198.51.100.4"]);
    expect(ofIp("unknown")).toEqual([]);
    expect(ofIp("198.51.100.4", { ...invoice, metadata: { customerIp: "203.0.113.7" } })).toEqual(["203.0.113.7"]);
  });
});
