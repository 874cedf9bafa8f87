import { describe, expect, test } from "vitest";
import type { Store, Write } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { changeAccount, createAccount } from "../../../functions/app/screening/accounts.ts";
import {
  type CountedPlan,
  commitWithUsage,
  usageHeaders,
  usageKey,
  usageKeys,
  usageOf,
} from "../../../functions/app/screening/usage.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";

/** An account that screens things, over a book that may be in the way. */
class Screener {
  readonly api = new TestApi();
  readonly paused: number[] = [];
  id = "";
  #things = 0;

  async open(plan: PlanName): Promise<this> {
    this.id = (await createAccount(this.api.context, { name: "Acme", plan, environment: "test" })).id;
    return this;
  }

  async usage() {
    const now = this.api.clock.now();
    return usageOf(await this.api.store.read(usageKeys(this.id, now)), this.id, now);
  }

  async used(): Promise<number> {
    return (await this.usage()).used;
  }

  /** Writes a thing that counts as `by` screenings. */
  screen(by = 1, store: Store = this.api.store) {
    const pause = async (upToMs: number) => void this.paused.push(upToMs);
    return commitWithUsage({ ...this.api.context, store, pause }, () => this.#plan(by));
  }

  get things(): number {
    return this.api.store.rows().filter(({ type }) => type === "thing").length;
  }

  async #plan(by: number): Promise<CountedPlan<string>> {
    this.#things += 1;
    const put = { ...rowKey(`thing${this.#things}`), v: 1, type: "thing", body: {} };
    const writes: Write[] = [{ put, expect: "absent" }];
    return { writes, usage: await this.usage(), by, result: put.pk };
  }

  /** A book on which the first `times` writes meet another transaction in the same instant. */
  busy(times: number): Store {
    const { store } = this.api;
    let left = times;
    return {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: async (writes, nonce) => {
        left -= 1;
        return left >= 0 ? { ok: false, rows: [] } : store.write(writes, nonce);
      },
    };
  }
}

async function noOf(call: Promise<unknown>): Promise<Refusal> {
  const reply = await call.catch((error: unknown) => error);
  if (reply instanceof Refusal) return reply;
  throw new Error("it was not refused");
}

describe("an account's month", () => {
  test("of 500 screens at once with 100 left lets exactly 100 pass", async () => {
    const screener = await new Screener().open("free");
    const response = await Promise.allSettled(Array.from({ length: 500 }, () => screener.screen()));
    expect(response.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    const noes = response.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(noes.every((no) => no instanceof Refusal && no.code === "plan_limit_reached")).toBe(true);
    expect([await screener.used(), screener.things]).toEqual([100, 100]);
  });

  test("says what is left with its no, and when it begins anew", async () => {
    const screener = await new Screener().open("free");
    for (let each = 0; each < 100; each++) await screener.screen();
    const no = await noOf(screener.screen());
    const resetsAt = usageHeaders(await screener.usage())["x-usage-reset"];
    expect(no.detail.extra).toEqual({ limit: 100, used: 100, resetsAt });
    const untilReset = Date.parse(resetsAt ?? "") - Date.parse(screener.api.clock.now());
    expect(no.detail.retryAfterSeconds).toBe(Math.ceil(untilReset / 1000));
    screener.api.pass(no.detail.retryAfterSeconds ?? 0);
    await screener.screen();
    expect(await screener.used()).toBe(1);
  });

  test("takes several at once or none of them", async () => {
    const screener = await new Screener().open("free");
    await screener.screen(90);
    expect(await refusalCodeOf(screener.screen(11))).toBe("plan_limit_reached");
    expect(await screener.used()).toBe(90);
    await screener.screen(10);
    expect(await screener.used()).toBe(100);
  });

  test("does not count what counts for nothing, even when it is used up", async () => {
    const screener = await new Screener().open("free");
    await screener.screen(100);
    await screener.screen(0);
    expect([await screener.used(), screener.things]).toEqual([100, 2]);
  });

  test("has no end where the plan has none, and is counted all the same", async () => {
    const screener = await new Screener().open("sandbox");
    await screener.screen(5_000);
    await screener.screen();
    expect(await screener.used()).toBe(5_001);
    expect(usageHeaders(await screener.usage())).toMatchObject({
      "x-usage-limit": "unlimited",
      "x-usage-used": "5001",
    });
  });

  test("goes on under another plan with what it has used", async () => {
    const screener = await new Screener().open("starter");
    await screener.screen(300);
    await changeAccount(screener.api.context, screener.id, { plan: "free" });
    expect(await refusalCodeOf(screener.screen())).toBe("plan_limit_reached");
    await changeAccount(screener.api.context, screener.id, { plan: "pro" });
    await screener.screen();
    expect(await screener.used()).toBe(301);
  });

  test("of a suspended account counts nothing", async () => {
    const screener = await new Screener().open("pro");
    await changeAccount(screener.api.context, screener.id, { status: "suspended" });
    expect(await refusalCodeOf(screener.screen())).toBe("tenant_suspended");
    expect([await screener.used(), screener.things]).toEqual([0, 0]);
  });

  test("is kept for a year after it", async () => {
    const screener = await new Screener().open("free");
    await screener.screen();
    const key = usageKey(screener.id, screener.api.clock.now());
    const [row] = await screener.api.store.read([key]);
    const inAYear = Date.parse(screener.api.clock.now()) / 1000 + 366 * 86_400;
    expect(row?.ttl).toBeGreaterThan(inAYear);
  });
});

describe("a screen that meets others on its counter", () => {
  test("comes again after a random wait, and is counted once", async () => {
    const screener = await new Screener().open("free");
    await screener.screen(1, screener.busy(24));
    expect(screener.paused).toHaveLength(24);
    expect(Math.max(...screener.paused)).toBeLessThanOrEqual(250);
    expect([await screener.used(), screener.things]).toEqual([1, 1]);
  });

  test("is told to come later after the twenty-fifth time, and is not counted", async () => {
    const screener = await new Screener().open("free");
    const no = await noOf(screener.screen(1, screener.busy(25)));
    expect([no.code, no.detail.retryAfterSeconds]).toEqual(["rate_limited", 1]);
    expect([await screener.used(), screener.things]).toEqual([0, 0]);
  });
});
