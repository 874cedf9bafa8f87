import { beforeEach, describe, expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import {
  type Catalogue,
  listCatalogue,
  listsHealth,
  oldestListHours,
  readCatalogue,
  stepsBefore,
  unusableLists,
} from "../../../functions/app/screening/list-catalogue.ts";
import { listChangesSince } from "../../../functions/app/screening/list-changes.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { type LoadInput, loadList } from "../../../functions/app/screening/load-list.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { ListHead } from "../../../functions/domain/screening/list-entry.ts";
import { noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bytesOf, MemoryLists } from "../../support/screening/memory-lists.ts";
import { manyParties, sdnFile } from "../../support/screening/sdn-file.ts";

let api: TestApi;
let listStore: MemoryLists;

beforeEach(() => {
  api = new TestApi();
  listStore = new MemoryLists();
});

function load(text: string, input: Partial<LoadInput> = {}) {
  const context = { ...api.context, listStore, parserOf };
  const given = { list: "ofac_sdn", source: "a test", byHand: true } as const;
  return loadList(context, { ...given, bytes: bytesOf(text), ...input });
}

function head(list: string, reply: Partial<ListHead> = {}): ListHead {
  return {
    ...{ list, title: list, publishedAt: "2026-11-02", sha256: "a", records: 1, loadedAt: noon, since: noon },
    ...{ indexKey: "k", fileKey: "f", staleAfterSeconds: 3_600, ...reply },
  };
}

function problems(lists: readonly ListHead[], required: readonly string[], seconds = 0) {
  const catalogue: Catalogue = { id: "lists", version: 1, lists: [...lists] };
  return unusableLists(catalogue, required, addSeconds(noon, seconds)).map(({ list, problem }) => [list, problem]);
}

describe("nobody is screened", () => {
  test("without any list", () => {
    expect(problems([], [])).toEqual([["any", "missing"]]);
  });

  test("without a list that this stage demands, whatever others there are", () => {
    expect(problems([], ["ofac_sdn"])).toEqual([["ofac_sdn", "missing"]]);
    expect(problems([head("fixture")], ["ofac_sdn"])).toEqual([["ofac_sdn", "missing"]]);
  });

  test("by a list that was loaded longer ago than it may be, demanded or not", () => {
    expect(problems([head("ofac_sdn")], [], 3_600)).toEqual([]);
    expect(problems([head("ofac_sdn")], [], 3_601)).toEqual([["ofac_sdn", "stale"]]);
  });

  test("but a list may never age", () => {
    expect(problems([head("fixture", { staleAfterSeconds: null })], [], 1e9)).toEqual([]);
  });
});

describe("the age that wakes people", () => {
  const age = (lists: readonly ListHead[], required: readonly string[]) =>
    oldestListHours({ id: "lists", version: 1, lists: [...lists] }, required, addSeconds(noon, 7_200));

  test("is the oldest list's, of those that age", () => {
    const fixture = head("fixture", { staleAfterSeconds: null });
    expect(age([fixture, head("ofac_sdn"), head("b", { loadedAt: addSeconds(noon, 60) })], [])).toBe(2);
    expect(age([fixture], [])).toBeNull();
  });

  test("is a long one where a list that is demanded has never come", () => {
    expect(age([], ["ofac_sdn"])).toBeGreaterThan(72);
    expect(age([head("b")], ["ofac_sdn"])).toBeGreaterThan(72);
  });
});

describe("how the lists are", () => {
  const health = (required: readonly string[] = ["ofac_sdn"]) => listsHealth(api.context, required);

  test("is degraded where one is missing, and says which", async () => {
    expect(await health()).toEqual({
      ...{ status: "degraded", lists: [], problems: [{ list: "ofac_sdn", problem: "missing" }] },
    });
  });

  test("is ok with each that there is, and degraded once one is old", async () => {
    const { head: loaded } = await load(sdnFile(manyParties(4)));
    const { list, title, publishedAt, sha256, records } = loaded;
    const shown = { list, title, publishedAt, loadedAt: noon, sha256, records };
    expect(await health()).toEqual({ status: "ok", lists: [{ ...shown, stale: false }], problems: [] });
    api.pass((loaded.staleAfterSeconds ?? 0) + 1);
    expect(await health()).toEqual({
      status: "degraded",
      lists: [{ ...shown, stale: true }],
      problems: [{ list: "ofac_sdn", problem: "stale" }],
    });
  });
});

describe("the versions that there were", () => {
  test("are paged from the newest to the first", async () => {
    expect(await stepsBefore(api.context, null, 2)).toEqual({ steps: [], next: null });
    for (let nth = 4; nth < 7; nth += 1) await load(sdnFile(manyParties(nth)));
    const page = async (before: number | null, limit: number) => {
      const { steps, next } = await stepsBefore(api.context, before, limit);
      return [steps.map(({ version }) => version), next];
    };
    expect(await page(null, 2)).toEqual([[3, 2], 2]);
    expect(await page(2, 2)).toEqual([[1], null]);
    expect(await page(99, 3)).toEqual([[3, 2, 1], null]);
    expect(await page(1, 2)).toEqual([[], null]);
  });
});

describe("what changed since a version", () => {
  beforeEach(async () => {
    await load(sdnFile(manyParties(4)));
    await load(sdnFile(manyParties(5, 100)), { list: "fixture" });
    await load(sdnFile(manyParties(4, 1)));
  });

  function since(version: number, skip = 0) {
    return listChangesSince({ store: api.store, listStore }, { version, skip });
  }

  test("is every step after it, oldest first, with the lists as they stand", async () => {
    const { added, removed, ...rest } = await since(0);
    expect(rest).toMatchObject({ version: 3, more: false, lists: [{ list: "fixture" }, { list: "ofac_sdn" }] });
    expect(added.map(({ list }) => list)).toEqual([
      ...Array(4).fill("ofac_sdn"),
      ...Array(5).fill("fixture"),
      "ofac_sdn",
    ]);
    expect(removed).toEqual([{ list: "ofac_sdn", address: `0x${"0".repeat(40)}` }]);
  });

  test("is nothing after the last one", async () => {
    expect(await since(3)).toMatchObject({ version: 3, added: [], removed: [], more: false });
    expect(await since(2)).toMatchObject({ version: 3, added: [{}], removed: [{}] });
  });

  test("is everything after a version that there never was: it was another catalogue's", async () => {
    expect((await since(17)).added).toHaveLength(10);
  });

  test("comes in parts where it is much, whatever one version changed, and says so", async () => {
    await load(sdnFile(manyParties(4_500)));
    await load(sdnFile(manyParties(4_501)));
    const response = [];
    let at = { version: 0, skip: 0, more: true };
    while (at.more) {
      const { added, removed, ...rest } = await since(at.version, at.skip);
      expect(added.length + removed.length).toBeLessThanOrEqual(2_000);
      response.push(...added.map(({ list, address }) => `${list} ${address}`));
      at = rest;
    }
    expect(at).toMatchObject({ version: 5, skip: 0 });
    const onList = (await since(0)).lists.find(({ list }) => list === "ofac_sdn")?.records;
    expect(new Set(response).size).toBe((onList ?? 0) + 5);
  });

  test("leaves out what nobody can ask about", async () => {
    const ids = [["Digital Currency Address - ETH", "x".repeat(257)]] as const;
    await load(sdnFile([...manyParties(4), { uid: "99", last: "LONG", ids }]));
    expect(await since(3)).toMatchObject({ version: 4, added: [{}], removed: [{}] });
  });
});

test("lists come a page at a time, by their ids", async () => {
  await load(sdnFile(manyParties(4)));
  await load(sdnFile(manyParties(5)), { list: "fixture" });
  const first = await listCatalogue(api.context, { limit: 1 });
  expect(first.data).toMatchObject([{ list: "fixture" }]);
  const second = await listCatalogue(api.context, { limit: 1, cursor: first.nextCursor ?? "" });
  expect(second).toMatchObject({ data: [{ list: "ofac_sdn" }], nextCursor: null });
  await expect(listCatalogue(api.context, { limit: 1, cursor: "bm9uZQ" })).rejects.toThrow("cursor");
});

describe("lists in memory", () => {
  async function heads() {
    return (await readCatalogue(api.context)).lists;
  }

  test("an index is read once, however many ask for it at a time", async () => {
    await load(sdnFile(manyParties(4)));
    listStore.reads = 0;
    const memory = new ListMemory(listStore);
    await Promise.all([memory.lists(await heads()), memory.lists(await heads())]);
    await memory.lists(await heads());
    expect(listStore.reads).toBe(1);
  });

  test("a new version is looked up in from the next request on", async () => {
    await load(sdnFile(manyParties(4)));
    const memory = new ListMemory(listStore);
    await memory.lists(await heads());
    await load(sdnFile(manyParties(5)));
    const [held] = await memory.lists(await heads());
    expect(held?.index.lookUp([`0x${"4".padStart(40, "0")}`])).toHaveLength(1);
  });

  test("an index that cannot be read is nobody's pass, and is asked for again", async () => {
    await load(sdnFile(manyParties(4)));
    const stored = new Map(listStore.indexes);
    listStore.indexes.clear();
    const memory = new ListMemory(listStore);
    await expect(memory.lists(await heads())).rejects.toThrow("the store has no index");
    for (const [key, text] of stored) listStore.indexes.set(key, text);
    expect(await memory.lists(await heads())).toHaveLength(1);
  });
});
