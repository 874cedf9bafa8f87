import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Book } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import type { ListsRead, NewsOfLists } from "../../../functions/app/gate/ports.ts";
import type { RescreenDesk } from "../../../functions/app/operations/rescreen-on-list-change.ts";
import type { Door } from "../../support/core/door.ts";
import { unsaid } from "../../support/kyt-sim/desk.ts";
import { casesAt, ListWatch, wallet } from "../../support/screening/list-watch.ts";
import { deliver } from "../../support/settlement/door-reserve.ts";

let office: ListWatch;
let sim: ListWatch["sim"];
let door: Door;
let acme: Awaited<ReturnType<Door["tenant"]>>;

beforeAll(async () => {
  office = await ListWatch.start();
});

beforeEach(async () => {
  ({ sim, door, acme } = await office.begin());
});

afterAll(() => office.stop());

const watch = (change: Partial<RescreenDesk> = {}) => office.watch(door, change);
const cases = (at: Door = door) => casesAt(at);

/** A book that counts its calls. */
function counted(book: Book): { book: Book; calls: string[] } {
  const calls: string[] = [];
  const note = <T>(what: string, said: T) => {
    calls.push(what);
    return said;
  };
  return {
    calls,
    book: {
      read: (keys) => note("read", book.read(keys)),
      page: (query) => note(`page ${query.pk}`, book.page(query)),
      write: (writes, nonce) => note("write", book.write(writes, nonce)),
    },
  };
}

/** A book that takes a second for each page. */
function slowBook(): Book {
  return {
    ...counted(door.book).book,
    page: (query) => {
      door.pass(1);
      return door.book.page(query);
    },
  };
}

describe("the watch over the lists", () => {
  test("asks every ten minutes and no sooner, from where it was", async () => {
    sim.list("0x1");
    sim.list("0x2");
    sim.list("0x3");
    const since: number[] = [];
    const { lists } = office.deskOf(door);
    const noted = {
      since: (read: ListsRead) => {
        since.push(read.version);
        return lists?.since(read) as Promise<NewsOfLists>;
      },
    };
    await watch({ lists: noted });
    expect(since).toEqual([0, 1, 2]);
    door.pass(599);
    await watch({ lists: noted });
    expect(since).toHaveLength(3);
    door.pass(1);
    await watch({ lists: noted });
    expect(since.slice(3)).toEqual([3]);
  });

  test("buys nothing for addresses that nobody paid, one look each", async () => {
    sim.list(...Array.from({ length: 30 }, (_, at) => `bc1q${at}`));
    const { book, calls } = counted(door.book);
    await watch({ book });
    expect(calls.filter((each) => each.startsWith("page"))).toHaveLength(30);
    expect(calls.filter((each) => each === "write")).toHaveLength(1);
    expect(sim.asked).toEqual([]);
  });

  test("reads one row where nothing is due, and none where a mock screens", async () => {
    await watch();
    const { book, calls } = counted(door.book);
    await watch({ book });
    expect(calls).toEqual(["read"]);
    await watch({ book, lists: undefined });
    expect(calls).toEqual(["read"]);
  });

  test("is told of where the interface is down, and asks again the next minute", async () => {
    await deliver(door, acme, "A-1");
    sim.list(wallet);
    sim.faults.add({ on: "GET /api/v1/lists/changes", kind: "500_before" });
    await watch();
    expect(door.log.lines.at(-1)).toContain("lists could not be held against what was paid");
    expect(await cases()).toEqual([]);
    door.pass(60);
    await watch();
    expect(await cases()).toHaveLength(1);
  });

  test("holds an address against the book again where its screen had no answer", async () => {
    await deliver(door, acme, "A-1");
    sim.list("0x1");
    sim.list(wallet);
    sim.says.set(wallet, unsaid.error);
    await watch();
    expect(await cases()).toEqual([]);
    sim.says.clear();
    sim.asked.length = 0;
    door.pass(60);
    await watch();
    expect(await cases()).toHaveLength(1);
    expect(sim.asked).toHaveLength(1);
  });

  test("says how long ago it last got to the end", async () => {
    await watch();
    sim.faults.add({ on: "GET /api/v1/lists/changes", kind: "500_before", times: 25 });
    for (let hours = 0; hours < 25; hours++) {
      door.pass(3_600);
      await watch();
    }
    expect(door.meter.values.ListWatchHours?.at(-1)).toBe(25);
    sim.faults.clear();
    await watch();
    expect(door.meter.values.ListWatchHours?.at(-1)).toBe(0);
  });

  test("goes on part by part through a version that brings many", async () => {
    await deliver(door, acme, "A-1");
    sim.pageAddresses = 20;
    sim.list(...Array.from({ length: 50 }, (_, at) => `bc1q${at}`), wallet);
    await watch();
    expect(await cases()).toHaveLength(1);
    sim.list(wallet);
    door.pass(700);
    await watch();
    expect(sim.asked).toHaveLength(1);
  });

  test("names a version that comes in parts by its own number in each of them", async () => {
    const last = await deliver(door, acme, "A-1");
    sim.pageAddresses = 20;
    sim.list("0x1");
    sim.list(wallet, ...Array.from({ length: 50 }, (_, at) => `bc1q${at}`));
    await watch();
    expect(sim.asked.map(({ key }) => key)).toEqual([`${last}:listed:2`]);
  });

  test("opens one case where two runs do the same, and where a run dies before it is written down", async () => {
    await deliver(door, acme, "A-1");
    sim.list(wallet);
    await Promise.all([watch(), watch()]);
    await door.book.write([{ remove: rowKey("list_watch"), expect: 1 }], "gone");
    await watch();
    expect(await cases()).toHaveLength(1);
    expect(sim.bought.size).toBe(1);
  });

  test("goes on the next time where a run takes too long", async () => {
    await deliver(door, acme, "A-1");
    sim.list(...Array.from({ length: 40 }, (_, at) => `bc1q${at}`), wallet);
    const slow = slowBook();
    await watch({ book: slow });
    expect(await cases()).toEqual([]);
    await watch({ book: slow });
    await watch({ book: slow });
    expect(await cases()).toHaveLength(1);
  });

  test("leaves nobody out of the part after one in which a run took too long", async () => {
    await deliver(door, acme, "A-1");
    sim.pageAddresses = 30;
    sim.list(...Array.from({ length: 30 }, (_, at) => `bc1q${at}`), wallet);
    await watch({ book: slowBook() });
    await watch();
    expect(await cases()).toHaveLength(1);
  });
});
