import { beforeAll, describe, expect, test } from "vitest";
import { accountOperations } from "../../functions/contract/screening/accounts.ts";
import { playgroundOperations } from "../../functions/contract/screening/screening-front-pages.ts";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { usageOperations } from "../../functions/contract/screening/usage.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { fresh, holder, nextDay, nextMinute, nobody, openAccount, operator } from "../support/journeys/screening.ts";
import { refusal, successOf } from "../support/runner/client.ts";

const { screenValue, getScreen, screenBatch } = screenOperations;
const { getUsage } = usageOperations;
const { changeAccount, mintAccountKey, listAccountKeys, revokeAccountKey } = accountOperations;
const { screenInPlayground } = playgroundOperations;

/** On the list that the sandbox comes with, and where it shows: its party and its programs. */
const listed = "0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01";
const party = { entity_name: "NORTHERN LANTERN COLLECTIVE", programs: ["DPRK3", "CYBER2"] };

beforeAll(nextDay);

describe("a screen", () => {
  test("of an address on no list is allowed, and is the same when it is read again", async () => {
    const account = await openAccount("free");
    const value = fresh();
    const answer = await account.ask(screenValue, { body: { type: "wallet", value } });
    const screen = successOf(screenValue, answer);
    expect(screen).toMatchObject({ status: "complete", action: "allow", risk_level: "low", value });
    expect(screen.listVersions).toContainEqual(expect.objectContaining({ list: "fixture", records: 35 }));
    expect(answer.headers.get("x-usage-limit")).toBe("100");
    expect(answer.headers.get("x-usage-used")).toBe("1");
    expect(answer.headers.get("x-usage-reset")).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    expect(await account.call(getScreen, { params: { id: screen.id } })).toEqual(screen);
    const stranger = await openAccount("free");
    await stranger.refused(getScreen, "screening_not_found", { params: { id: screen.id } });
  });

  test.each([listed, listed.toLowerCase(), `0x${listed.slice(2).toUpperCase()}`])(
    "of %s is blocked, and names whose it is",
    async (value) => {
      const account = await openAccount("free");
      const screen = await account.call(screenValue, { body: { type: "wallet", value, chain: "bitcoin" } });
      expect(screen).toMatchObject({ action: "block", risk_score: 100, risk_level: "critical", ...party });
      expect(screen.narrative).toContain(party.entity_name);
    },
  );

  test("is bought once under its key, and the key takes no other question", async () => {
    const account = await openAccount("free");
    const input = { key: "payout-1", body: { type: "wallet", value: fresh() } };
    const first = await account.ask(screenValue, input);
    const again = await account.ask(screenValue, input);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    const other = { ...input, body: { type: "wallet", value: fresh() } };
    await account.refused(screenValue, "idempotency_key_reuse", other);
    expect(await account.call(getUsage)).toMatchObject({ used: 1, remaining: 99 });
  });
});

