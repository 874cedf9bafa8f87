import { describe, expect, test } from "vitest";
import {
  changeAccount,
  createAccount,
  listAccountsInUse,
  seeAccount,
} from "../../../functions/app/screening/accounts.ts";
import {
  commitWithUsage,
  screenUsageKeys,
  screenUsageOf,
  usageKey,
  usageKeys,
  usageOf,
} from "../../../functions/app/screening/usage.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";

/** An account without a limit that has screened so many times, one by one. */
async function screened(times: number) {
  const api = new TestApi();
  const { id } = await createAccount(api.context, { name: "The rails", plan: "unlimited", environment: "test" });
  const context = { ...api.context, pause: async () => undefined };
  const screen = () =>
    commitWithUsage(context, async () => {
      const now = api.clock.now();
      const usage = usageOf(await api.store.read(usageKeys(id, now)), id, now);
      return { writes: [], usage, by: 1, result: "screened" };
    });
  const told: number[] = [];
  for (let nth = 0; nth < times; nth++) told.push((await screen()).usage.used);
  const rows = () => api.store.rows().filter(({ pk, counted }) => pk.startsWith("usage#") && counted);
  const [row] = [usageKey(id, api.clock.now())];
  return { api, context, id, screen, told, rows, row };
}

describe("the count of an account without a limit", () => {
  test("is spread over rows, and told as one", async () => {
    const { api, id, told, rows, row } = await screened(40);
    expect(rows().length).toBeGreaterThan(8);
    expect(rows().map(({ pk }) => pk)).not.toContain(row.pk);
    expect(told).toEqual(Array.from({ length: 40 }, (_, nth) => nth + 1));
    expect((await seeAccount(api.context, id)).usage.used).toBe(40);
    expect((await listAccountsInUse(api.context, { limit: 5 })).data.map(({ used }) => used)).toEqual([40]);
  });

  test("goes on from the one row that the last release counted in", async () => {
    const { api, id, row, screen } = await screened(3);
    await api.store.write([{ count: row, by: 7, most: null }], "the last release");
    expect((await screen()).usage.used).toBe(11);
    expect((await seeAccount(api.context, id)).usage.used).toBe(11);
  });

  test("binds a plan with a limit that comes after it, to the last screening", async () => {
    const { api, id, screen } = await screened(98);
    await changeAccount(api.context, id, { plan: "free" });
    expect((await screen()).usage.used).toBe(99);
    expect((await screen()).usage.used).toBe(100);
    expect(await refusalCodeOf(screen())).toBe("plan_limit_reached");
    expect((await seeAccount(api.context, id)).usage.used).toBe(100);
  });

  test("is read from the one row of the limit once in ten seconds, and from there at once where the plan has one by now", async () => {
    const { api, context, id, screen, row } = await screened(3);
    const now = api.clock.now();
    const [account] = usageKeys(id, now);
    const seen = async (at = now) => {
      const keys = screenUsageKeys(context, id, at);
      const { used } = await screenUsageOf(context, await api.store.read(keys), id, at);
      return { keys, used };
    };
    expect(await seen()).toEqual({ keys: [account], used: 0 });
    expect(await seen(addSeconds(now, 10))).toEqual({ keys: [account, row], used: 0 });
    await api.store.write([{ count: row, by: 7, most: null }], "the last release");
    expect(await seen()).toEqual({ keys: [account], used: 0 });
    expect((await screen()).usage.used).toBe(11);
    await changeAccount(api.context, id, { plan: "free" });
    expect(await seen()).toEqual({ keys: [account], used: 11 });
  });
});
