import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pause } from "../../../functions/adapters/local/pause.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { createAccount } from "../../../functions/app/screening/accounts.ts";
import { commitWithUsage, usageKeys, usageOf } from "../../../functions/app/screening/usage.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { group } from "../../support/runner/group.ts";
import { engines, type StartedEngine } from "../core/engines.ts";

/** As many as the screening interface's own example: 500 at once with 100 left. */
const atOnce = 500;
const left = 100;

describe.each(engines)("an account's month on $name", (engine) => {
  group(engine.missing, "keeps its limit", () => {
    let started: StartedEngine;
    let store: Store;

    beforeAll(async () => {
      started = await engine.start();
      store = await started.open("counted");
    });

    afterAll(async () => {
      await started?.stop();
    });

    test("lets exactly as many screens pass as are left, however many come at once", async () => {
      const context = { ...new TestApi().context, store, pause };
      const { id } = await createAccount(context, { name: "Acme", plan: "starter", environment: "test" });
      const now = context.clock.now();
      const usage = async () => usageOf(await store.read(usageKeys(id, now)), id, now);
      await commitWithUsage(context, async () => ({ writes: [], usage: await usage(), by: 400, result: null }));
      const screen = (each: number) =>
        commitWithUsage(context, async () => {
          const put = { ...rowKey(`screen${each}`), v: 1, type: "thing", body: {} };
          return { writes: [{ put, expect: "absent" }], usage: await usage(), by: 1, result: put.pk };
        });
      const response = await Promise.allSettled(Array.from({ length: atOnce }, (_, each) => screen(each)));
      const codes = response.map((each) =>
        each.status === "rejected" && each.reason instanceof Refusal ? each.reason.code : each.status,
      );
      expect(Map.groupBy(codes, (code) => code).get("fulfilled")).toHaveLength(left);
      expect(new Set(codes)).toEqual(new Set(["fulfilled", "plan_limit_reached"]));
      expect((await usage()).used).toBe(500);
    }, 120_000);
  });
});