test("a batch answers each question in its place, and counts those that have an answer", async () => {
  const account = await openAccount("starter");
  const items = [
    { type: "wallet", value: fresh() },
    { type: "wallet", value: "" },
    { type: "wallet", value: listed },
    { type: "coin", value: fresh() },
    { type: "wallet" },
  ];
  const { results } = await account.call(screenBatch, { body: { items } });
  expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  expect(results).toMatchObject([
    { status: 200, screen: { action: "allow" } },
    { status: 400, code: "invalid_value" },
    { status: 200, screen: { action: "block" } },
    { status: 400, code: "unsupported_type" },
    { status: 400, code: "invalid_request" },
  ]);
  await account.refused(screenBatch, "invalid_request", { body: { items: [] } });
  const many = Array.from({ length: 101 }, () => ({ type: "wallet", value: fresh() }));
  await account.refused(screenBatch, "invalid_request", { body: { items: many } });
  expect(await account.call(getUsage)).toMatchObject({ used: 2, limit: 500 });
  const hundred = await account.call(screenBatch, { body: { items: many.slice(1) } });
  expect(new Set(hundred.results.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await account.call(getUsage)).toMatchObject({ used: 102 });
});

describe("what cannot be screened is a clear no, and is not counted", () => {
  const hash = `0x${"ab".repeat(32)}`;
  const bad = [
    ["invalid_value", { type: "wallet", value: "" }],
    ["invalid_value", { type: "wallet", value: "a".repeat(257) }],
    ["invalid_value", { type: "wallet", value: ` ${listed}` }],
    ["invalid_value", { type: "wallet", value: `${listed}\n` }],
    ["invalid_value", { type: "wallet", value: `${listed.slice(0, 8)}\u200b${listed.slice(8)}` }],
    ["invalid_value", { type: "wallet", value: listed.replace("a", "\u0430") }],
    ["invalid_value", { type: "wallet", value: hash }],
    ["invalid_value", { type: "transaction", value: fresh() }],
    ["unsupported_type", { type: "nft", value: fresh() }],
    ["unsupported_chain", { type: "wallet", value: fresh(), chain: "moon" }],
    ["chain_mismatch", { type: "wallet", value: fresh(), chain: "bitcoin" }],
    ["invalid_request", { type: "wallet" }],
    ["invalid_request", { type: "wallet", value: 7 }],
    ["invalid_request", { type: "wallet", value: fresh(), mood: "good" }],
  ] as const;

  test("whatever is wrong", async () => {
    const account = await openAccount("starter");
    for (const [code, body] of bad) await account.refused(screenValue, code, { body });
    const headers = { "content-type": "application/json" };
    const broken = await account.send("POST", screenValue.path, { headers, body: "{" });
    refusal(screenValue, "invalid_json", broken);
    expect(broken.headers.get("x-usage-used")).toBe("0");
    expect(await account.call(getUsage)).toMatchObject({ used: 0 });
  });

  test("whosever key it is", async () => {
    const { apiKey } = await operator.call(mintAccountKey, { params: { id: (await openAccount("pro")).id } });
    const body = { type: "wallet", value: fresh() };
    await nobody.refused(screenValue, "missing_api_key", { body });
    for (const key of [
      apiKey.replace("_test_", "_live_"),
      endpoints.tenant.apiKey,
      endpoints.internalToken,
      `${apiKey}x`,
    ])
      await holder(key).refused(screenValue, "invalid_api_key", { body });
    await holder(apiKey).refused(mintAccountKey, "invalid_api_key", { params: { id: "acc_1" } });
  });
});

describe("an account", () => {
  test("has as many keys as its plan, and another plan at once", async () => {
    const account = await openAccount("free");
    const { id } = account;
    const params = { id };
    expect(await operator.refused(mintAccountKey, "key_limit_reached", { params })).toMatchObject({
      limit: 1,
      used: 1,
    });
    await operator.call(changeAccount, { params, body: { plan: "starter" } });
    const second = await operator.call(mintAccountKey, { params, body: { name: "second" } });
    expect(await holder(second.apiKey).call(getUsage)).toMatchObject({
      ...{ plan: "starter", limit: 500, monitors: { used: 0, limit: 0 } },
      apiKeys: { used: 2, limit: 3 },
    });
    expect((await operator.call(listAccountKeys, { params })).data).toHaveLength(2);
    await operator.call(revokeAccountKey, { params: { id, keyId: second.id } });
    expect((await account.call(getUsage)).apiKeys.used).toBe(1);
  });

  test("that is suspended screens nothing, and still reads", async () => {
    const account = await openAccount("pro");
    const body = { type: "wallet", value: fresh() };
    const { id } = await account.call(screenValue, { body });
    await operator.call(changeAccount, { params: { id: account.id }, body: { status: "suspended" } });
    await account.refused(screenValue, "tenant_suspended", { body });
    await account.refused(screenBatch, "tenant_suspended", { body: { items: [body] } });
    expect(await account.call(getScreen, { params: { id } })).toMatchObject({ id });
  });

  test("of 500 screens at once on a plan with 100 left has exactly 100", { timeout: 120_000 }, async () => {
    const account = await openAccount("starter");
    for (let batch = 0; batch < 4; batch++) {
      const items = Array.from({ length: 100 }, () => ({ type: "wallet", value: fresh() }));
      await account.call(screenBatch, { body: { items } });
    }
    const input = Array.from({ length: 500 }, () => ({ body: { type: "wallet", value: fresh() } }));
    const answers = await Promise.all(input.map((each) => account.ask(screenValue, each)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(100);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const no = refusal(screenValue, "plan_limit_reached", answer);
      expect(no).toMatchObject({ limit: 500, used: 500, resetsAt: answer.headers.get("x-usage-reset") });
      expect(Number(no.retryAfter)).toBeGreaterThan(0);
    }
    const ids = passed.map((answer) => successOf(screenValue, answer).id);
    expect(new Set(ids).size).toBe(100);
    expect(await account.call(getUsage)).toMatchObject({ used: 500, remaining: 0 });
    const items = [{ type: "wallet", value: fresh() }];
    const { results } = await account.call(screenBatch, { body: { items } });
    expect(results).toMatchObject([{ status: 429, code: "plan_limit_reached" }]);
  });
});

test("the playground has ten a minute for one address of the network, whatever its headers say", async () => {
  await nextMinute();
  const tries = Array.from({ length: 12 }, (_, at) =>
    nobody.send("POST", screenInPlayground.path, {
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${at}` },
      body: JSON.stringify({ value: listed }),
    }),
  );
  const answers = await Promise.all(tries);
  const response = answers.filter(({ status }) => status === 200);
  expect(response).toHaveLength(10);
  for (const answer of response) {
    expect(successOf(screenInPlayground, answer)).toMatchObject({ action: "block" });
    expect(answer.text).not.toContain("LANTERN");
  }
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) {
    const { retryAfter } = refusal(screenInPlayground, "rate_limited", answer);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  await nextMinute();
  await nobody.call(screenInPlayground, { body: { value: fresh() } });
});
