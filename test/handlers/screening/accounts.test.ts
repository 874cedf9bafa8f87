import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usageOperations } from "../../../functions/contract/screening/usage.ts";
import { type AccountOwner, DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening();
const token = deployed.operatorToken;

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

async function asked(id: string, params: Record<string, string> = {}, body?: unknown, bearer = token) {
  const reply = await deployed.call(id, bearer, params, body);
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
}

function usage({ apiKey }: Pick<AccountOwner, "apiKey">) {
  return asked("getUsage", {}, undefined, apiKey);
}

describe("an operator", () => {
  test("opens an account with a key that works at once", async () => {
    const { status, body } = await asked("createAccount", {}, { name: "Acme Inc.", plan: "starter" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^acc_/), plan: "starter", activeKeys: 1 });
    expect(body.apiKey).toMatch(/^slc_test_/);
    const used = await usage(body);
    expect(used.status).toBe(200);
    expect(used.body).toMatchObject({ plan: "starter", used: 0, limit: 500, remaining: 500 });
    expect(used.body.resetsAt).toMatch(/-01T00:00:00\.000Z$/);
  });

  test("reads accounts back, newest first, without any secret", async () => {
    const { id } = await deployed.account("free", "Newest");
    const listed = await asked("listAccounts");
    expect(listed.body.data[0]).toMatchObject({ id, name: "Newest" });
    expect((await asked("getAccount", { id })).body).toEqual(listed.body.data[0]);
    expect(JSON.stringify(listed.body)).not.toMatch(/slc_|sha256/);
  });

  test("moves an account to another plan, which counts at once", async () => {
    const owner = await deployed.account("free");
    expect((await asked("changeAccount", { id: owner.id }, { plan: "pro" })).body.plan).toBe("pro");
    expect((await usage(owner)).body).toMatchObject({
      plan: "pro",
      limit: 3_000,
      monitors: { used: 0, limit: 10_000 },
    });
  });

  test("changes nothing by saying what is so already", async () => {
    const { id } = await deployed.account("free");
    const before = (await asked("getAccount", { id })).body;
    await deployed.advance(1);
    expect((await asked("changeAccount", { id }, { plan: "free" })).body).toEqual(before);
    expect((await asked("changeAccount", { id }, {})).body).toEqual(before);
  });

  test.each([
    [{ plan: "free" }],
    [{ name: "", plan: "free" }],
    [{ name: "Acme", plan: "gold" }],
    [{ name: "Acme", plan: "free", extra: 1 }],
  ])("is told what is wrong with %j", async (body) => {
    expect(await asked("createAccount", {}, body)).toMatchObject({
      status: 400,
      body: { code: "validation_error", fields: expect.any(Array) },
    });
  });

  test("is told of an account that is not there", async () => {
    const id = "acc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    for (const [op, body] of [
      ["getAccount"],
      ["changeAccount", { plan: "pro" }],
      ["mintAccountKey", {}],
      ["listAccountKeys"],
    ] as const)
      expect(await asked(op, { id }, body)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

describe("keys", () => {
  test("are as many as the plan gives; a revoked one makes room", async () => {
    const { id } = await deployed.account("free");
    const over = await asked("mintAccountKey", { id }, {});
    expect(over).toMatchObject({ status: 409, body: { code: "key_limit_reached", limit: 1, used: 1 } });
    const [first] = (await asked("listAccountKeys", { id })).body.data;
    expect(first).toMatchObject({ accountId: id, revokedAt: null });
    const keyParams = { id, keyId: first.id };
    const revoked = await asked("revokeAccountKey", keyParams);
    expect(revoked.body.revokedAt).not.toBeNull();
    expect((await asked("revokeAccountKey", keyParams)).body).toEqual(revoked.body);
    const second = await asked("mintAccountKey", { id }, { name: "the till" });
    expect(second).toMatchObject({ status: 201, body: { name: "the till", accountId: id } });
    expect((await usage(second.body)).status).toBe(200);
    expect((await asked("getAccount", { id })).body.activeKeys).toBe(1);
  });

  test("minted at the same time are never more than the plan gives", async () => {
    const { id } = await deployed.account("starter");
    await Promise.all(Array.from({ length: 8 }, () => asked("mintAccountKey", { id }, {})));
    const { data } = (await asked("listAccountKeys", { id })).body;
    expect(data).toHaveLength(3);
    expect((await asked("getAccount", { id })).body.activeKeys).toBe(3);
  });

  test("of another account are not there", async () => {
    const [one, other] = [await deployed.account("free"), await deployed.account("free")];
    const [key] = (await asked("listAccountKeys", { id: one.id })).body.data;
    expect((await asked("revokeAccountKey", { id: other.id, keyId: key.id })).status).toBe(404);
    expect((await usage(one)).status).toBe(200);
  });

  test("once revoked are felt within a minute", async () => {
    const owner = await deployed.account("free");
    expect((await usage(owner)).status).toBe(200);
    const [key] = (await asked("listAccountKeys", { id: owner.id })).body.data;
    await asked("revokeAccountKey", { id: owner.id, keyId: key.id });
    await deployed.advance(60);
    expect(await usage(owner)).toMatchObject({ status: 401, body: { code: "invalid_api_key" } });
  });

  test.each([
    ["something else", "sk_live_1"],
    ["one of production", "slc_live_01KAKE4M5N6P7Q8R9S0T1V2W3X_a"],
    ["an operator's token", token],
  ])("that are no account's are refused: %s", async (_, bearer) => {
    const reply = await asked("getUsage", {}, undefined, bearer);
    expect(reply).toMatchObject({ status: 401, body: { code: "invalid_api_key" } });
    expect(reply.headers).not.toHaveProperty("x-usage-limit");
  });
});

describe("an account's answers", () => {
  test("say what its month has, the good ones and the others", async () => {
    const owner = await deployed.account("free");
    const left = { "x-usage-limit": "100", "x-usage-used": "0", "x-usage-reset": expect.any(String) };
    expect((await usage(owner)).headers).toMatchObject(left);
    const wrong = await deployed.send(usageOperations.getUsage, {
      method: "GET",
      path: "/api/v1/usage?nosuch=1",
      headers: { "x-api-key": owner.apiKey },
    });
    expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([400, "invalid_request"]);
    expect(wrong.headers).toMatchObject(left);
  });

  test("say unlimited where the plan is", async () => {
    const owner = await deployed.account("sandbox");
    const { body, headers } = await usage(owner);
    expect(headers).toMatchObject({ "x-usage-limit": "unlimited" });
    expect(body).toMatchObject({ limit: null, remaining: null, apiKeys: { used: 1, limit: null } });
  });
});
