import { describe, expect, test } from "vitest";
import { mockPayments } from "../../../functions/adapters/mock/payments.ts";
import { assetsOf } from "../../../functions/app/operations/capabilities.ts";
import { whyNotCoin } from "../../../functions/app/settlement/pay-guards.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { TestApi } from "../../support/core/test-api.ts";

async function payAt(day: string, country: string | null, stable = "USDT") {
  const api = new TestApi();
  const { id, apiKey } = await api.tenant({ stable });
  const invoice = await api.invoice(id);
  api.nowMs = Date.parse(`${day}T12:00:00.000Z`);
  const source = country === null ? {} : { source: { type: "ach", country } };
  return api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${invoice}/pay`,
    headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "k" },
    body: JSON.stringify(source),
  });
}

describe("pay", () => {
  test.each([
    ["2027-01-17", null, "USDT", 201],
    ["2027-01-18", null, "USDT", 201],
    ["2028-07-17", null, "USDT", 201],
    ["2028-07-18", null, "USDT", 409],
    ["2028-07-18", null, "USDC", 201],
    ["2026-11-28", "FR", "USDT", 409],
    ["2026-11-28", "FR", "USDC", 201],
  ] as const)("on %s by a payer in %s with %s answers %i", async (day, country, stable, status) => {
    const answer = await payAt(day, country, stable);
    expect(answer.status, answer.text).toBe(status);
    if (status === 409) expect(JSON.parse(answer.text)).toMatchObject({ code: "asset_not_allowed" });
  });
});

describe("a tenant", () => {
  test("of the EU is not registered with a coin that is not authorized there, nor moved there with it", async () => {
    const api = new TestApi();
    await expect(api.tenant({ country: "DE" })).rejects.toMatchObject({ code: "asset_not_allowed" });
    const { id } = await api.tenant();
    await expect(changeTenant(api.context, id, { country: "DE" })).rejects.toMatchObject({ code: "asset_not_allowed" });
    await changeTenant(api.context, id, { country: "DE", stable: "USDC" });
  });

  test("of the EU may have any coin where the rail has a license there", async () => {
    const api = new TestApi();
    const licensed = { ...api.context, licensedIn: ["EU"] as const };
    const { id } = await api.tenant();
    expect(await changeTenant(licensed, id, { country: "DE" })).toMatchObject({ country: "DE", stable: "USDT" });
  });
});

describe("a rail", () => {
  const api = new TestApi();
  const context = { environment: {}, clock: api.clock, holds: false, mockStore: () => api.railStore } as const;

  test.each([
    [[], "refused"],
    [["EU"], "allowed"],
    [["US"], "refused"],
  ] as const)("with licenses in %j has USDT in the EU %s", (licensedIn, status) => {
    const keys = () => {
      throw new Error("the mock has no keys");
    };
    const { rail } = mockPayments({ ...context, keys, licensedIn });
    const found = assetsOf(rail, "2026-11-28T12:00:00.000Z").find(
      (each) => each.stable === "USDT" && each.jurisdiction === "EU",
    );
    expect(found?.status).toBe(status);
    const no = whyNotCoin(rail, { country: "FR" }, "USDT", "2026-11-28T12:00:00.000Z");
    expect(no?.code).toBe(status === "refused" ? "asset_not_allowed" : undefined);
  });
});
