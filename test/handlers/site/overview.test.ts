import { describe, expect, test } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { overviewAdding, overviewKeys, shownOn, shownTotals } from "../../../functions/app/site/overview-counters.ts";
import { storedOverview } from "../../../functions/app/site/overview-read.ts";
import type { ShownCounts } from "../../../functions/domain/core/overview-counts.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

const at = "2026-11-21T12:00:00.000Z";

/** A row after something was added to it; undefined is one that is not there yet. */
function added(spread: string, shown: ShownCounts, before: (Row | undefined)[] = []): Row[] {
  return overviewAdding(spread, at, shown).map(({ add }, place) => add(before[place]));
}

describe("what is counted for everybody", () => {
  test("is nothing where nothing is to be shown", () => {
    expect(overviewAdding("stl_0", at, {})).toEqual([]);
  });

  test("goes into one row of thirty-two, by what it is spread by", () => {
    const adding = overviewAdding("stl_0A", at, { invoices: 1 });
    expect(adding.map(({ key }) => key)).toEqual([{ pk: "overview#7", sk: "row" }]);
    expect(added("stl_0A", { invoices: 1 })).toEqual([
      { pk: "overview#7", sk: "row", v: 1, type: "overview", body: { counts: { invoices: 1 } } },
    ]);
  });

  test("goes into its day too where it was completed, and its day alone has that", () => {
    const shown = { settlements: 1, "settlements.completed": 1, "settlements.completedCents": 250 };
    const adding = overviewAdding("stl_0P", at, shown);
    expect(adding.map(({ key }) => key)).toEqual([
      { pk: "overview#22", sk: "row" },
      { pk: "overview#2026-11#22", sk: "row" },
    ]);
    const day = { "settlements.completed": 1, "settlements.completedCents": 250 };
    expect(added("stl_0P", shown)).toEqual([
      { pk: "overview#22", sk: "row", v: 1, type: "overview", body: { counts: shown } },
      { pk: "overview#2026-11#22", sk: "row", v: 1, type: "overview", body: { days: { "2026-11-21": day } } },
    ]);
  });

  test("is added to what is there, and leaves other days and a newer release's fields as they are", () => {
    const shown = { "settlements.completed": 1 };
    const total = { pk: "overview#22", sk: "row", v: 4, type: "overview", body: { counts: { tenants: 2 }, newer: 1 } };
    const days = { "2026-11-20": { "settlements.completed": 5 }, "2026-11-21": { "settlements.completed": 6 } };
    const month = { pk: "overview#2026-11#22", sk: "row", v: 7, type: "overview", body: { days } };
    const [first, second] = added("stl_0P", shown, [total, month]);
    expect(first).toMatchObject({ v: 5, body: { counts: { tenants: 2, "settlements.completed": 1 } } });
    expect(second).toMatchObject({ v: 8, body: { days: { ...days, "2026-11-21": { "settlements.completed": 7 } } } });
    expect(shownTotals([undefined, first, first])).toEqual({ tenants: 4, "settlements.completed": 2 });
    expect(shownOn("2026-11-21", [undefined, second, second])).toEqual({ "settlements.completed": 14 });
    expect(shownOn("2026-11-22", [second])).toEqual({});
  });

  test("is read from all thirty-two rows, and from thirty-two of each month", () => {
    const { totals, months } = overviewKeys(["2026-10", "2026-11"]);
    expect(totals.map(({ pk }) => pk)).toEqual(Array.from({ length: 32 }, (_, shard) => `overview#${shard}`));
    expect(months).toHaveLength(64);
    expect([months[0], months[63]]).toEqual([
      { pk: "overview#2026-10#0", sk: "row" },
      { pk: "overview#2026-11#31", sk: "row" },
    ]);
  });
});

describe("the overview that is read", () => {
  const clock = { now: () => at };

  async function withCounts(): Promise<MemoryStore> {
    const store = new MemoryStore();
    const shown = { settlements: 1, "settlements.completed": 1, "settlements.completedCents": 250 };
    for (const spread of ["stl_A", "stl_B"])
      for (const { add } of overviewAdding(spread, "2026-10-31T23:59:59.000Z", shown))
        await store.write([{ put: add(undefined), expect: "absent" }], spread);
    return store;
  }

  test("has thirty days up to today, also those of the month before", async () => {
    const { days, settlements, generatedAt } = await storedOverview({ store: await withCounts(), clock })();
    expect(days).toHaveLength(30);
    expect([days[0]?.date, days.at(-1)?.date, generatedAt]).toEqual(["2026-10-23", "2026-11-21", at]);
    expect(days.filter(({ completed }) => completed > 0)).toEqual([
      { date: "2026-10-31", completed: 2, completedCents: 500 },
    ]);
    expect(settlements).toMatchObject({ count: 2, volumeCents: 500, completedToday: 0 });
  });

  test("is read again where the clock went back, and after a read that failed", async () => {
    const store = new MemoryStore();
    let [now, away] = [at, true];
    const read = storedOverview({
      store: {
        ...store,
        read: (keys) => (away ? Promise.reject(new Error("away")) : store.read(keys)),
      } as typeof store,
      clock: { now: () => now },
    });
    await expect(read()).rejects.toThrow("away");
    away = false;
    expect((await read()).generatedAt).toBe(at);
    now = "2026-11-21T11:59:59.000Z";
    expect((await read()).generatedAt).toBe(now);
  });

  test("keeps what a later read has begun while an earlier one fails", async () => {
    const store = new MemoryStore();
    let reads = 0;
    let fail = (_: Error) => {};
    const slow = new Promise<never>((_, reject) => {
      fail = reject;
    });
    let now = at;
    const read = storedOverview({
      store: {
        read: (keys: Parameters<typeof store.read>[0]) => (++reads <= 2 ? slow : store.read(keys)),
      } as typeof store,
      clock: { now: () => now },
    });
    const first = read();
    now = "2026-11-21T12:01:00.000Z";
    await read();
    fail(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await read();
    expect(reads).toBe(4);
  });
});
