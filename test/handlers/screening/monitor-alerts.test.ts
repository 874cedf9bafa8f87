import { describe, expect, test } from "vitest";
import type { Store, Write } from "../../../functions/app/core/ports.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { dyingStore, WatchTower } from "../../support/screening/watch-tower.ts";

/** A tower with a monitor of a wallet that has just come onto a list. */
async function listed(monitors = 1) {
  const tower = new WatchTower();
  await tower.publish([]);
  const account = await tower.account("sandbox");
  const ids: string[] = [];
  for (let each = 0; each < monitors; each++) ids.push(await tower.watch(account, wallet));
  for (let swept = 0; swept < monitors; swept += 400) await tower.minute();
  await tower.publish([wallet]);
  return { tower, account, ids };
}

/** Events that came, each with how often. */
function counted({ posts }: WatchTower): Map<string, number> {
  const events = Map.groupBy(posts, ({ headers }) => headers["webhook-id"] ?? "");
  return new Map([...events].map(([id, all]) => [id, all.length]));
}

describe("a receiver that fails", () => {
  test("once is sent the same event again after a minute, and no more once it has it", async () => {
    const { tower, account, ids } = await listed();
    tower.receiver = () => (tower.posts.length === 1 ? 500 : 200);
    await tower.minute();
    for (let minute = 0; minute < 5; minute++) await tower.minute();
    expect([...counted(tower).values()]).toEqual([2]);
    const { alerts } = await tower.monitor(account, ids[0] ?? "");
    expect(alerts).toMatchObject([{ delivery: { status: "delivered", attemptsMade: 2 } }]);
    expect(tower.meter.values).toMatchObject({ WebhookDelivered: [1], WebhookFailed: [1] });
  });

  test("always is sent it six times, at 0, 60, 360, 1,260, 4,860 and 26,460 s, and then no more", async () => {
    const { tower } = await listed();
    const at: number[] = [];
    tower.receiver = () => {
      at.push(Date.parse(tower.now) / 1_000);
      return 500;
    };
    for (let minute = 0; minute < 600; minute++) await tower.minute();
    expect(at.map((each) => each - (at[0] ?? 0))).toEqual([0, 60, 360, 1_260, 4_860, 26_460]);
    expect(counted(tower).size).toBe(1);
    expect(tower.meter.values.WebhookExhausted).toEqual([1]);
  });

  test("by not answering keeps no other receiver waiting", async () => {
    const { tower, account } = await listed();
    const elsewhere = await tower.watch(account, otherWallet, "https://other.example/");
    await tower.publish([wallet, otherWallet]);
    const { promise: silence, resolve: answer } = Promise.withResolvers<number | null>();
    tower.receiver = ({ url }) => (url.startsWith("https://other") ? 200 : silence);
    const sweep = tower.minute();
    while (tower.posts.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const { alerts } = await tower.monitor(account, elsewhere);
    expect(alerts).toHaveLength(1);
    answer(null);
    expect(await sweep).toMatchObject({ alerted: 2, sent: 2 });
  });
});

/** What is left of an alert when its sweeper was killed at a call, and four more minutes have passed; undefined where it did not come to so many calls. */
async function killedAt(at: number, when: "before" | "after", rewrite = (store: Store) => store) {
  const { tower, account, ids } = await listed();
  const { store, died } = dyingStore(tower.store, { at, after: when === "after" });
  tower.pass(60);
  await tower.sweep(tower.sweepContext(rewrite(store))).catch(() => undefined);
  if (!died()) return undefined;
  for (let minute = 0; minute < 4; minute++) await tower.minute();
  const { monitor, alerts } = await tower.monitor(account, ids[0] ?? "");
  const response = [...counted(tower).keys()];
  return {
    risk: monitor.risk.action,
    alerts: alerts.map(({ alert }) => alert.id),
    told: response,
    posts: tower.posts.length,
  };
}

/** A book that writes a delivery after what it tells of, and not with it. */
function telling(store: Store): Store {
  const isDelivery = (write: Write) => "put" in write && write.put.type === "delivery";
  return {
    ...store,
    write: async (writes, nonce) => {
      const [later, first] = [writes.filter(isDelivery), writes.filter((each) => !isDelivery(each))];
      const written = first.length > 0 ? await store.write(first, `${nonce}-1`) : { ok: true as const };
      return written.ok && later.length > 0 ? store.write(later, `${nonce}-2`) : written;
    },
  };
}

describe("a sweeper that is killed", () => {
  test.each(["before", "after"] as const)(
    "%s any one of its calls loses no alert, and repeats one under its own event id alone",
    async (when) => {
      for (let at = 1; ; at++) {
        const left = await killedAt(at, when);
        if (!left) return expect(at).toBeGreaterThan(20);
        expect({ at, ...left }).toMatchObject({ risk: "block", alerts: [expect.any(String)] });
        expect(left.told).toEqual(left.alerts);
        expect(left.posts).toBeLessThanOrEqual(2);
      }
    },
  );

  test("would lose one that was written after its change, and not with it", async () => {
    const lost: number[] = [];
    for (let at = 1; ; at++) {
      const left = await killedAt(at, "before", telling);
      if (!left) break;
      if (left.told.length === 0) lost.push(at);
    }
    expect(lost).toHaveLength(1);
  });
});

describe("two sweepers at once", () => {
  test("tell of a change once", async () => {
    for (let round = 0; round < 20; round++) {
      const { tower } = await listed(3);
      tower.pass(60);
      await Promise.all([tower.sweep(), tower.sweep(), tower.sweep()]);
      await tower.minute();
      expect([...counted(tower).values()]).toEqual([1, 1, 1]);
    }
  });
});

describe("500 monitors of one address", () => {
  test("are told each once, in as many sweeps as it takes", async () => {
    const { tower } = await listed(500);
    for (let minute = 0; minute < 3; minute++) await tower.minute();
    const events = counted(tower);
    expect(events.size).toBe(500);
    expect(new Set(events.values())).toEqual(new Set([1]));
    expect(new Set(tower.posts.map(({ body }) => body.data.monitorId)).size).toBe(500);
  });

  test("are told each once where every sweep is late after a while", async () => {
    const { tower } = await listed(500);
    let sweeps = 0;
    for (; new Set(tower.posts.map(({ body }) => body.data.monitorId)).size < 500 && sweeps < 100; sweeps++) {
      let asked = 0;
      tower.pass(60);
      await tower.sweep(tower.sweepContext(), () => ++asked > 120);
    }
    expect(sweeps).toBeLessThan(100);
    expect(sweeps).toBeGreaterThan(3);
    expect(new Set(counted(tower).values())).toEqual(new Set([1]));
  });
});
