import { beforeEach, describe, expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { readCatalogue, stepsSince } from "../../../functions/app/screening/list-catalogue.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import {
  fetchList,
  fetchLists,
  type LoadContext,
  type LoadInput,
  loadList,
} from "../../../functions/app/screening/load-list.ts";
import type { FetchList } from "../../../functions/app/screening/ports.ts";
import { ListImplausible, ListUnreadable } from "../../../functions/domain/screening/list-check.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bytesOf, MemoryLists } from "../../support/screening/memory-lists.ts";
import { manyParties, sdnFile } from "../../support/screening/sdn-file.ts";

let api: TestApi;
let listStore: MemoryLists;
let context: LoadContext;

beforeEach(() => {
  api = new TestApi();
  listStore = new MemoryLists();
  context = { ...api.context, clock: api.clock, listStore, parserOf };
});

const whole = manyParties(500);
const address = `0x${"0".repeat(40)}`;
const next = { date: "11/09/2026" };

function load(text: string, input: Partial<LoadInput> = {}) {
  return loadList(context, { list: "ofac_sdn", bytes: bytesOf(text), source: "a test", ...input });
}

/** What the lists say of an address now. */
async function listed(value: string) {
  const { lists } = await readCatalogue(context);
  const held = await new ListMemory(listStore).lists(lists);
  return held.flatMap(({ index }) => index.lookUp([value.toLowerCase()]));
}

describe("the first file of a list", () => {
  test("becomes the list: its date, hash, addresses and age are in the catalogue", async () => {
    const { head, before, changed, added } = await load(sdnFile(whole));
    expect([before, changed, added]).toEqual([null, true, 500]);
    const { version, lists } = await readCatalogue(context);
    expect(version).toBe(1);
    expect(lists).toEqual([head]);
    expect(head).toMatchObject({
      ...{ list: "ofac_sdn", publishedAt: "2026-11-02", records: 500, loadedAt: api.clock.now() },
      staleAfterSeconds: 72 * 3_600,
    });
    expect(head.fileKey).toBe(`files/ofac_sdn/${head.sha256}`);
    expect(await listed(address)).toMatchObject([{ party: { name: "PARTY 0" }, removedAt: null }]);
  });

  test("is on record with its source, without what lets somebody in there", async () => {
    const { head } = await load(sdnFile(whole), { source: "https://me:secret@lists.example/sdn.xml?key=secret" });
    const { lists } = await readCatalogue(context);
    const [step] = await stepsSince(context, 0, 1);
    const source = "https://lists.example/sdn.xml";
    expect([head.source, lists[0]?.source, step?.source, step?.sha256]).toEqual([source, source, source, head.sha256]);
    expect(JSON.stringify(api.store.rows())).not.toContain("secret");
  });

  test("leaves an audit entry that says where it came from", async () => {
    await load(sdnFile(whole));
    const [entry] = api.store.rows().filter(({ type }) => type === "entry");
    expect(entry?.body).toMatchObject({
      reason: "ofac_sdn of 2026-11-02 from a test: 500 addresses, 500 added, 0 removed",
    });
  });
});

