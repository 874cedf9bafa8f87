import { describe, expect, test } from "vitest";
import { RateLimiter } from "../../../functions/app/core/rate-limit.ts";
import { Door } from "../../support/core/door.ts";
import { limitedOps } from "../../support/routes/limited.ts";

const limit = { perSecond: 2, burst: 5 };

function opened(door: Door, apiKey: string) {
  const send = door.open(limitedOps, { read: async () => ({ body: {} }) });
  return () => send({ path: "/api/v1/things", headers: { authorization: `Bearer ${apiKey}` } });
}

describe("a tenant over its limit", () => {
  test("is told how much is left, then 429 with when to come back, and is let in again", async () => {
    const door = new Door(limit);
    const { apiKey } = await door.tenant();
    const send = opened(door, apiKey);
    const left: unknown[] = [];
    for (let each = 0; each < 5; each++) left.push((await send()).headers["ratelimit-remaining"]);
    expect(left).toEqual(["4", "3", "2", "1", "0"]);
    const over = await send();
    expect([over.status, JSON.parse(over.text).code]).toEqual([429, "rate_limited"]);
    expect(over.headers).toMatchObject({
      "retry-after": "1",
      "ratelimit-limit": "5",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "3",
    });
    door.pass(1);
    expect((await send()).status).toBe(200);
    door.pass(60);
    expect((await send()).headers["ratelimit-remaining"]).toBe("4");
  });

  test("takes nothing from another", async () => {
    const door = new Door(limit);
    const one = await door.tenant();
    const other = await door.tenant({ slug: "other" });
    for (let each = 0; each < 6; each++) await opened(door, one.apiKey)();
    expect((await opened(door, one.apiKey)()).status).toBe(429);
    expect((await opened(door, other.apiKey)()).status).toBe(200);
  });

  test("has the same limit over all Lambdas together, give or take a second", async () => {
    const door = new Door();
    const lambdas = Array.from({ length: 4 }, () => new RateLimiter(door, limit));
    let allowed = 0;
    for (let second = 0; second < 60; second++) {
      for (let each = 0; each < 40; each++) {
        const state = await lambdas[each % 4]?.spend("ten_1");
        if (state?.waitSeconds === 0) allowed += 1;
      }
      door.pass(1);
    }
    // 60 s at 2 a second and a burst of 5; each Lambda may run ahead by what it has not yet shared.
    expect(allowed).toBeGreaterThanOrEqual(60 * 2);
    expect(allowed).toBeLessThanOrEqual(60 * 2 + 4 * 5 + 60 * 3);
  });

  test("is forgotten a day after it asked last, when its bucket has long been full again", async () => {
    const door = new Door();
    await new RateLimiter(door, limit).spend("ten_1");
    const row = door.book.rows().find(({ type }) => type === "rate");
    expect(row?.ttl).toBe(Math.ceil(Date.parse(door.clock.now()) / 1000) + 86_400);
  });

  test("is counted for all again by a Lambda that outlived its shared bucket", async () => {
    const door = new Door();
    const limiter = new RateLimiter(door, limit);
    const shared = () => door.book.rows().find(({ type }) => type === "rate");
    await limiter.spend("ten_1");
    const { pk = "", sk = "", v = 0 } = shared() ?? {};
    await door.book.write([{ remove: { pk, sk }, expect: v }], "forgotten");
    door.pass(2);
    await limiter.spend("ten_1");
    expect(shared()).toBeDefined();
  });

  test("costs a write a second at most", async () => {
    const door = new Door();
    const limiter = new RateLimiter(door, { perSecond: 1000, burst: 1000 });
    for (let each = 0; each < 500; each++) await limiter.spend("ten_1");
    expect(door.book.calls).toBe(1);
    door.pass(1);
    await limiter.spend("ten_1");
    expect(door.book.calls).toBe(2);
  });
});
