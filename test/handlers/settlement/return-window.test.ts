import { beforeEach, describe, expect, test } from "vitest";
import { payByForm } from "../../../functions/app/checkout/hosted-invoice.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import type { HolderType, PayerType } from "../../../functions/domain/core/holder-type.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { deliver, keepTenth } from "../../support/settlement/reserve-api.ts";

/** Noon is a Saturday: Monday to Wednesday are three banking days, and January 20 is the 60th day. */
const corporate = "2026-11-26T05:00:00.000Z";
const consumer = "2027-01-22T05:00:00.000Z";

let api: TestApi;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
});

const pay = (source: object, key = "k1") => api.payFrom(tenant, source, key);

const payersAre = (payers: PayerType) => changeTenant(api.context, tenant.id, { payers });

describe("a debit whose account holder pay names", () => {
  test.each([
    ["business", "CCD", corporate],
    ["individual", "PPD", consumer],
  ] as const)(
    "as %s is %s, and its bank can take it back until %s",
    async (holderType, secCode, returnWindowEndsAt) => {
      const { status, json } = await pay({ type: "ach", holderType });
      expect([status, json.payment]).toMatchObject([201, { holderType, secCode, returnWindowEndsAt }]);
    },
  );

  test("goes before the tenant's setting", async () => {
    await payersAre("unknown");
    const { json } = await pay({ holderType: "business" });
    expect(json.payment).toMatchObject({ holderType: "business", secCode: "CCD" });
  });

  test.each(["unknown", "person", "", 7, null])("is refused as %s", async (holderType) => {
    const { status, json } = await pay({ holderType });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "source.holderType"]);
  });
});

describe("a debit whose account holder pay does not name", () => {
  test.each([
    ["business", "CCD"],
    ["individual", "PPD"],
    ["unknown", "PPD"],
  ] as const)("of a tenant whose payers are %s is %s", async (payers, secCode) => {
    if (payers !== "business") await payersAre(payers);
    const { json } = await pay({});
    expect(json.payment).toMatchObject({ holderType: payers, secCode });
  });

  test("keeps the window that it was accepted with, whatever the tenant says later", async () => {
    const { json } = await pay({});
    await payersAre("individual");
    const { state } = await loadSettlement(api.context, json.settlement.id);
    expect(viewPayment(state)).toMatchObject({ holderType: "business", returnWindowEndsAt: corporate });
  });
});

describe("a debit that its payer typed on the invoice's page", () => {
  async function typed(holderType: HolderType) {
    const invoice = (await getInvoice(api.context, tenant.id, await api.invoice(tenant.id))).state;
    const account = { holder: "Anna", holderType, accountType: "checking", routingNumber: "021000021" } as const;
    const hosted = {
      at: api.clock.now(),
      ip: "192.0.2.7",
      userAgent: "test",
      locale: "en",
      authorization: "yes",
    } as const;
    const { rail, screening, meter, personal: sealer } = api;
    await payByForm(
      api.context,
      { rail, conversion: rail, screening, meter, live: false, sealer },
      invoice,
      { amountCents: invoice.totalCents, source: "ach", account: { ...account, accountNumber: "123456789" } },
      { nonce: holderType, fingerprint: holderType, hosted },
    );
    const row = api.store.rows().find(({ type }) => type === "settlement");
    return viewPayment((await loadSettlement(api.context, row?.pk ?? "")).state);
  }

  test.each([
    ["individual", "WEB", consumer],
    ["business", "CCD", corporate],
  ] as const)(
    "as %s is %s until %s, whatever the tenant's setting",
    async (holderType, secCode, returnWindowEndsAt) => {
      await payersAre(holderType === "business" ? "individual" : "business");
      expect(await typed(holderType)).toMatchObject({ holderType, secCode, returnWindowEndsAt });
    },
  );
});

describe("the reserve of a delivered debit", () => {
  test.each([
    ["business", 1, corporate],
    ["individual", 1, consumer],
    ["individual", 90, "2027-02-19T12:00:01.000Z"],
  ] as const)("of payers that are %s, kept %i days by the rule, is due at %s", async (payers, days, releaseAt) => {
    await payersAre(payers);
    await keepTenth(api, tenant.id, days);
    api.pass(1);
    const { state } = await loadSettlement(api.context, await deliver(api, tenant, "A-1"));
    expect(state.reserve?.releaseAt).toBe(releaseAt);
  });
});

describe("an escrow's deposit", () => {
  const funded = async (source: object, payers: PayerType = "business", deposit = {}) => {
    const escrows = await EscrowApi.withTenant();
    await changeTenant(escrows.context, escrows.tenantId, { payers });
    const { status, json } = await escrows.fund(await escrows.created(), { amountCents: 10_000, source, ...deposit });
    const { holderType, secCode, returnWindowEndsAt } = json;
    return { status, holderType, secCode, returnWindowEndsAt };
  };

  test("follows whose account its call names, else the tenant's setting", async () => {
    const business = { holderType: "business", secCode: "CCD", returnWindowEndsAt: corporate };
    const individual = { holderType: "individual", secCode: "PPD", returnWindowEndsAt: consumer };
    expect(await funded({})).toMatchObject(business);
    expect(await funded({}, "individual")).toMatchObject(individual);
    expect(await funded({ holderType: "individual" })).toMatchObject(individual);
    expect(await funded({}, "unknown")).toMatchObject({ holderType: "unknown", secCode: "PPD" });
  });

  test("that was there already is no debit of ours", async () => {
    const { secCode, returnWindowEndsAt } = await funded({}, "individual", { fundingRef: "wire-1" });
    expect([secCode, returnWindowEndsAt]).toEqual([null, "2026-12-01T05:00:00.000Z"]);
  });

  test("of somebody else's making is refused", async () => {
    expect((await funded({ holderType: "unknown" })).status).toBe(400);
  });
});
