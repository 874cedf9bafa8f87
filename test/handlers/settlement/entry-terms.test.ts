import { beforeEach, describe, expect, test } from "vitest";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { payByForm } from "../../../functions/app/checkout/hosted-invoice.ts";
import { createCustomer } from "../../../functions/app/invoicing/customers.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { settlement } from "../../../functions/domain/settlement/settlement.ts";
import { viewPayment, viewSettlement } from "../../../functions/domain/settlement/view.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
});

const pay = (source: object, key = "k1") => api.payFrom(tenant, source, key, key);

/** How the mock rail entered a debit. */
const entryOf = (railRef: string) => new MockRailFile(() => api.railStore, api.clock).entryOf(railRef);

describe("a payment that is accepted", () => {
  test("records that it is domestic, and enters its debit so", async () => {
    const { status, json } = await pay({ type: "ach" });
    const iat = { isInternational: false, reason: "us_account", ruleDate: "2026-09-18", sameDayAllowed: true };
    expect([status, json]).toMatchObject([
      201,
      { settlement: { iat }, payment: { secCode: "CCD", entryDescription: "INVOICE" } },
    ]);
    expect(await entryOf(json.payment.railRef)).toEqual({ secCode: "CCD", description: "INVOICE" });
    const { history } = await getSettlement(api.context, tenant.id, json.settlement.id);
    expect(history[0]?.reason).toBe("payment accepted; no IAT (us_account, rule of 2026-09-18)");
  });

  test("records that its money comes from abroad, and enters its debit as an IAT, never on the same day", async () => {
    const { json } = await pay({ type: "ach", country: "CA", holderType: "individual" });
    const iat = { isInternational: true, reason: "source_abroad", ruleDate: "2026-09-18", sameDayAllowed: false };
    expect(json).toMatchObject({
      settlement: { iat },
      payment: { secCode: "IAT", entryDescription: "INVOICE", returnWindowEndsAt: "2027-01-22T05:00:00.000Z" },
    });
    expect(await entryOf(json.payment.railRef)).toEqual({ secCode: "IAT", description: "INVOICE" });
  });

  test.each([
    ["DE", true, "payer_abroad", "an IAT (payer_abroad DE, rule of 2026-09-18)"],
    ["PR", false, "us_account", "no IAT (us_account, rule of 2026-09-18)"],
  ])(
    "of an invoice of a customer billed in %s is international: %s",
    async (country, isInternational, reason, words) => {
      const billingAddress = { line1: "1 Way", line2: null, city: "X", region: null, postalCode: null, country };
      const input = {
        name: "Ann",
        email: null,
        locale: null,
        timeZone: null,
        billingAddress,
        taxId: null,
        metadata: {},
      };
      const { id: customerId } = await createCustomer(api.context, tenant.id, input);
      const { json } = await api.payInvoiceFrom(tenant, await api.invoice(tenant.id, "A-1", 10_000, customerId), {});
      const parties = { source: null, payer: country, receiver: null };
      expect(json.settlement.iat).toMatchObject({ isInternational, reason, sameDayAllowed: !isInternational, parties });
      expect(json.payment.secCode).toBe(isInternational ? "IAT" : "CCD");
      const { history } = await getSettlement(api.context, tenant.id, json.settlement.id);
      expect(history[0]?.reason).toBe(`payment accepted; ${words}`);
    },
  );

  test("of a tenant in Canada is international, and one in the US is not, whatever else is unknown", async () => {
    const abroad = await api.tenant({ slug: "north", country: "CA" });
    const { json } = await api.payFrom(abroad, { type: "ach_push" });
    const parties = { source: null, payer: null, receiver: "CA" };
    expect(json.settlement.iat).toMatchObject({ isInternational: true, reason: "receiver_abroad", parties });
    const home = await api.tenant({ slug: "home", country: "US" });
    expect((await api.payFrom(home, {}, "k2")).json.settlement.iat).toMatchObject({
      ...{ isInternational: false, reason: "us_account", parties: { ...parties, receiver: "US" } },
    });
  });

  test("above a million dollars may not settle on the same day", async () => {
    const paid = async (cents: number, key: string) => {
      const invoice = await api.invoice(tenant.id, key, cents);
      return (await api.payInvoiceFrom(tenant, invoice, {}, key)).json.settlement.iat.sameDayAllowed;
    };
    expect([await paid(100_000_000, "at"), await paid(100_000_001, "above")]).toEqual([true, false]);
  });

  test("tells its events' receivers as well", async () => {
    const { json } = await pay({ type: "ach", country: "CA" });
    const { state } = await loadSettlement(api.context, json.settlement.id);
    expect(viewSettlement(state).iat).toEqual(json.settlement.iat);
  });

  test("enters nothing where the payer sends the money, and decides all the same", async () => {
    const { json } = await pay({ type: "ach_push" });
    expect(json).toMatchObject({
      settlement: { iat: { isInternational: false, reason: "nothing_abroad_known" } },
      payment: { secCode: null, entryDescription: null },
    });
    expect(await entryOf(json.payment.railRef)).toBeNull();
  });

  test("keeps its decision under its key, whatever the day of the repeat", async () => {
    api.nowMs = Date.parse("2026-09-18T03:59:59.000Z");
    const { json } = await pay({ type: "ach" });
    expect(json.settlement.iat.ruleDate).toBe("1970-01-01");
    api.pass(60);
    const { state } = await loadSettlement(api.context, json.settlement.id);
    expect(viewSettlement(state).iat?.ruleDate).toBe("1970-01-01");
    expect((await pay({ type: "ach" }, "k2")).json.settlement.iat.ruleDate).toBe("2026-09-18");
  });

  test.each(["ca", "CAN", "", 7, null, ["CA"]])("is refused from the country %j", async (country) => {
    const { status, json } = await pay({ country });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "source.country"]);
  });

  test.each([{ sameDay: true }, { entryDescription: "PAYROLL" }])("is refused with %j of its own", async (own) => {
    expect((await pay({ type: "ach", ...own })).status).toBe(400);
  });
});

