import { beforeEach, describe, expect, test } from "vitest";
import { dailyIndex } from "../../../functions/app/core/due-index.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { countWaiting } from "../../../functions/app/operations/count-waiting.ts";
import { daily, releaseDue } from "../../../functions/app/operations/daily.ts";
import { type DueQueues, dueWorkTypes } from "../../../functions/app/operations/due-work.ts";
import { runSweep } from "../../../functions/app/operations/run-sweep.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { park, stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import { recordPayout } from "../../../functions/domain/settlement/transitions.ts";
import { MemoryArchive } from "../../support/audit/audited.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { deliver, keepTenth } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

const hour = () => addSeconds(api.clock.now(), 3600);

function context() {
  const { screening, rail } = api;
  const archive = new MemoryArchive();
  const audited = { ...api.reports(), screening, live: false, rail, rails: [rail], archive, wallets: new Map() };
  return audited as unknown as Parameters<typeof daily>[0];
}

/** So many reserves that are due, and more until they are in so many shards. */
async function reserves(howMany = 3, inShards = 1): Promise<number> {
  const tenant = await api.tenant();
  await keepTenth(api, tenant.id, 30);
  const settlements = () => api.store.rows().filter(({ type }) => type === "settlement");
  const shards = () => new Set(settlements().map(({ index }) => index?.due?.[0])).size;
  for (let nth = 0; nth < howMany || shards() < inShards; nth += 1) await deliver(api, tenant, `A-${nth}`);
  api.pass(30 * day);
  return settlements().length;
}

describe("what is due once a day is over", () => {
  test("looks at each reserve that is due and at nothing else, and says how many", async () => {
    await reserves();
    expect(await releaseDue(context(), hour())).toEqual({ looked: 3, failed: 0, done: true });
    expect(await releaseDue(context(), hour())).toEqual({ looked: 0, failed: 0, done: true });
  });

  test("looks at more than a page of a shard", async () => {
    const { settlement } = settlementIn("completed");
    for (let nth = 0; nth < 450; nth += 1) {
      const key = rowKey(`stl_${nth}`);
      const index = { due: dailyIndex(key, noon) };
      const body = { state: { ...settlement, id: key.pk }, head: { seq: 1, hash: "0" } };
      await api.store.write([{ put: { ...key, v: 1, type: "settlement", body, index }, expect: "absent" }], key.pk);
    }
    expect((await releaseDue(context(), hour())).looked).toBe(450);
  });

  test("logs what it could not look at, which keeps none of the others waiting", async () => {
    await reserves(2);
    const { length } = api.log.lines;
    for (const [id, type] of [
      ["stl_1", "settlement"],
      ["programs#ten_1", "programs"],
    ] as const) {
      const key = rowKey(id);
      const index = { due: dailyIndex(key, noon) };
      await api.store.write([{ put: { ...key, v: 1, type, body: {}, index }, expect: "absent" }], id);
    }
    expect(await releaseDue(context(), hour())).toEqual({ looked: 2, failed: 2, done: true });
    const lines = api.log.lines.slice(length).map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: "reserve not looked at", operation: "daily", correlationId: "stl_1" }),
        expect.objectContaining({ message: "ratio programs not looked at", correlationId: "programs#ten_1" }),
      ]),
    );
  });

  test("passes over what is gone since it was listed, and says nothing of it", async () => {
    await reserves(1);
    const { store } = api;
    const gone = {
      read: async (keys: Parameters<typeof store.read>[0]) => (await store.read(keys)).map(() => undefined),
      page: (query: Parameters<typeof store.page>[0]) => store.page(query),
      write: (...input: Parameters<typeof store.write>) => store.write(...input),
    };
    const { length } = api.log.lines;
    expect(await releaseDue({ ...context(), store: gone }, hour())).toEqual({ looked: 0, failed: 0, done: true });
    expect(api.log.lines).toHaveLength(length);
  });

  test("stops where time is over, and what it did not come to is still due", async () => {
    await reserves();
    expect(await releaseDue(context(), api.clock.now())).toEqual({ looked: 0, failed: 0, done: false });
    expect(await releaseDue(context(), hour())).toEqual({ looked: 3, failed: 0, done: true });
  });
});

