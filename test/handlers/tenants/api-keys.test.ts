import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const token = deployed.operatorToken;
let one: Owner;
let now: string;

beforeAll(async () => {
  ({ one } = await deployed.start());
});

afterAll(() => deployed.stop());

async function operator(id: string, params: Record<string, string>, body?: unknown) {
  const reply = await deployed.call(id, token, params, body);
  return { status: reply.status, json: JSON.parse(reply.text) };
}

async function minted(body: object = {}) {
  now = (await operator("readClock", {})).json.now;
  const { json } = await operator("mintKey", { id: one.id }, body);
  return json;
}

async function listed(id: string) {
  const { json } = await operator("listKeys", { id: one.id });
  return json.data.find((key: { id: string }) => key.id === id);
}

async function asks(apiKey: string, id = "listInvoices") {
  const reply = await deployed.call(id, apiKey, {}, undefined);
  return [reply.status, JSON.parse(reply.text).code];
}

describe("an API key", () => {
  test("may do everything and never expires where nothing else is said", async () => {
    const key = await minted();
    expect(key).toMatchObject({ scopes: ["*"], expiresAt: null, lastUsedAt: null, revokedAt: null });
    expect(key).not.toHaveProperty("sha256");
    expect(await listed(key.id)).toMatchObject({ scopes: ["*"], expiresAt: null, lastUsedAt: null });
  });

  test("begins at random, so that its prefix tells it from those minted beside it", async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => minted()));
    expect(new Set(keys.map(({ prefix }) => prefix)).size).toBe(20);
    for (const { prefix, apiKey } of keys) {
      expect(prefix).toMatch(/^slc_test_[0-9A-HJKMNP-TV-Z]{6}$/);
      expect(apiKey.startsWith(prefix)).toBe(true);
      // It ends within the id, which is no secret.
      expect(prefix.length).toBeLessThan(apiKey.lastIndexOf("_"));
    }
    expect(await asks(keys[0].apiKey)).toEqual([200, undefined]);
  });

  test("shows when it was used last, within five minutes", async () => {
    const key = await minted();
    await asks(key.apiKey);
    const first = (await listed(key.id)).lastUsedAt;
    expect(Date.parse(first) - Date.parse(now)).toBeLessThan(5000);
    await deployed.advance(4 * 60);
    await asks(key.apiKey);
    expect((await listed(key.id)).lastUsedAt).toBe(first);
    await deployed.advance(2 * 60);
    await asks(key.apiKey);
    const later = (await listed(key.id)).lastUsedAt;
    expect(Date.parse(later) - Date.parse(first)).toBeGreaterThanOrEqual(6 * 60_000);
    const revoked = await operator("revokeKey", { id: one.id, keyId: key.id });
    expect(revoked.json.lastUsedAt).toBe(later);
  });

  test("is refused from its expiry on, also where it was just used", async () => {
    const soon = addSeconds((await operator("readClock", {})).json.now, 30);
    const key = await minted({ name: "for a day", expiresAt: soon });
    expect(key).toMatchObject({ name: "for a day", expiresAt: soon });
    expect(await asks(key.apiKey)).toEqual([200, undefined]);
    await deployed.advance(30);
    expect(await asks(key.apiKey)).toEqual([401, "invalid_api_key"]);
    expect((await listed(key.id)).expiresAt).toBe(soon);
  });

  test.each([
    ["an expiry in the past", { expiresAt: "2020-01-01T00:00:00.000Z" }, "expiresAt"],
    ["no scope", { scopes: [] }, "scopes"],
    ["an unknown scope", { scopes: ["admin"] }, "scopes.0"],
    ["a scope twice", { scopes: ["read", "read"] }, "scopes"],
    ["everything and more", { scopes: ["*", "read"] }, "scopes"],
  ])("with %s is not minted", async (_, body, path) => {
    const { status, json } = await operator("mintKey", { id: one.id }, body);
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", path]);
  });

  test("minted by the release before works, and may do everything", async () => {
    const key = await minted();
    const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === key.id && sk === "row");
    if (!row) throw new Error("no key");
    const body = structuredClone(row.body) as { state: Record<string, unknown> };
    delete body.state.scopes;
    delete body.state.expiresAt;
    await deployed.aws.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], "older");
    expect(await asks(key.apiKey)).toEqual([200, undefined]);
    expect(await listed(key.id)).toMatchObject({ scopes: ["*"], expiresAt: null });
  });
});