describe("a settlement of before the decision was kept", () => {
  test("is read, and says that there was none", async () => {
    const { json } = await pay({ type: "ach" });
    const { state } = await loadSettlement(api.context, json.settlement.id);
    const { iat: _, ...before } = state;
    expect(viewSettlement(before).iat).toBeNull();
    expect(viewPayment(before).secCode).toBe("CCD");
  });

  test("is read with a decision that kept no countries", async () => {
    const { json } = await pay({ type: "ach", country: "CA" });
    const { state } = await loadSettlement(api.context, json.settlement.id);
    const { parties: _, ...iat } = json.settlement.iat;
    const read = settlement.parse({ ...state, iat });
    expect(viewSettlement(read).iat).toEqual({ ...iat, parties: null });
  });
});

describe("a debit that a person agrees to on the invoice's page", () => {
  // Midnight of 2026-03-20 in New York is 04:00 UTC.
  test.each([
    ["2026-03-20T03:59:00.000Z", "INVOICE"],
    ["2026-03-20T04:00:00.000Z", "PURCHASE"],
  ])("at %s is described as %s", async (at, description) => {
    api.nowMs = Date.parse(at);
    const invoice = (await getInvoice(api.context, tenant.id, await api.invoice(tenant.id))).state;
    const account = { holder: "Ann Payer", accountType: "checking", routingNumber: "011000015" } as const;
    const hosted = { at, ip: "192.0.2.7", userAgent: "test", locale: "en", authorization: "yes" } as const;
    const { rail, screening, meter, personal: sealer } = api;
    await payByForm(
      api.context,
      { rail, conversion: rail, screening, meter, live: false, sealer },
      invoice,
      {
        ...{ amountCents: invoice.totalCents, source: "ach" },
        account: { ...account, holderType: "individual", accountNumber: "123456789" },
      },
      { nonce: "n", fingerprint: "n", hosted },
    );
    const row = api.store.rows().find(({ type }) => type === "settlement");
    const { state } = await loadSettlement(api.context, row?.pk ?? "");
    expect(viewPayment(state)).toMatchObject({ secCode: "WEB", entryDescription: description });
    expect(await entryOf(state.payment.railRef ?? "")).toEqual({ secCode: "WEB", description });
  });
});
