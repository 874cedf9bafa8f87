import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { firstApiVersion } from "../../../functions/domain/core/api-version.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let visitor: Visitor;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  visitor = new Visitor(deployed);
  expect((await visitor.signIn()).status).toBe(303);
});

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

describe("what is done in the console", () => {
  async function registered(name: string): Promise<string> {
    const slug = `t-${Math.floor(deployed.aws.store.commits)}`;
    const fields = {
      slug,
      name,
      contactEmail: "a@b.example",
      destChain: "base",
      destWallet: "0x1",
      stable: "USDT",
      partnerCustomerId: "",
    };
    const { status, headers } = await visitor.post("registerTenant", fields);
    expect(status).toBe(303);
    return /ten_\w{26}/.exec(headers.location ?? "")?.[0] ?? "";
  }

  test("is on the audit trail under its operator's name, with what was changed", async () => {
    const id = await registered("Before");
    const fields = {
      name: "After",
      contactEmail: "a@b.example",
      destChain: "base",
      destWallet: "0x1",
      stable: "USDC",
      partnerCustomerId: "",
      isoRef: "",
      payers: "individual",
      timeZone: "America/Denver",
      country: "FR",
    };
    expect((await visitor.post("editTenant", fields, { id })).headers.location).toBe(
      `../../console/tenants/${id}?done=tenant-changed`,
    );
    const { text } = await visitor.get("showAudit", undefined, `subject=${id}`);
    for (const labels of ["editTenant", "registerTenant", "Before", "After", "USDC", "individual", "America/Denver"])
      expect(text).toContain(labels);
    expect(text).toContain('title="operator:one"');
  });

  test("gives a tenant a country whose rules its stablecoin keeps, and takes it away again with a blank", async () => {
    const id = await registered("Abroad");
    const texts = { name: "Abroad", contactEmail: "a@b.example", partnerCustomerId: "", isoRef: "" };
    const fields = { ...texts, destChain: "base", destWallet: "0x1", payers: "business", timeZone: "UTC" };
    const edited = async (change: { stable: string; country: string }) => {
      const answer = await visitor.post("editTenant", { ...fields, ...change }, { id });
      const { text } = await visitor.get("showTenant", { id });
      return { status: answer.status, said: answer.text, country: /<input[^>]*name="country"[^>]*>/.exec(text)?.[0] };
    };
    const refused = await edited({ stable: "USDT", country: "FR" });
    expect([refused.status, refused.said]).toEqual([409, expect.stringContaining("MiCA")]);
    expect(refused.country).not.toContain("FR");
    expect(await edited({ stable: "USDC", country: "FR" })).toMatchObject({
      status: 303,
      country: expect.stringContaining('value="FR"'),
    });
    expect(await edited({ stable: "USDT", country: "" })).toMatchObject({
      status: 303,
      country: expect.not.stringContaining("FR"),
    });
  });

  test("shows hostile names as text on every page that has them", async () => {
    const id = await registered(hostile);
    for (const [page, params, query] of [
      ["showTenants", undefined, ""],
      ["showTenant", { id }, ""],
      ["showFlags", undefined, `tenantId=${id}`],
      ["showAudit", undefined, `tenantId=${id}`],
      ["showSearch", undefined, `q=${encodeURIComponent(hostile)}`],
      ["showSearch", undefined, `q=${id}`],
    ] as const) {
      const { status, text } = await visitor.get(page, params, query);
      expect(status, page).toBe(200);
      expect(text, page).not.toContain("<script>");
      expect(text, page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    }
  });

  test("shows a new key once, and lets it work until it is revoked", async () => {
    const { id } = owner;
    const minted = await visitor.post("addKey", { name: "console", "scopes.*": "yes" }, { id });
    expect(minted.status).toBe(200);
    const key = /slc_test_\w+/.exec(minted.text)?.[0] ?? "";
    expect((await deployed.call("listInvoices", key)).status).toBe(200);
    const { text } = await visitor.get("showTenant", { id });
    expect(text).not.toContain(key);
    expect(deployed.logged.join("\n")).not.toContain(key);
    const keyId = `key_${key.slice(9, 35)}`;
    expect(text).toContain(`keys/${keyId}/revoke`);
    expect((await visitor.post("endKey", {}, { id, keyId })).status).toBe(303);
    await deployed.advance(60);
    expect((await deployed.call("listInvoices", key)).status).toBe(401);
  });

  test("moves the API version of a tenant and of its keys, and takes none that there is not", async () => {
    const { id } = owner;
    const moved = await visitor.post("movePin", { apiVersion: firstApiVersion }, { id });
    expect([moved.status, moved.headers.location]).toEqual([303, expect.stringContaining("done=version-moved")]);
    const { text } = await visitor.get("showTenant", { id });
    for (const part of ["Move the tenant and its keys", `API ${firstApiVersion}`, `${firstApiVersion}, the newest`])
      expect(text).toContain(part);
    const tenant = await deployed.call("getTenant", deployed.operatorToken, { id });
    expect(JSON.parse(tenant.text).apiVersion).toBe(firstApiVersion);
    for (const apiVersion of ["", "2020-01-01", "newest"])
      expect((await visitor.post("movePin", { apiVersion }, { id })).status).toBe(400);
    const nobody = `ten_${"0".repeat(26)}`;
    expect((await visitor.post("movePin", { apiVersion: firstApiVersion }, { id: nobody })).status).toBe(404);
  });

  test("suspends a tenant and lets it go on", async () => {
    const { id } = owner;
    await visitor.post("setTenantStatus", { status: "suspended" }, { id });
    expect((await visitor.get("showTenant", { id })).text).toContain("Make active again");
    await visitor.post("setTenantStatus", { status: "active" }, { id });
    expect((await visitor.get("showTenant", { id })).text).toContain("Suspend this tenant");
  });

  test("registers an endpoint, changes it, switches it, rotates its secret and deletes it", async () => {
    const { id } = owner;
    const made = await visitor.post(
      "addEndpoint",
      { url: "http://127.0.0.1:9/", events: "invoice.sent\r\n\r\n", description: "" },
      { id },
    );
    expect(made.status, made.text).toBe(200);
    expect(made.text).toMatch(/whsec_[\w+/=]{44}/);
    const webhookId = /whe_\w{26}/.exec((await visitor.get("showTenant", { id })).text)?.[0] ?? "";
    const at = { id, webhookId };
    const text = async () => (await visitor.get("showEndpoint", at)).text;
    expect(await text()).toContain("invoice.sent");
    expect(
      (await visitor.post("editEndpoint", { url: "http://127.0.0.1:9/x", events: "", description: hostile }, at))
        .status,
    ).toBe(303);
    expect(await text()).toContain("http://127.0.0.1:9/x");
    expect((await visitor.post("switchEndpoint", { to: "off" }, at)).status).toBe(303);
    expect(await text()).toContain("Switch it on again");
    expect((await visitor.post("switchEndpoint", { to: "on" }, at)).status).toBe(303);
    expect((await visitor.post("rotateEndpoint", { graceHours: "1" }, at)).text).toMatch(/whsec_[\w+/=]{44}/);
    expect((await visitor.post("rotateEndpoint", { graceHours: "1.5" }, at)).status).toBe(400);
    expect((await visitor.post("testEndpoint", { event: "invoice.sent" }, at)).status).toBe(303);
    expect((await visitor.post("replayEndpoint", { since: "2026-01-01T00:00" }, at)).status).toBe(303);
    expect((await visitor.post("replayEndpoint", { since: "yesterday" }, at)).status).toBe(400);
    expect((await visitor.post("removeEndpoint", {}, at)).headers.location).toContain("done=endpoint-deleted");
    expect((await visitor.get("showEndpoint", at)).status).toBe(404);
  });

  test("sets a flag for everybody or for one tenant, with its history", async () => {
    const { id } = owner;
    const key = "escrow.enabled";
    expect((await visitor.post("switchFlag", { setting: "off", tenantId: id, note: hostile }, { key })).status).toBe(
      303,
    );
    const { text } = await visitor.get("showFlag", { key }, `tenantId=${id}`);
    for (const labels of ["set for this tenant", "&lt;script&gt;", "operator:one"]) expect(text).toContain(labels);
    expect((await visitor.post("switchFlag", { setting: "unset", tenantId: id }, { key })).status).toBe(303);
    expect((await visitor.get("showFlag", { key }, `tenantId=${id}`)).text).toContain("nobody set it");
    expect((await visitor.post("switchFlag", { setting: "sideways" }, { key })).status).toBe(400);
  });
});
