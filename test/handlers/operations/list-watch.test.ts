import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import type { ListsRead, NewsOfLists } from "../../../functions/app/gate/ports.ts";
import type { RescreenContext } from "../../../functions/app/operations/rescreen-on-list-change.ts";
import type { TestApi } from "../../support/core/test-api.ts";
import { unsaid } from "../../support/kyt-sim/control.ts";
import { casesAt, ListWatch, wallet } from "../../support/screening/list-watch.ts";
import { deliver } from "../../support/settlement/reserve-api.ts";

let screening: ListWatch;
let sim: ListWatch["sim"];
let api: TestApi;
let acme: Awaited<ReturnType<TestApi["tenant"]>>;

beforeAll(async () => {
  screening = await ListWatch.start();
});

beforeEach(async () => {
  ({ sim, api, acme } = await screening.begin());
});

afterAll(() => screening.stop());

const watch = (change: Partial<RescreenContext> = {}) => screening.watch(api, change);
const cases = (at: TestApi = api) => casesAt(at);

/** A book that counts its calls. */
function counted(store: Store): { store: Store; calls: string[] } {
  const calls: string[] = [];
  const note = <T>(what: string, reply: T) => {
    calls.push(what);
    return reply;
  };
  return {
    calls,
    store: {
      read: (keys) => note("read", store.read(keys)),
      page: (query) => note(`page ${query.pk}`, store.page(query)),
      write: (writes, nonce) => note("write", store.write(writes, nonce)),
    },
  };
}

/** A book that takes a second for each page. */
function slowStore(): Store {
  return {
    ...counted(api.store).store,
    page: (query) => {
      api.pass(1);
      return api.store.page(query);
    },
  };
}

describe("the watch over the lists", () => {
  test("asks every ten minutes and no sooner, from where it was", async () => {
    sim.list("0x1");
    sim.list("0x2");
    sim.list("0x3");
    const since: number[] = [];
    const { lists } = screening.contextOf(api);
    const noted = {
      since: (read: ListsRead) => {
        since.push(read.version);
        return lists?.since(read) as Promise<NewsOfLists>;
      },
    };
    await watch({ lists: noted });
    expect(since).toEqual([0, 1, 2]);
    api.pass(599);
    await watch({ lists: noted });
    expect(since).toHaveLength(3);
    api.pass(1);
    await watch({ lists: noted });
    expect(since.slice(3)).toEqual([3]);
  });

  test("buys nothing for addresses that nobody paid, one look each", async () => {
    sim.list(...Array.from({ length: 30 }, (_, at) => `bc1q${at}`));
    const { store, calls } = counted(api.store);
    await watch({ store });
    expect(calls.filter((each) => each.startsWith("page"))).toHaveLength(30);
    expect(calls.filter((each) => each === "write")).toHaveLength(1);
    expect(sim.asked).toEqual([]);
  });

  test("reads one row where nothing is due, and none where a mock screens", async () => {
    await watch();
    const { store, calls } = counted(api.store);
    await watch({ store });
    expect(calls).toEqual(["read"]);
    await watch({ store, lists: undefined });
    expect(calls).toEqual(["read"]);
  });

  test("is told of where the interface is down, and asks again the next minute", async () => {
    await deliver(api, acme, "A-1");
    sim.list(wallet);
    sim.faults.add({ on: "GET /api/v1/lists/changes", kind: "500_before" });
    await watch();
    expect(api.log.lines.at(-1)).toContain("lists could not be held against what was paid");
    expect(await cases()).toEqual([]);
    api.pass(60);
    await watch();
    expect(await cases()).toHaveLength(1);
  });

  test("holds an address against the book again where its screen had no answer", async () => {
    await deliver(api, acme, "A-1");
    sim.list("0x1");
    sim.list(wallet);
    sim.says.set(wallet, unsaid.error);
    await watch();
    expect(await cases()).toEqual([]);
    sim.says.clear();
    sim.asked.length = 0;
    api.pass(60);
    await watch();
    expect(await cases()).toHaveLength(1);
    expect(sim.asked).toHaveLength(1);
  });

  test("says how long ago it last got to the end", async () => {
    await watch();
    sim.faults.add({ on: "GET /api/v1/lists/changes", kind: "500_before", times: 25 });
    for (let hours = 0; hours < 25; hours++) {
      api.pass(3_600);
      await watch();
    }
    expect(api.meter.values.ListWatchHours?.at(-1)).toBe(25);
    sim.faults.clear();
    await watch();
    expect(api.meter.values.ListWatchHours?.at(-1)).toBe(0);
  });

  test("goes on part by part through a version that brings many", async () => {
    await deliver(api, acme, "A-1");
    sim.pageAddresses = 20;
    sim.list(...Array.from({ length: 50 }, (_, at) => `bc1q${at}`), wallet);
    await watch();
    expect(await cases()).toHaveLength(1);
    sim.list(wallet);
    api.pass(700);
    await watch();
    expect(sim.asked).toHaveLength(1);
  });

  test("names a version that comes in parts by its own number in each of them", async () => {
    const last = await deliver(api, acme, "A-1");
    sim.pageAddresses = 20;
    sim.list("0x1");
    sim.list(wallet, ...Array.from({ length: 50 }, (_, at) => `bc1q${at}`));
    await watch();
    expect(sim.asked.map(({ key }) => key)).toEqual([`${last}:listed:2`]);
  });

  test("opens one case where two runs do the same, and where a run dies before it is written down", async () => {
    await deliver(api, acme, "A-1");
    sim.list(wallet);
    await Promise.all([watch(), watch()]);
    await api.store.write([{ remove: rowKey("list_watch"), expect: 1 }], "gone");
    await watch();
    expect(await cases()).toHaveLength(1);
    expect(sim.bought.size).toBe(1);
  });

  test("goes on the next time where a run takes too long", async () => {
    await deliver(api, acme, "A-1");
    sim.list(...Array.from({ length: 40 }, (_, at) => `bc1q${at}`), wallet);
    const slow = slowStore();
    await watch({ store: slow });
    expect(await cases()).toEqual([]);
    await watch({ store: slow });
    await watch({ store: slow });
    expect(await cases()).toHaveLength(1);
  });

  test("leaves nobody out of the part after one in which a run took too long", async () => {
    await deliver(api, acme, "A-1");
    sim.pageAddresses = 30;
    sim.list(...Array.from({ length: 30 }, (_, at) => `bc1q${at}`), wallet);
    await watch({ store: slowStore() });
    await watch();
    expect(await cases()).toHaveLength(1);
  });
});
