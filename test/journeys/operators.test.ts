import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { flagOperations } from "../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { endpoints, operator, operators, secondOperator, TestTenant, wallet } from "../support/journeys/journey.ts";
import { Client } from "../support/runner/client.ts";
import { until } from "../support/runner/until.ts";

const { createTenant, getTenant, changeTenant, mintKey, listKeys, revokeKey } = tenantOperations;
const { listFlags, setFlag } = flagOperations;
const { addFeeRule, listFeeRules } = feeRuleOperations;

const newTenant = { name: "Ω & Co.", contactEmail: "ops@omega.example", destChain: "base", destWallet: wallet() };

describe("a tenant", () => {
  test("is registered with what was said and the defaults, read and changed", async () => {
    const slug = `op-${randomUUID().slice(0, 8)}`;
    const made = await operator.call(createTenant, { body: { slug, ...newTenant, metadata: { tier: "a" } } });
    expect(made).toMatchObject({ slug, ...newTenant, status: "active", stable: "USDT", partnerCustomerId: null });
    const params = { id: made.id };
    expect(await secondOperator.call(getTenant, { params })).toEqual(made);
    const changed = await operators.changeTenant(made.id, { name: "Omega", partnerCustomerId: "cust_1" });
    expect(changed).toMatchObject({
      ...made,
      name: "Omega",
      partnerCustomerId: "cust_1",
      updatedAt: expect.any(String),
    });
    expect(await operator.call(changeTenant, { params, body: {} })).toEqual(changed);
    expect(await operator.call(getTenant, { params })).toEqual(changed);
    await operator.refused(createTenant, "tenant_exists", { body: { slug, ...newTenant } });
  });

  test("whose slug eight operators want at once is made once", async () => {
    const body = { slug: `op-${randomUUID().slice(0, 8)}`, ...newTenant };
    const answers = await Promise.all(Array.from({ length: 8 }, () => operator.ask(createTenant, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });
});

describe("API keys", () => {
  test("are shown once, work by either header, several at a time, and end when revoked", async () => {
    const tenant = await TestTenant.create();
    const params = { id: tenant.id };
    const minted = await operator.call(mintKey, { params, body: { name: "second server" } });
    expect(minted.apiKey).toMatch(/^slc_test_[0-9A-HJKMNP-TV-Z]{26}_\w{40,}$/);
    const { data } = await operator.call(listKeys, { params });
    expect(data).toHaveLength(2);
    expect(JSON.stringify(data)).not.toContain(minted.apiKey);
    expect(data.find(({ id }) => id === minted.id)).toMatchObject({
      name: "second server",
      last4: minted.apiKey.slice(-4),
    });

    const second = new Client(endpoints.apiUrl, minted.apiKey);
    await second.call(invoiceOperations.listInvoices);
    const byHeader = await new Client(endpoints.apiUrl, null).send("GET", "/api/v1/invoices", {
      headers: { "x-api-key": minted.apiKey },
    });
    expect(byHeader.status).toBe(200);

    const keyParams = { ...params, keyId: minted.id };
    const revoked = await operator.call(revokeKey, { params: keyParams });
    expect(await operator.call(revokeKey, { params: keyParams })).toEqual(revoked);
    // A Lambda that has not seen the key yet knows at once; the others within a minute (see the clock's journeys).
    await second.refused(payOperations.payInvoice, "invalid_api_key", { params: { id: `inv_${"0".repeat(26)}` } });
    await tenant.call(invoiceOperations.listInvoices);
  });

  test.each([
    ["cut short", (key: string) => key.slice(0, -1)],
    ["of the other environment", (key: string) => key.replace("slc_test_", "slc_live_")],
    ["with its secret changed", (key: string) => `${key.slice(0, -8)}AAAAAAAA`],
    ["in capitals", (key: string) => key.toUpperCase()],
    ["with more behind it", (key: string) => `${key}x`],
    ["that is none", () => "nope"],
    ["that is an operator's token", () => endpoints.internalToken],
  ])("%s are refused", async (_, spoil) => {
    const client = new Client(endpoints.apiUrl, spoil(endpoints.tenant.apiKey));
    await client.refused(invoiceOperations.listInvoices, "invalid_api_key");
  });
});

describe("fee rules", () => {
  test("add up, the newest wins for new settlements, and old settlements keep theirs", async () => {
    const tenant = await TestTenant.create();
    const rule = (reply: object) => operator.call(addFeeRule, { body: { tenantId: tenant.id, ...reply } });
    const first = await rule({ bps: 100 });
    const before = await tenant.payNew(10_000);
    const second = await rule({ bps: 100, minCents: 500, maxCents: 600, reserveBps: 5_000 });
    const after = await tenant.payNew(10_000);
    expect(before.settlement).toMatchObject({ feeRuleId: first.id, feeCents: 100, reserveCents: 0 });
    expect(after.settlement).toMatchObject({
      feeRuleId: second.id,
      feeCents: 500,
      reserveCents: 4_750,
      netCents: 4_750,
    });
    const { data } = await operator.call(listFeeRules, { query: { tenantId: tenant.id } });
    expect(data).toEqual([second, first]);
    expect((await tenant.settlement(before.settlement.id)).feeRuleId).toBe(first.id);
  });

  test("need sense: max below min, bad bounds and an unknown tenant are refused", async () => {
    for (const wrong of [
      { minCents: 2, maxCents: 1 },
      { bps: 10_001 },
      { bps: -1 },
      { fixedCents: 0.5 },
      { currency: "EUR" },
    ])
      await operator.refused(addFeeRule, "validation_error", { body: wrong });
    await operator.refused(addFeeRule, "not_found", { body: { tenantId: `ten_${"0".repeat(26)}` } });
  });
});

describe("flags", () => {
  test("have a default, a global setting and an override, and take effect within 5 seconds", async () => {
    const tenant = await TestTenant.create();
    const key = "vendor.conversion.mock" as const;
    const query = { tenantId: tenant.id };
    const effective = async () => (await operator.call(listFlags, { query })).data.find((each) => each.key === key);
    expect(await effective()).toMatchObject({ enabled: true, source: "default", tenantId: null });
    const set = await operator.call(setFlag, { body: { key, enabled: false, tenantId: tenant.id, note: "trial" } });
    const override = { key, enabled: false, source: "tenant", note: "trial", tenantId: tenant.id };
    expect(set.data.find((each) => each.key === key)).toEqual(override);
    expect(await effective()).toEqual(override);
    const { id } = await tenant.draft(1_000);
    await until(
      async () => (await tenant.ask(payOperations.payInvoice, { params: { id } })).status,
      (status) => status === 501,
      "the flag had no effect",
    );
    await operators.setFlag({ key, enabled: null, tenantId: tenant.id });
    expect(await effective()).toMatchObject({ source: "default", enabled: true });
  });

  test("are a closed list with the two that default to off, and others are unknown", async () => {
    const { data } = await operator.call(listFlags);
    expect(data).toHaveLength(12);
    const off = data.filter(({ enabled, source }) => !enabled && source === "default").map(({ key }) => key);
    expect(off.toSorted()).toEqual(["escrow.rail.fiat", "vendor.conversion.hifi"]);
    for (const key of ["nope", "", "__proto__", "escrow.ENABLED"])
      await operator.refused(setFlag, "unknown_flag", { body: { key, enabled: true } });
    const tenantId = `ten_${"0".repeat(26)}`;
    await operator.refused(setFlag, "not_found", { body: { key: "escrow.enabled", enabled: true, tenantId } });
    await operator.refused(listFlags, "not_found", { query: { tenantId } });
  });
});

describe("a webhook endpoint", () => {
  test("has its secret shown once, its own or a made one, and hears only what it wants", async () => {
    const tenant = await TestTenant.create();
    const params = { id: tenant.id };
    const secret = "a secret of the operator's own, 24 or more";
    const body = { url: "http://127.0.0.1:9/hook", secret };
    const own = await operator.call(webhookOperations.registerWebhook, { params, body });
    expect(own.secret).toBe(secret);
    await using wanted = await tenant.receiver(["settlement.completed", "settlement.settled"]);
    await using nothing = await tenant.receiver(["payment.received"]);
    await using all = await tenant.receiver();
    expect(all.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { data } = await operator.call(webhookOperations.listWebhooks, { params });
    expect(data).toHaveLength(4);
    expect(JSON.stringify(data)).not.toContain("ecret");

    const { id } = await tenant.draft(1_000);
    await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
    await tenant.pay({ id });
    await until(
      () => all.events,
      (events) => events.includes("settlement.completed"),
      "no webhook",
    );
    await until(
      () => wanted.events,
      (events) => events.length > 0,
      "no webhook",
    );
    expect(wanted.events).toEqual(["settlement.completed"]);
    expect(nothing.events).toEqual([]);
  });

  test.each(["ftp://example.com/", "nope", "http://user:pw@127.0.0.1/", "http://127.0.0.1:0/", "javascript:alert(1)"])(
    "at %s is refused",
    async (url) => {
      const { id } = endpoints.tenant;
      const reply = await operator.refused(webhookOperations.registerWebhook, "validation_error", {
        params: { id },
        body: { url },
      });
      expect(reply.fields?.map(({ path }) => path)).toEqual(["url"]);
    },
  );
});
