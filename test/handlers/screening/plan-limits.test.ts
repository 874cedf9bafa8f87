import { describe, expect, test } from "vitest";
import { changeAccount, createAccount } from "../../../functions/app/screening/accounts.ts";
import { PlanLimiter } from "../../../functions/app/screening/plan-limiter.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import type { Handler } from "../../../functions/http/operation-types.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { limitedOps } from "../../support/routes/limited.ts";

const before = { "x-usage-limit": "100", "x-usage-used": "7" };

/** An account's things, behind the limits of its plan. */
async function opened(plan: PlanName, answer: Handler<typeof limitedOps.read> = async () => ({ body: {} })) {
  const api = new TestApi();
  const owner = await createAccount(api.context, { name: "Acme", plan, environment: "test" });
  const frame = { ...api.frame(), limiter: new PlanLimiter(api), usage: async () => before };
  const send = api.open(limitedOps, { read: answer }, frame);
  const ask = () => send({ path: "/api/v1/things", headers: { "x-api-key": owner.apiKey } });
  return { api, owner, ask };
}

describe("an account over its plan's requests", () => {
  test.each([
    ["free", 5, 1],
    ["starter", 1_000, 5],
    ["pro", 1_000, 20],
  ] as const)(
    "on %s has a burst of %i, and then %i a second, and every reply tells both",
    async (plan, burst, perSecond) => {
      const { api, ask } = await opened(plan);
      for (let each = 0; each < burst; each++) await ask();
      const over = await ask();
      const told = { "ratelimit-limit": `${burst}`, "ratelimit-policy": `${perSecond};w=1;burst=${burst}` };
      expect([over.status, JSON.parse(over.text).code]).toEqual([429, "rate_limited"]);
      expect(over.headers).toMatchObject({ "retry-after": "1", ...told, ...before });
      api.pass(1);
      const passed = await Promise.all(Array.from({ length: perSecond + 5 }, () => ask()));
      expect(passed.filter(({ status }) => status === 200)).toHaveLength(perSecond);
    },
  );

  test("goes on by another plan within a minute", async () => {
    const { api, owner, ask } = await opened("free");
    for (let each = 0; each < 6; each++) await ask();
    await changeAccount(api.context, owner.id, { plan: "pro" });
    api.pass(56);
    const passed = await Promise.all(Array.from({ length: 200 }, () => ask()));
    expect(passed.filter(({ status }) => status === 200).length).toBeGreaterThan(56);
  });

  test("is looked up once a minute and no more", async () => {
    const { api, ask } = await opened("pro");
    await ask();
    const { calls } = api.store;
    for (let each = 0; each < 10; each++) await ask();
    expect(api.store.calls).toBe(calls);
  });
});

describe("what an account has left of its month", () => {
  test("is on every answer", async () => {
    const { ask } = await opened("free");
    expect((await ask()).headers).toMatchObject(before);
  });

  test("is on a refusal", async () => {
    const { ask } = await opened("free", async () => {
      throw new Refusal("not_found", "no such thing");
    });
    expect(await ask()).toMatchObject({ status: 404, headers: before });
  });

  test("is what the handler says of it, where it has changed it", async () => {
    const after = { "x-usage-limit": "100", "x-usage-used": "8" };
    const { ask } = await opened("free", async () => ({ body: {}, headers: after }));
    expect((await ask()).headers).toMatchObject(after);
  });
});
