import { describe, expect, test } from "vitest";
import { bridgePayments } from "../../../functions/adapters/bridge/payments.ts";
import { mockPayments } from "../../../functions/adapters/mock/payments.ts";
import { assetsOf } from "../../../functions/app/operations/capabilities.ts";
import { whyNotCoin } from "../../../functions/app/settlement/pay-guards.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { viewEscrow } from "../../../functions/domain/escrow/view.ts";
import { assetWarnings, type Jurisdiction } from "../../../functions/domain/tenants/asset-policy.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

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

describe("a coin that a rule warns of", () => {
  const warned = {
    ...{ code: "asset_warned", stable: "USDT", jurisdiction: "US", rule: "genius_in_force" },
    ...{ from: "2027-01-18", refusedFrom: "2028-07-18", text: expect.stringContaining("GENIUS Act") },
  };

  test.each([
    ["2027-01-17", "USDT", undefined],
    ["2027-01-18", "USDT", [warned]],
    ["2028-07-17", "USDT", [warned]],
    ["2027-01-18", "USDC", undefined],
  ] as const)("is said on %s in %s to whoever pays, and stays said", async (day, stable, warnings) => {
    const answer = await payAt(day, null, stable);
    expect(answer.status, answer.text).toBe(201);
    expect(JSON.parse(answer.text).settlement.warnings).toEqual(warnings);
  });

  test.each([
    ["2027-01-17", undefined],
    ["2027-01-18", [warned]],
  ] as const)("is said on %s of a new escrow, and of one that is corrected to it", async (day, warnings) => {
    const api = await EscrowApi.withTenant();
    api.nowMs = Date.parse(`${day}T12:00:00.000Z`);
    const made = await api.state(await api.created());
    expect(viewEscrow(made, "").warnings).toEqual(warnings);
    const other = await api.patch(`/${made.id}`, { payoutStable: "USDC" });
    expect([other.status, other.json.warnings]).toEqual([200, undefined]);
    const back = await api.patch(`/${made.id}`, { payoutStable: "USDT" });
    expect([back.status, back.json.warnings]).toEqual([200, warnings]);
  });

  test("is refused to a correction once it is refused to new escrows", async () => {
    const api = await EscrowApi.withTenant();
    api.nowMs = Date.parse("2028-07-18T00:00:00.000Z");
    const id = await api.created({ payoutStable: "USDC" });
    expect(await codeOf(api.patch(`/${id}`, { payoutStable: "USDT" }))).toEqual([409, "asset_not_allowed"]);
  });
});

describe("Bridge", () => {
  const bridge = (licensedIn: readonly Jurisdiction[]) => {
    const keys = () => ({ of: async () => ({ apiKey: "k" }) }) as never;
    const mockStore = () => new TestApi().railStore;
    const environment = { BRIDGE_URL: "http://127.0.0.1:9" };
    return bridgePayments({ environment, clock: new TestApi().clock, holds: false, mockStore, keys, licensedIn }).rail;
  };
  const now = "2026-11-28T12:00:00.000Z";

  test.each([
    [[], "refused", "asset_not_allowed"],
    [["US"], "refused", "asset_not_allowed"],
    [["EU"], "allowed", undefined],
    [["US", "EU"], "allowed", undefined],
  ] as const)("with licenses in %j has USDT in the EU %s", (licensedIn, status, code) => {
    const rail = bridge(licensedIn);
    expect(rail.capabilities.licensedIn).toEqual(licensedIn);
    const found = assetsOf(rail, now).find((each) => each.stable === "USDT" && each.jurisdiction === "EU");
    expect(found?.status).toBe(status);
    expect(whyNotCoin(rail, { country: "FR" }, "USDT", now)?.code).toBe(code);
  });

  test("with a license in the US is warned of nothing there, and with one in the EU of what the US says", () => {
    const parties = { stable: "USDT", countries: ["US", "FR"] };
    const at = "2027-06-01T12:00:00.000Z";
    const rulesOf = (licensedIn: readonly Jurisdiction[]) =>
      assetWarnings({ ...parties, licensedIn: bridge(licensedIn).capabilities.licensedIn }, at).map(({ rule }) => rule);
    expect([rulesOf(["US"]), rulesOf(["EU"]), rulesOf([])]).toEqual([[], ["genius_in_force"], ["genius_in_force"]]);
  });

  test("with a license in the EU takes a payment from there over HTTP", async () => {
    const source = { source: { type: "ach", country: "FR" } };
    expect((await payAt("2026-11-28", "FR")).status).toBe(409);
    const api = new TestApi();
    const { id, apiKey } = await api.tenant();
    const { capabilities } = bridge(["EU"]);
    const rail = new Proxy(api.rail, {
      get: (own, name) => {
        if (name === "capabilities") return { ...own.capabilities, licensedIn: capabilities.licensedIn };
        const found = Reflect.get(own, name);
        return typeof found === "function" ? found.bind(own) : found;
      },
    });
    const reply = await api.openPay({ rail })({
      method: "POST",
      path: `/api/v1/invoices/${await api.invoice(id)}/pay`,
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "k" },
      body: JSON.stringify(source),
    });
    expect(reply.status, reply.text).toBe(201);
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
