import { describe, expect, test } from "vitest";
import { refuseKey, refuseSuspendedAccount } from "../../../functions/domain/screening/account.ts";
import { type PlanName, planNames, plans } from "../../../functions/domain/screening/plan.ts";

describe("a plan", () => {
  test.each([
    ["free", 100, 1, 0, 0, 1, 5],
    ["starter", 500, 3, 4_900, 0, 5, 1_000],
    ["pro", 3_000, null, 19_900, 10_000, 20, 1_000],
  ] as const)("%s gives what its price says", (name, screenings, apiKeys, priceCents, monitors, perSecond, burst) => {
    expect(plans[name]).toMatchObject({ screenings, apiKeys, priceCents, monitors, perSecond, burst });
  });

  test.each(["sandbox", "unlimited"] as const)("%s has no limit and no price", (name) => {
    expect(plans[name]).toMatchObject({ screenings: null, apiKeys: null, priceCents: null, monitors: null });
  });

  test("lets requests through at some rate", () => {
    expect(planNames.every((name) => plans[name].perSecond > 0)).toBe(true);
  });
});

describe("an account's keys", () => {
  const code = (plan: PlanName, activeKeys: number) => refuseKey({ plan, activeKeys })?.code;

  test("are as many as its plan gives, and no more", () => {
    expect([code("free", 0), code("free", 1)]).toEqual([undefined, "key_limit_reached"]);
    expect([code("starter", 2), code("starter", 3)]).toEqual([undefined, "key_limit_reached"]);
    expect(code("pro", 10_000)).toBeUndefined();
  });

  test("that a larger plan gave before stay, and none is added", () => {
    expect(refuseKey({ plan: "free", activeKeys: 3 })?.detail.extra).toEqual({ limit: 1, used: 3 });
  });
});

test("a suspended account is told so, an active one is not", () => {
  expect(refuseSuspendedAccount({ status: "suspended" })?.code).toBe("tenant_suspended");
  expect(refuseSuspendedAccount({ status: "active" })).toBeUndefined();
});
