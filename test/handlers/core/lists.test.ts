import { describe, expect, test } from "vitest";
import * as z from "zod";
import { newId } from "../../../functions/adapters/local/id-maker.ts";
import { newAggregate, type RecordType, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import * as due from "../../../functions/app/core/due-index.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import {
  countOf,
  cursorOf,
  type ListSource,
  listAggregates,
  listRows,
  monthlyPartitions,
  tenantRecords,
} from "../../../functions/app/core/list-page.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { spreadOf } from "../../../functions/app/core/ports-lanes.ts";
import { getRecord, requireRecord, rowsAt } from "../../../functions/app/core/read-records.ts";
import { allPartitions, allPlace, listedBy, wholeList, wholePlaces } from "../../../functions/app/core/row-keys.ts";
import { backoffSeconds } from "../../../functions/domain/core/backoff.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { noon } from "../../support/core/samples.ts";

const source: ListSource = { index: "list", name: "jars", partitions: ["jars#2", "jars#1"] };

/** A row of a list, by its number. */
function jar(nth: number, partition = "jars#1"): Row {
  const sort = String(nth).padStart(5, "0");
  return { pk: `jar_${sort}`, sk: "row", v: 1, type: "jar", body: { nth }, index: { list: [partition, sort] } };
}

async function storeOf(...rows: Row[]): Promise<MemoryStore> {
  const store = new MemoryStore();
  for (const row of rows) await store.write([{ put: row, expect: "absent" }], row.pk);
  return store;
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const numbers = (rows: readonly Row[]) => rows.map(({ body }) => (body as { nth: number }).nth);

describe("a page of a list", () => {
  test("is the newest first over all of its partitions, and its cursor leads on to the end", async () => {
    const store = await storeOf(...span(1, 4).map((nth) => jar(nth)), ...span(5, 7).map((nth) => jar(nth, "jars#2")));
    const pages: number[][] = [];
    for (let cursor: string | undefined; ; ) {
      const { rows, nextCursor } = await listRows(store, source, { limit: 3, cursor });
      pages.push(numbers(rows));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    expect((await listRows(store, source, { limit: 7 })).nextCursor).toBeNull();
    expect(await listRows(new MemoryStore(), source, { limit: 7 })).toEqual({ rows: [], nextCursor: null });
  });

  test("costs a query and a read where it lies in one partition, the later ones too", async () => {
    const store = await storeOf(...span(1, 6).map((nth) => jar(nth)));
    const only = { ...source, partitions: ["jars#1"] };
    const first = await listRows(store, only, { limit: 3 });
    const before = store.calls;
    await listRows(store, only, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(store.calls - before).toBe(2);
  });

  test("has only what lies between two moments", async () => {
    const store = await storeOf(...span(1, 6).map((nth) => jar(nth)));
    // A sort key goes on behind its moment.
    const between = { ...source, before: "00004~", from: "00002" };
    expect(numbers((await listRows(store, between, { limit: 10 })).rows)).toEqual([4, 3, 2]);
  });

  test("has only what is wanted, however far apart it lies", async () => {
    const store = await storeOf(...span(1, 350).map((nth) => jar(nth)));
    const wanted = ({ body }: Row) => (body as { nth: number }).nth % 100 === 0;
    const first = await listRows(store, source, { limit: 2 }, wanted);
    expect(numbers(first.rows)).toEqual([300, 200]);
    const second = await listRows(store, source, { limit: 2, cursor: first.nextCursor ?? "" }, wanted);
    expect([numbers(second.rows), second.nextCursor]).toEqual([[100], null]);
  });

  test("stops where it has looked at a thousand rows, and its cursor goes on from there", async () => {
    const store = await storeOf(...span(1, 1_250).map((nth) => jar(nth)));
    const rare = ({ body }: Row) => (body as { nth: number }).nth === 3;
    const first = await listRows(store, source, { limit: 1 }, rare);
    expect(first.rows).toEqual([]);
    expect(first.nextCursor).not.toBeNull();
    const second = await listRows(store, source, { limit: 1, cursor: first.nextCursor ?? "" }, rare);
    expect([numbers(second.rows), second.nextCursor]).toEqual([[3], null]);
  });

  test("of rows of one partition begins with its prefix, and takes no cursor beyond it", async () => {
    const rows = ["a#1", "b#1", "b#2"].map((sk): Row => ({ pk: "shelf", sk, v: 1, type: "jar", body: {} }));
    const shelf: ListSource = { name: "shelf", partitions: ["shelf"], prefix: "b#" };
    const store = await storeOf();
    for (const row of rows) await store.write([{ put: row, expect: "absent" }], row.sk);
    const { rows: found, nextCursor } = await listRows(store, shelf, { limit: 1 });
    expect([found.map(({ sk }) => sk), nextCursor]).toEqual([
      ["b#2"],
      cursorOf(shelf, "shelf", { pk: "shelf", sk: "b#2", sort: "b#2" }),
    ]);
    const last = await listRows(store, shelf, { limit: 1, cursor: nextCursor ?? "" });
    expect([last.rows.map(({ sk }) => sk), last.nextCursor]).toEqual([["b#1"], null]);
    for (const after of [
      { pk: "shelf", sk: "a#1", sort: "a#1" },
      { pk: "other", sk: "b#1", sort: "b#1" },
      { pk: "shelf", sk: "b#1", sort: "b#2" },
    ])
      await expect(listRows(store, shelf, { limit: 1, cursor: cursorOf(shelf, "shelf", after) })).rejects.toMatchObject(
        { code: "invalid_cursor" },
      );
  });

  test("takes no cursor of another list, nor text that is none", async () => {
    const store = await storeOf(jar(1), jar(2));
    const { nextCursor } = await listRows(store, source, { limit: 1 });
    const place = { pk: "p", sk: "s", sort: "x" };
    for (const [list, cursor] of [
      [{ ...source, name: "lids" }, nextCursor ?? ""],
      [source, cursorOf(source, "jars#9", place)],
      [source, cursorOf(source, "jars#1", { ...place, sort: "" })],
      [source, "no cursor"],
      [source, ""],
    ] as const)
      await expect(listRows(store, list, { limit: 1, cursor })).rejects.toMatchObject({
        ...{ code: "invalid_cursor", message: "this cursor does not belong to this list" },
        detail: { fields: [{ path: "cursor", message: "not a cursor of this list" }] },
      });
  });

  test("of records leaves out rows that are none of their kind, and what is not wanted", async () => {
    const schema = z.object({ id: z.string(), tenantId: z.string(), full: z.boolean() });
    const jarType: RecordType<z.infer<typeof schema>> = {
      ...{ type: "jar", schema, id: ({ id }) => id, tenantId: ({ tenantId }) => tenantId },
      index: ({ id }) => ({ list: ["jars#1", id] }),
    };
    const store = await storeOf({ ...jar(0), type: "lid" });
    const context = { clock: { now: () => noon }, newId: () => "evt_1", actor: "service", requestId: "req_1" };
    for (const [id, full] of [["jar_a", true] as const, ["jar_b", false] as const]) {
      const state = { id, tenantId: "ten_1", full };
      const made = { next: state, from: null, to: "there", reason: "made" };
      await store.write(transitionWrites(newAggregate(jarType, state), [made], context).writes, id);
    }
    const listed = (wanted?: (state: { full: boolean }) => boolean) =>
      listAggregates({ store }, jarType, source, { limit: 9 }, wanted).then(({ data }) => data.map(({ id }) => id));
    expect(await listed()).toEqual(["jar_b", "jar_a"]);
    expect(await listed(({ full }) => full)).toEqual(["jar_a"]);
    const none = { code: "not_found", message: "no such jar" };
    expect((await getRecord({ store }, jarType, "jar_a", "jar", "ten_1")).state.full).toBe(true);
    expect((await getRecord({ store }, jarType, "jar_a", "jar")).v).toBe(1);
    await expect(getRecord({ store }, jarType, "jar_a", "jar", "ten_2")).rejects.toMatchObject(none);
    await expect(getRecord({ store }, jarType, "jar_c", "jar")).rejects.toMatchObject(none);
    expect(() => requireRecord(jarType, undefined, "jar")).toThrow("no such jar");
  });
});

describe("the partitions of a list", () => {
  test("are the months from now back to its beginning", () => {
    const months = monthlyPartitions((month) => `m#${month}`, "2026-09-30T23:59:59.999Z", noon);
    expect(months).toEqual(["m#2026-11", "m#2026-10", "m#2026-09"]);
  });

  test("of a tenant's records are by their word where one is given", () => {
    const asker = { tenantId: "ten_1", tenantCreatedAt: noon };
    const context = { clock: { now: () => noon } };
    expect(tenantRecords(context, asker, "case", "open")).toEqual({
      ...{ index: "status", name: "ten_1#case#open", partitions: ["ten_1#case#open#2026-11"] },
    });
    expect(tenantRecords(context, asker, "case", undefined)).toEqual({
      ...{ index: "list", name: "ten_1#case#", partitions: ["ten_1#case#2026-11"] },
    });
    expect(tenantRecords(context, asker, "case", "x", { index: "group" }).index).toBe("group");
  });

  test("of what operators make few of are one", () => {
    expect([wholeList("approval"), wholeList("approval", "pending")]).toEqual([
      { index: "list", name: "all#approval", partitions: ["all#approval"] },
      { index: "status", name: "all#approval#pending", partitions: ["all#approval#pending"] },
    ]);
    expect(wholePlaces("approval", { id: "apr_1", status: "pending" }, noon)).toEqual({
      list: ["all#approval", `${noon}#apr_1`],
      status: ["all#approval#pending", `${noon}#apr_1`],
    });
  });

  test("of all tenants are sixteen a month, and spread over them evenly", () => {
    const place = (id: string) => allPlace("case", { id, createdAt: noon });
    expect(allPartitions("case", "2026-11")).toEqual(span(0, 15).map((each) => `all#case#${each}#2026-11`));
    const ids = span(1, 3200).map((nth) => newId("cas", addSeconds(noon, nth)));
    const counts = Object.values(Object.groupBy(ids, (id) => place(id)[0])).map((each) => each?.length ?? 0);
    expect(counts).toHaveLength(16);
    // 200 each, give or take five times their spread.
    expect(Math.max(...counts)).toBeLessThan(270);
    expect(place("cas_1")[1]).toBe(`${noon}#cas_1`);
    expect(listedBy("case", { id: "cas_1", tenantId: "ten_1", createdAt: noon, status: "open" })).toEqual({
      list: ["ten_1#case#2026-11", `${noon}#cas_1`],
      status: ["ten_1#case#open#2026-11", `${noon}#cas_1`],
    });
  });

  test("count up to what was read", () => {
    const page = (length: number, nextCursor: string | null) => ({ data: Array(length).fill(0), nextCursor });
    expect(countOf(page(2, null), page(3, null))).toEqual({ count: 5, more: false });
    expect(countOf(page(2, "next"), page(3, null))).toEqual({ count: 5, more: true });
    expect(countOf()).toEqual({ count: 0, more: false });
  });
});

describe("rows that are due", () => {
  const key = { pk: "stl_1", sk: "row" };

  test("stand in one of 64 partitions, the same for all of an aggregate, by their time", () => {
    const [partition, sort] = due.dueIndex(key, noon);
    expect(due.duePartitions).toEqual(Array.from({ length: 64 }, (_, shard) => `due#${shard}`));
    expect(due.duePartitions).toContain(partition);
    expect(due.dueIndex({ ...key, sk: "entry#1" }, noon)[0]).toBe(partition);
    expect(sort).toBe(`${noon}#stl_1#row`);
    const spread = new Set(span(1, 900).map((nth) => due.dueIndex({ pk: `stl_${nth}`, sk: "row" }, noon)[0]));
    expect(spread.size).toBe(64);
    const [asking, own] = [true, false].map((asks) => due.nextLookIndex(key, { at: noon, asks })[0].split("#")[0]);
    expect([asking, own]).toEqual(["look_up", "due"]);
  });

  test.each([
    ["entry", due.entryIndex, due.entryPartitions],
    ["claim", due.claimIndex, due.claimPartitions],
    ["upkeep", due.upkeepIndex, due.upkeepPartitions],
    ["daily", due.dailyIndex, due.dailyPartitions],
    ["letter", due.letterIndex, due.letterPartitions],
    ["monitor", due.monitorIndex, due.monitorPartitions],
    ["walk", due.walkIndex, due.walkPartitions],
  ])("of the kind %s stand in partitions of its own", (name, indexOf, partitions) => {
    const [partition, sort] = indexOf(key, noon);
    expect(partitions).toContain(partition);
    expect([partition.split("#")[0], sort]).toEqual([name, `${noon}#stl_1#row`]);
  });

  test("that failed come again later each time, and say how often", () => {
    const first = due.postponedPlace(key, `${noon}#stl_1#row`, noon);
    expect(first).toBe(`${addSeconds(noon, backoffSeconds(1, "stl_1"))}#stl_1#row#1`);
    const second = due.postponedPlace(key, first, noon);
    expect(second).toBe(`${addSeconds(noon, backoffSeconds(2, "stl_1"))}#stl_1#row#2`);
  });

  test("are read whole up to a moment, of each partition its share and then what else is due", async () => {
    const dueRow = (nth: number, shard: number): Row => {
      const place = `${String(nth).padStart(3, "0")}#r`;
      return { pk: `row_${nth}`, sk: "row", v: 1, type: "jar", body: { nth }, index: { due: [`due#${shard}`, place] } };
    };
    const store = await storeOf(...span(1, 5).map((nth) => dueRow(nth, 0)), dueRow(6, 1), dueRow(7, 3), dueRow(99, 3));
    const four = due.duePartitions.slice(0, 4);
    expect(numbers(await dueRows(store, "050", 8, four))).toEqual([1, 2, 6, 7, 3, 4, 5]);
    expect(numbers(await dueRows(store, "050", 4, four))).toEqual([1, 6, 7, 2]);
    expect(numbers(await dueRows(store, "050", 2))).toEqual([1, 6]);
    expect(numbers(await dueRows(store, "050", 2, ["due#0"]))).toEqual([1, 2]);
    expect(numbers(await dueRows(store, "050", 1))).toEqual([1]);
  });

  test("are read where an earlier release listed them, in the first four partitions", async () => {
    const listed = span(1, 40).map((nth): Row => {
      const pk = `stl_${nth}`;
      const place = [`due#${spreadOf(pk) % 4}`, `${noon}#${pk}#row`] as const;
      return { pk, sk: "row", v: 1, type: "jar", body: { nth }, index: { due: place } };
    });
    const store = await storeOf(...listed);
    expect(numbers(await dueRows(store, `${noon}~`, 6_400)).toSorted((one, other) => one - other)).toEqual(span(1, 40));
    expect(allPartitions("case", "2026-11").slice(0, 4)).toEqual(span(0, 3).map((each) => `all#case#${each}#2026-11`));
  });

  test("of more keys than one call takes are read in several, in their order", async () => {
    const store = await storeOf(...span(1, 205).map((nth) => jar(nth)));
    const keys = span(1, 206).map((nth) => ({ pk: `jar_${String(nth).padStart(5, "0")}`, sk: "row" }));
    const before = store.calls;
    const rows = await rowsAt({ store }, keys);
    expect([store.calls - before, rows.length, rows.at(-1)]).toEqual([3, 206, undefined]);
    expect(numbers(rows.flatMap((row) => row ?? []))).toEqual(span(1, 205));
  });
});
