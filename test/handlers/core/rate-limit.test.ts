import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { RateLimiter } from "../../../functions/app/core/rate-limit.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { limitedOps } from "../../support/routes/limited.ts";

const limit = { perSecond: 2, burst: 5 };

function opened(api: TestApi, apiKey: string) {
  const send = api.open(limitedOps, { read: async () => ({ body: {} }) });
  return () => send({ path: "/api/v1/things", headers: { authorization: `Bearer ${apiKey}` } });
}

describe("a tenant over its limit", () => {
  test("is told how much is left, then 429 with when to come back, and is let in again", async () => {
    const api = new TestApi(limit);
    const { apiKey } = await api.tenant();
    const send = opened(api, apiKey);
    const left: unknown[] = [];
    for (let each = 0; each < 5; each++) left.push((await send()).headers["ratelimit-remaining"]);
    expect(left).toEqual(["4", "3", "2", "1", "0"]);
    const over = await send();
    expect([over.status, JSON.parse(over.text).code]).toEqual([429, "rate_limited"]);
    expect(over.headers).toMatchObject({
      "retry-after": "1",
      "ratelimit-limit": "5",
      "ratelimit-policy": "2;w=1;burst=5",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "3",
    });
    api.pass(1);
    expect((await send()).status).toBe(200);
    api.pass(60);
    expect((await send()).headers["ratelimit-remaining"]).toBe("4");
  });

  test("takes nothing from another", async () => {
    const api = new TestApi(limit);
    const one = await api.tenant();
    const other = await api.tenant({ slug: "other" });
    for (let each = 0; each < 6; each++) await opened(api, one.apiKey)();
    expect((await opened(api, one.apiKey)()).status).toBe(429);
    expect((await opened(api, other.apiKey)()).status).toBe(200);
  });

  test("has the same limit over all Lambdas together, give or take a second", async () => {
    const api = new TestApi();
    const lambdas = Array.from({ length: 4 }, () => new RateLimiter(api, limit));
    let allowed = 0;
    for (let second = 0; second < 60; second++) {
      for (let each = 0; each < 40; each++) {
        const state = await lambdas[each % 4]?.spend("ten_1");
        if (state?.waitSeconds === 0) allowed += 1;
      }
      api.pass(1);
    }
    // 60 s at 2 a second and a burst of 5; each Lambda may run ahead by what it has not yet shared.
    expect(allowed).toBeGreaterThanOrEqual(60 * 2);
    expect(allowed).toBeLessThanOrEqual(60 * 2 + 4 * 5 + 60 * 3);
  });

  test("is forgotten a day after it asked last, when its bucket has long been full again", async () => {
    const api = new TestApi();
    await new RateLimiter(api, limit).spend("ten_1");
    const row = api.store.rows().find(({ type }) => type === "rate");
    expect(row?.ttl).toBe(Math.ceil(Date.parse(api.clock.now()) / 1000) + 86_400);
  });

  test("is counted for all again by a Lambda that outlived its shared bucket", async () => {
    const api = new TestApi();
    const limiter = new RateLimiter(api, limit);
    const shared = () => api.store.rows().find(({ type }) => type === "rate");
    await limiter.spend("ten_1");
    const { pk = "", sk = "", v = 0 } = shared() ?? {};
    await api.store.write([{ remove: { pk, sk }, expect: v }], "forgotten");
    api.pass(2);
    await limiter.spend("ten_1");
    expect(shared()).toBeDefined();
  });

  test("costs a write a second at most", async () => {
    const api = new TestApi();
    const limiter = new RateLimiter(api, { perSecond: 1000, burst: 1000 });
    for (let each = 0; each < 500; each++) await limiter.spend("ten_1");
    expect(api.store.calls).toBe(1);
    api.pass(1);
    await limiter.spend("ten_1");
    expect(api.store.calls).toBe(2);
  });

  test("is told what it has left, when it may come again, and when its bucket is full", async () => {
    const api = new TestApi();
    const limiter = new RateLimiter(api, { perSecond: 0.5, burst: 2 });
    const state = (remaining: number, resetSeconds: number, waitSeconds: number) => {
      return { limit: 2, perSecond: 0.5, remaining, resetSeconds, waitSeconds };
    };
    expect(await limiter.spend("ten_1")).toEqual(state(1, 2, 0));
    expect(await limiter.spend("ten_1")).toEqual(state(0, 4, 0));
    expect(await limiter.spend("ten_1")).toEqual(state(0, 4, 2));
    api.pass(1);
    expect(await limiter.spend("ten_1")).toEqual(state(0, 3, 1));
    api.pass(1);
    expect(await limiter.spend("ten_1")).toEqual(state(0, 4, 0));
    api.pass(3600);
    expect(await limiter.spend("ten_1")).toEqual(state(1, 2, 0));
  });

  test("shares what it spent, and takes over what others have", async () => {
    const api = new TestApi();
    const [one, other] = [new RateLimiter(api, limit), new RateLimiter(api, limit)];
    const shared = () => api.store.rows().find(({ type }) => type === "rate");
    await one.spend("ten_1");
    expect(shared()).toMatchObject({ pk: "rate#ten_1", v: 1, body: { tokens: 4, atMs: api.nowMs } });
    await other.spend("ten_1");
    expect(shared()).toMatchObject({ v: 2, body: { tokens: 3 } });
    for (let each = 0; each < 3; each++) await other.spend("ten_1");
    api.pass(1);
    await one.spend("ten_1");
    expect(shared()).toMatchObject({ v: 3, body: { tokens: 4, atMs: api.nowMs } });
    await other.spend("ten_1");
    // What the other gave away in that second is owed: 4, less its three and this one.
    expect(shared()).toMatchObject({ v: 4, body: { tokens: 0 } });
    expect((await other.spend("ten_1")).waitSeconds).toBe(1);
  });

  test("is bound by what others spent where it lost every race to tell its own, and tells it half a second on", async () => {
    const api = new TestApi();
    const shared = () => api.store.rows().find(({ type }) => type === "rate");
    await new RateLimiter(api, limit).spend("ten_1");
    const [key] = api.store.rows().filter(({ type }) => type === "rate");
    let races = 2;
    const store: Store = {
      read: (keys) => api.store.read(keys),
      page: (query) => api.store.page(query),
      write: async (writes, nonce) => {
        const v = shared()?.v ?? 0;
        const put = { pk: "", sk: "", ...key, v: v + 1, type: "rate", body: { tokens: 1, atMs: api.nowMs } };
        if (races-- > 0) await api.store.write([{ put, expect: v }], `${nonce}.rival`);
        return api.store.write(writes, nonce);
      },
    };
    const loser = new RateLimiter({ store, clock: api.clock, newId: api.newId }, limit);
    expect(await loser.spend("ten_1")).toMatchObject({ remaining: 0, waitSeconds: 0 });
    expect((await loser.spend("ten_1")).waitSeconds).toBe(1);
    expect(shared()).toMatchObject({ v: 3, body: { tokens: 1 } });
    api.pass(0.5);
    expect(await loser.spend("ten_1")).toMatchObject({ remaining: 0, waitSeconds: 0 });
    expect(shared()).toMatchObject({ v: 4, body: { tokens: 0 } });
  });

  test("owes no more than a burst, and a clock behind the shared one refills nothing", async () => {
    const api = new TestApi();
    const [one, other] = [new RateLimiter(api, limit), new RateLimiter(api, limit)];
    const shared = () => api.store.rows().find(({ type }) => type === "rate")?.body;
    await one.spend("ten_1");
    const ahead = api.nowMs;
    api.pass(-10);
    await other.spend("ten_1");
    expect(shared()).toEqual({ tokens: 3, atMs: ahead });
  });
});

