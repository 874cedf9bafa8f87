import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoicePageOperations } from "../../../functions/contract/checkout/invoice-pages.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let one: Owner;

beforeAll(async () => {
  ({ one } = await deployed.start());
});

afterAll(() => deployed.stop());

let made = 0;

async function create(lineItems: object[], change: object = {}) {
  made += 1;
  const body = { number: `T-${made}`, customerId: "Northwind", lineItems, ...change };
  const { status, text } = await deployed.call("createInvoice", one.apiKey, {}, body);
  return { status, body: JSON.parse(text) };
}

async function page(hostedUrl: string): Promise<string> {
  const { showInvoice } = invoicePageOperations;
  const path = pathOf(showInvoice, { token: hostedUrl.split("/").at(-1) ?? "" });
  return (await deployed.send(showInvoice, { method: "GET", path, headers: {} })).text;
}

describe("an invoice with tax", () => {
  test("shows each line's rate, tax and share of the discount, and sums them", async () => {
    const lines = [
      { description: "Cranes", unitCents: 10_000, quantity: 2, taxRate: 725 },
      { description: "Books", unitCents: 10_000, taxCents: 190 },
      { description: "Travel", unitCents: 10_000 },
    ];
    const { status, body } = await create(lines, { discountCents: 4_000 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ subtotalCents: 40_000, discountCents: 4_000, taxCents: 1_495, totalCents: 37_495 },
      lineItems: [
        { amountCents: 20_000, discountCents: 2_000, taxRate: 725, taxCents: 1_305 },
        { amountCents: 10_000, discountCents: 1_000, taxRate: null, taxCents: 190 },
        { amountCents: 10_000, discountCents: 1_000, taxRate: null, taxCents: 0 },
      ],
    });
    const shown = await page(body.hostedUrl);
    for (const words of ["Tax (7.25%)", "$13.05", "$1.90", "$374.95"]) expect(shown).toContain(words);
  });

  test("has no line of it on its page where there is none", async () => {
    const { body } = await create([{ description: "Travel", unitCents: 10_000, taxRate: 0 }]);
    expect(body).toMatchObject({ taxCents: 0, lineItems: [{ taxRate: 0, taxCents: 0 }] });
    expect(await page(body.hostedUrl)).not.toContain("Tax");
  });

  test.each([
    ["both a rate and an amount", { taxRate: 100, taxCents: 1 }, "lineItems.0.taxCents"],
    ["a rate over 100%", { taxRate: 10_001 }, "lineItems.0.taxRate"],
    ["a rate below zero", { taxRate: -1 }, "lineItems.0.taxRate"],
    ["a rate that is no whole number", { taxRate: 7.25 }, "lineItems.0.taxRate"],
    ["an amount that is no whole number", { taxCents: 0.5 }, "lineItems.0.taxCents"],
    ["an amount below zero on a charge", { taxCents: -1 }, "lineItems.0.taxCents"],
  ])("is refused with %s", async (_, tax, path) => {
    const { status, body } = await create([{ description: "Travel", unitCents: 10_000, ...tax }]);
    expect([status, body.code, body.fields[0].path]).toEqual([400, "validation_error", path]);
  });
});