describe("the work of a day that is over", () => {
  test("is reserves, closes and the archive, each of which is counted", async () => {
    await reserves(2);
    const done = await daily(context(), hour());
    expect(done).toMatchObject({ reserves: 2, feeSweeps: 0, done: true });
    const { closes, archivedDays, archivedEntries } = done;
    expect([closes, archivedDays, archivedEntries > 0]).toEqual([1, 1, true]);
    expect(await daily(context(), hour())).toEqual({
      ...{ reserves: 0, closes: 0, feeSweeps: 0, archivedDays: 0, archivedEntries: 0, done: true },
    });
  });

  test("is not done where time is over before it begins", async () => {
    await reserves(1);
    expect(await daily(context(), api.clock.now())).toEqual({
      ...{ reserves: 0, closes: 0, feeSweeps: 0, archivedDays: 0, archivedEntries: 0, done: false },
    });
  });

  test("gives reserves half of the time at most", async () => {
    const all = await reserves(2, 2);
    const deadline = hour();
    const half = addSeconds(api.clock.now(), 1800);
    const { disburse } = api.rail;
    api.rail.disburse = async (...order) => {
      // Of one shard several are looked at together; with the first of them half of the time is over.
      if (api.clock.now() < half) api.pass(1801);
      return disburse.apply(api.rail, order);
    };
    const { reserves: looked, closes, done } = await daily(context(), deadline);
    expect([looked > 0 && looked < all, closes > 0, done]).toEqual([true, true, false]);
  });
});

describe("what waits for a vendor or a rail", () => {
  test("is counted apart, a hundred of each at most", async () => {
    const sweep = new SweepApi();
    const parked = lastOf(park(settlementIn("converting").settlement, "no answer", noon)).next;
    for (let nth = 0; nth < 101; nth += 1)
      await putRecord(sweep, settlementRecordType, { ...parked, id: `stl_${nth}`, payment: { ...parked.payment } });
    const paidOut = lastOf(recordPayout(settlementIn("settling").settlement, "TOKEN", later(1))).next;
    await putRecord(sweep, settlementRecordType, { ...lastOf(stall(paidOut, later(1800))).next, id: "stl_x" });
    await countWaiting(sweep);
    expect(sweep.meter.values).toEqual({ ParkedSettlements: [100], StalledSettlements: [1] });
  });
});

describe("a run of the sweep", () => {
  const queues = (send: () => Promise<void> = async () => undefined) =>
    Object.fromEntries(
      dueWorkTypes.map((kind) => [kind, { send, isDrained: () => Promise.resolve(true) }]),
    ) as unknown as DueQueues;

  function run(sweep: SweepApi, change: object = {}) {
    return runSweep({ ...sweep.sweepContext(), dueQueues: queues(), isLate: () => false, ...change });
  }

  test("says what it handed out and how many letters, and counts what waits", async () => {
    const sweep = new SweepApi();
    await sweep.entry("stl_1", {});
    expect(await run(sweep)).toEqual({
      handedOut: { entries: 1, claims: 0, deadlines: 0, lookUps: 0, deliveries: 0, upkeep: 0 },
      ...{ failedShards: 0, letters: 0 },
    });
    expect(sweep.meter.values).toEqual({ ParkedSettlements: [0], StalledSettlements: [0] });
  });

  test("fails at its end where a shard could not be handed out", async () => {
    const sweep = new SweepApi();
    await sweep.entry("stl_1", {});
    const away = queues(() => Promise.reject(new Error("away")));
    await expect(run(sweep, { dueQueues: away })).rejects.toThrow(/^\d+ shards of due work were not handed out$/);
    expect(sweep.meter.values).toHaveProperty("ParkedSettlements");
  });

  test("fails at its end where a part of it failed, which is logged, and does the others", async () => {
    const sweep = new SweepApi();
    const meter = { count: () => expect.fail("no meter"), time: () => undefined };
    await expect(run(sweep, { meter })).rejects.toThrow("no meter");
    expect(sweep.log.lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: "sweep failed", operation: "sweep", correlationId: "req_test" },
    ]);
  });
});
