import { describe, expect, test } from "vitest";
import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { UnitOfWork } from "../../../functions/app/core/unit-of-work.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

const key = (sk: string, pk = "one") => ({ pk, sk });
const row = (sk: string, v = 1, body: unknown = {}): Row => ({ ...key(sk), v, type: "thing", body });
const put = (sk: string, v = 1, body: unknown = {}): Write => ({
  put: row(sk, v, body),
  expect: v === 1 ? "absent" : v - 1,
});

async function bookOf(...rows: readonly string[]): Promise<MemoryStore> {
  const book = new MemoryStore();
  for (const sk of rows) await book.write([put(sk)], `made ${sk}`);
  return book;
}

describe("a unit of work", () => {
  test("writes nothing by itself, and reads what it holds back", async () => {
    const book = await bookOf("a", "b");
    const unit = new UnitOfWork(book);
    expect(await unit.write([put("a", 2, { new: 1 }), put("c"), { remove: key("b"), expect: 1 }])).toEqual({
      ok: true,
    });
    const read = await unit.read([key("a"), key("b"), key("c"), key("d")]);
    expect(read.map((each) => each?.v)).toEqual([2, undefined, 1, undefined]);
    expect(book.rows().map(({ sk, v }) => [sk, v])).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    expect(await book.write(unit.writes, "unit")).toEqual({ ok: true });
    expect(book.rows().map(({ sk, v }) => [sk, v])).toEqual([
      ["a", 2],
      ["c", 1],
    ]);
  });

  test("makes one write of several on the same row, which expects what the first one did", async () => {
    const unit = new UnitOfWork(await bookOf("a", "b"));
    const count = { count: key("n"), by: 2, most: null };
    await unit.write([put("a", 2), { check: key("b"), expect: 1 }, put("c"), count]);
    await unit.write([put("a", 3), put("b", 2), put("c", 2), { ...count, by: 3 }]);
    expect(unit.writes).toEqual([
      { put: row("a", 3), expect: 1 },
      { put: row("b", 2), expect: 1 },
      { put: row("c", 2), expect: "absent" },
      { ...count, by: 5 },
    ]);
    await unit.write([
      { remove: key("a"), expect: 3 },
      { remove: key("c"), expect: 2 },
    ]);
    expect(unit.writes.slice(0, 3)).toEqual([
      { remove: key("a"), expect: 1 },
      { put: row("b", 2), expect: 1 },
      { check: key("c"), expect: "absent" },
    ]);
  });

  test("loses where a write expects another version than the one it holds back", async () => {
    const unit = new UnitOfWork(await bookOf());
    await unit.write([put("a")]);
    expect(await unit.write([put("a"), put("b")])).toEqual({ ok: false, rows: [row("a")] });
    expect(unit.writes).toEqual([put("a")]);
  });

  test("loses at once to what an earlier unit lost to, until that was read", async () => {
    const book = await bookOf("a");
    const unit = new UnitOfWork(book, book.rows());
    expect(await unit.write([put("a")])).toMatchObject({ ok: false, rows: [{ sk: "a", v: 1 }] });
    expect(await unit.write([put("a", 2)])).toEqual({ ok: true });
    const other = new UnitOfWork(book, book.rows());
    await other.read([key("a")]);
    expect(await other.write([put("a")])).toEqual({ ok: true });
  });

  test.each([
    [{ limit: 3 }, "a b2 c"],
    [{ limit: 9 }, "a b2 c e"],
    [{ limit: 2, newestFirst: true }, "e c"],
    [{ limit: 9, from: "b", upTo: "c" }, "b2 c"],
    [{ limit: 9, prefix: "c" }, "c"],
    [{ limit: 9, after: { ...key("b"), sort: "b" } }, "c e"],
    [{ limit: 9, after: { ...key("c"), sort: "c" }, newestFirst: true }, "b2 a"],
  ])("pages a partition as it will be: %j", async (query, expected) => {
    const unit = new UnitOfWork(await bookOf("a", "b", "d", "e"));
    await unit.write([put("c"), put("b", 2), { remove: key("d"), expect: 1 }]);
    const rows = await unit.page({ pk: "one", ...query });
    expect(rows.map(({ sk, v }) => (v === 1 ? sk : `${sk}${v}`)).join(" ")).toBe(expected);
  });

  test("leaves indexes and other partitions to the book", async () => {
    const book = await bookOf("a");
    const unit = new UnitOfWork(book);
    await unit.write([{ put: { ...row("b"), index: { list: ["all", "b"] } }, expect: "absent" }]);
    expect(await unit.page({ index: "list", pk: "all", limit: 9 })).toEqual([]);
    expect(await unit.page({ pk: "two", limit: 9 })).toEqual([]);
  });

  test("refuses what one transaction cannot do", async () => {
    const unit = new UnitOfWork(await bookOf());
    const many = Array.from({ length: 100 }, (_, at) => put(`${at}`));
    await expect(unit.write(many)).rejects.toThrow("at most 99 rows");
    const count = new UnitOfWork(await bookOf());
    await count.write([{ count: key("n"), by: 1, most: null }]);
    await expect(count.write([put("n")])).rejects.toThrow("in two ways");
  });
});