describe("the next file", () => {
  beforeEach(async () => {
    await load(sdnFile(whole));
    api.pass(3_600);
  });

  test("takes its place, and what it has no more is history from then on", async () => {
    const { added, removed } = await load(sdnFile([...whole.slice(1), ...manyParties(1, 900)], next));
    expect([added, removed]).toEqual([1, 1]);
    expect(entriesIn(api.store.rows()).at(-1)).toMatchObject({ from: "loaded", to: "loaded" });
    expect(await listed(address)).toMatchObject([{ party: { name: "PARTY 0" }, removedAt: api.clock.now() }]);
    expect(await listed(`0x${(900).toString(16).padStart(40, "0")}`)).toMatchObject([{ removedAt: null }]);
  });

  test("is not taken from its publisher where over half of the good list is gone, however much it names; by hand it is", async () => {
    const other = sdnFile([...whole.slice(251), ...manyParties(600, 2_000)], next);
    await expect(load(other)).rejects.toThrow("without 251 of the good list's 500 addresses: over half");
    expect(await listed(address)).toMatchObject([{ removedAt: null }]);
    expect((await load(other, { byHand: true })).removed).toBe(251);
  });

  test("history stays through the versions that follow, and ends where an address comes back", async () => {
    await load(sdnFile(whole.slice(1), next));
    const gone = api.clock.now();
    api.pass(3_600);
    await load(sdnFile(whole.slice(1).toReversed(), { date: "11/16/2026" }));
    expect(await listed(address)).toMatchObject([{ removedAt: gone }]);
    await load(sdnFile(whole, { date: "11/20/2026" }));
    expect(await listed(address)).toMatchObject([{ removedAt: null }]);
  });

  test("the same one again makes the list younger and nothing else", async () => {
    const { since } = (await readCatalogue(context)).lists[0] ?? {};
    const { changed } = await load(sdnFile(whole));
    const { version, lists } = await readCatalogue(context);
    expect([changed, version]).toEqual([false, 1]);
    expect(entriesIn(api.store.rows()).map(({ from, to, reason }) => `${from} ${to}: ${reason}`)).toEqual([
      "null loaded: ofac_sdn of 2026-11-02 from a test: 500 addresses, 500 added, 0 removed",
      "loaded loaded: ofac_sdn from a test: unchanged since 2026-11-02",
    ]);
    expect(lists).toMatchObject([{ loadedAt: api.clock.now(), since }]);
    expect(listStore.indexes.size).toBe(1);
  });

  test.each([
    ["half of it", sdnFile(whole).slice(0, 60_000), ListUnreadable],
    ["nothing", "", ListUnreadable],
    ["a web page", "<!DOCTYPE html><html></html>", ListUnreadable],
    ["a tenth of it", sdnFile(manyParties(50), next), ListImplausible],
    ["one of an earlier day", sdnFile(manyParties(600), { date: "10/30/2026" }), ListImplausible],
    ["one that lost entries", sdnFile(whole, { ...next, count: 501 }), ListUnreadable],
  ])("%s is refused, and the good list stays as it was", async (_, text, refusal) => {
    const before = await readCatalogue(context);
    await expect(load(text)).rejects.toBeInstanceOf(refusal);
    expect(await readCatalogue(context)).toEqual(before);
    expect(await listed(address)).toMatchObject([{ removedAt: null }]);
  });

  test("an operator may bring an older one, and not a tenth of it", async () => {
    const older = sdnFile(manyParties(600), { date: "10/30/2026" });
    expect(await load(older, { byHand: true })).toMatchObject({ changed: true, added: 100 });
    const tenth = load(sdnFile(manyParties(50), next), { byHand: true });
    await expect(tenth).rejects.toThrow("under half of the good list's 600");
  });

  test("another list beside it is another list", async () => {
    await load(sdnFile(manyParties(3)), { list: "fixture" });
    const { version, lists } = await readCatalogue(context);
    expect(version).toBe(2);
    expect(lists.map(({ list, records }) => [list, records])).toEqual([
      ["fixture", 3],
      ["ofac_sdn", 500],
    ]);
  });

  test("of two at once both become versions, one after the other", async () => {
    const one = load(sdnFile(manyParties(600), next));
    const two = load(sdnFile(manyParties(700), next));
    await Promise.all([one, two]);
    const { version, lists } = await readCatalogue(context);
    expect(version).toBe(3);
    expect([600, 700]).toContain(lists[0]?.records);
    const steps = api.store.rows().filter(({ type }) => type === "list_version");
    expect(steps).toHaveLength(3);
  });

  test("the same one twice at once is one version", async () => {
    const text = sdnFile(manyParties(600), next);
    const both = await Promise.all([load(text), load(text)]);
    expect(both.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect((await readCatalogue(context)).version).toBe(2);
  });

  test("a store that fails leaves the good list", async () => {
    const before = await readCatalogue(context);
    listStore.writeIndex = async () => {
      throw new Error("no space");
    };
    await expect(load(sdnFile(manyParties(600), next))).rejects.toThrow("no space");
    expect(await readCatalogue(context)).toEqual(before);
  });
});

describe("a list that is fetched", () => {
  const url = "https://publisher.example/SDN.XML";
  let input: (string | null)[] = [];
  let file = sdnFile(whole);
  let fetch: FetchList;

  beforeEach(() => {
    input = [];
    file = sdnFile(whole);
    fetch = async ({ etag }) => {
      input.push(etag);
      const mark = `"${file.length}"`;
      return etag === mark ? null : { etag: mark, bytes: bytesOf(file) };
    };
  });

  test("is not fetched again while its publisher has the same one, and is young all the same", async () => {
    await fetchList({ ...context, fetch }, "ofac_sdn", url);
    api.pass(3_600);
    const again = await fetchList({ ...context, fetch }, "ofac_sdn", url);
    expect(again).toMatchObject({ changed: false, head: { loadedAt: api.clock.now() } });
    expect(input).toEqual([null, `"${file.length}"`]);
    expect(listStore.files.size).toBe(1);
  });

  test("is fetched whole after a file that an operator brought", async () => {
    await fetchList({ ...context, fetch }, "ofac_sdn", url);
    await load(sdnFile(manyParties(600), next), { byHand: true });
    await fetchList({ ...context, fetch }, "ofac_sdn", url).catch(() => undefined);
    expect(input).toEqual([null, null]);
  });

  test("a refusal is counted and told of, and is no failure of the run", async () => {
    file = "<html/>";
    const { log, meter } = api;
    expect(await fetchLists({ ...context, fetch, log, meter })).toEqual({ ofac_sdn: "refused" });
    expect(meter.values.ListRefused).toEqual([1]);
    expect((await readCatalogue(context)).lists).toEqual([]);
  });

  test("so is a publisher that cannot be reached", async () => {
    const { log, meter } = api;
    const nobody: FetchList = async () => {
      throw new ListUnreadable("the publisher answered 202");
    };
    expect(await fetchLists({ ...context, fetch: nobody, log, meter })).toEqual({ ofac_sdn: "refused" });
    expect(log.lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: "list refused", operation: "load-lists", list: "ofac_sdn", why: "the publisher answered 202" },
    ]);
  });

  test("trouble of our own is told of as such, with what it was", async () => {
    const { log, meter } = api;
    const broken: FetchList = () => Promise.reject(new Error("no store"));
    expect(await fetchLists({ ...context, fetch: broken, log, meter })).toEqual({ ofac_sdn: "failed" });
    expect([meter.values.ListRefused, JSON.parse(log.lines[0] ?? "")]).toMatchObject([
      [1],
      { message: "list not loaded", operation: "load-lists", error: expect.stringContaining("no store") },
    ]);
  });
});