describe("the use of a key", () => {
  let api: TestApi;
  beforeEach(() => {
    api = new TestApi();
  });
  const use = (keyId: string) => api.store.rows().find(({ pk }) => pk === `key_use#${keyId}`)?.body;

  test("goes along with the bucket once in five minutes, and costs no call of its own", async () => {
    const limiter = new RateLimiter(api, limit);
    const { calls } = api.store;
    await limiter.spend("ten_1", "key_1");
    expect([api.store.calls - calls, use("key_1")]).toEqual([1, { lastUsedAt: api.clock.now() }]);
    const first = api.clock.now();
    api.pass(299);
    await limiter.spend("ten_1", "key_1");
    expect([api.store.calls - calls, use("key_1")]).toEqual([2, { lastUsedAt: first }]);
    api.pass(1);
    await limiter.spend("ten_1", "key_1");
    expect([api.store.calls - calls, use("key_1")]).toEqual([3, { lastUsedAt: api.clock.now() }]);
  });

  test("is written at once for a key that was not seen before, whoever of its tenant asked a moment ago", async () => {
    const limiter = new RateLimiter(api, limit);
    await limiter.spend("ten_1", "key_1");
    await limiter.spend("ten_1", "key_2");
    expect(use("key_2")).toEqual({ lastUsedAt: api.clock.now() });
    const { calls } = api.store;
    await limiter.spend("ten_1", "key_2");
    expect(api.store.calls).toBe(calls);
  });

  test("is written a little later where others were faster at the bucket each time", async () => {
    const write = async () => ({ ok: false as const, rows: [] });
    const store = { read: api.store.read.bind(api.store), page: api.store.page.bind(api.store), write };
    const busy: { store: Store } & Pick<TestApi, "clock" | "newId"> = { store, clock: api.clock, newId: api.newId };
    const limiter = new RateLimiter(busy, limit);
    await limiter.spend("ten_1", "key_1");
    busy.store = api.store;
    await limiter.spend("ten_1", "key_1");
    expect(use("key_1")).toBeUndefined();
    api.pass(0.5);
    await limiter.spend("ten_1", "key_1");
    expect(use("key_1")).toEqual({ lastUsedAt: api.clock.now() });
  });
});
