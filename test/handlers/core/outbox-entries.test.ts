import { describe, expect, test } from "vitest";
import { completeEntries, type DoneEntry, entryOff } from "../../../functions/app/core/complete-outbox-entries.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { noon } from "../../support/core/samples.ts";

describe("entries that are done", () => {
  const store = new MemoryStore();
  const committing = { clock: { now: () => noon }, store, newId: (prefix: string) => `${prefix}_${++made}` };
  let made = 0;

  async function entryAt(nth: number): Promise<DoneEntry> {
    const key = { pk: `e_${nth}`, sk: "entry#1" };
    const row: Row = { ...key, v: 1, type: "entry", body: {}, outbox: "pending", index: { due: ["entry#0", key.pk] } };
    await store.write([{ put: row, expect: "absent" }], key.pk);
    return { key, off: entryOff(key), adding: () => [] };
  }

  const total = (pk: string) => (store.readNow([{ pk, sk: "row" }])[0]?.body as { sum: number } | undefined)?.sum;
  const pending = () => store.rows().filter(({ outbox }) => outbox === "pending").length;

  function counting(entry: DoneEntry, pk = "sum"): DoneEntry {
    const key = { pk, sk: "row" };
    const add = (row: Row | undefined): Row => {
      return { ...key, v: 1, type: "sum", body: { sum: ((row?.body as { sum: number })?.sum ?? 0) + 1 } };
    };
    return { ...entry, adding: () => [{ key, add }] };
  }

  test("are off the outbox, and what they count is counted once however often it is tried", async () => {
    const entries = [await entryAt(1), counting(await entryAt(2)), counting(await entryAt(3))];
    expect(await completeEntries(committing, entries)).toEqual({ counted: entries.slice(1), failed: [] });
    expect([total("sum"), pending()]).toEqual([2, 0]);
    expect(await completeEntries(committing, entries)).toEqual({ counted: [], failed: [] });
    const more = [...entries, counting(await entryAt(4))];
    expect((await completeEntries(committing, more)).counted).toEqual(more.slice(3));
    expect(total("sum")).toBe(3);
  });

  test("are as many transactions as fit their entries and counters", async () => {
    const entries: DoneEntry[] = [];
    for (let nth = 10; nth < 110; nth++) entries.push(counting(await entryAt(nth), "many"));
    const before = store.commits;
    expect((await completeEntries(committing, entries)).counted).toHaveLength(100);
    expect([store.commits - before, total("many"), pending()]).toEqual([2, 100, 0]);
    const apart: DoneEntry[] = [];
    for (let nth = 200; nth < 260; nth++) apart.push(counting(await entryAt(nth), `own_${nth}`));
    const start = store.commits;
    await completeEntries(committing, apart);
    expect([store.commits - start, total("own_200"), total("own_259")]).toEqual([2, 1, 1]);
  });

  test("that cannot be written come again, each with why", async () => {
    const broken = { ...committing, store: { ...reads(), write: async () => Promise.reject(new Error("no room")) } };
    const entries = [await entryAt(300), counting(await entryAt(301))];
    const { counted, failed } = await completeEntries(broken as never, entries);
    expect(counted).toEqual([]);
    expect(failed).toEqual(entries.map((entry) => ({ entry, error: new Error("no room") })));
    const busy = { ...committing, store: { ...reads(), write: async () => ({ ok: false, rows: [] }) } };
    const [late] = (await completeEntries(busy as never, entries.slice(1))).failed;
    expect(late?.error).toEqual(new Error("what 1 entries count was not counted"));
  });

  const reads = () => ({ read: store.read.bind(store), page: store.page.bind(store) });
});
