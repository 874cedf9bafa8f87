import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { RecordType } from "../../../functions/app/core/aggregate.ts";
import { allPlace, rowKey } from "../../../functions/app/core/row-keys.ts";
import { listAll } from "../../../functions/app/tenants/list-all.ts";
import { createTenant } from "../../../functions/app/tenants/tenants.ts";
import { allRows, monthlyPages, pagesOf, tenantsBefore } from "../../../functions/app/tenants/walk-store.ts";
import { noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

interface Thing {
  readonly id: string;
  readonly status: "open" | "closed";
  readonly createdAt: string;
}

const things: RecordType<Thing> = {
  type: "thing",
  schema: z.object({ id: z.string(), status: z.enum(["open", "closed"]), createdAt: z.string() }),
  id: ({ id }) => id,
  tenantId: () => "ten_1",
};
let api: TestApi;

beforeEach(async () => {
  api = new TestApi();
  api.nowMs = Date.parse("2026-08-15T12:00:00.000Z");
  await newTenant("first");
  api.nowMs = Date.parse(noon);
});

function newTenant(slug: string) {
  const input = { slug, name: slug, contactEmail: "a@b.test", destChain: "", destWallet: "", stable: "USDT" };
  return createTenant(api.context, { ...input, partnerCustomerId: null, isoRef: null, metadata: {} });
}

/** A record and its pointer in the list of all. */
async function keep(id: string, createdAt: string, status: Thing["status"] = "open"): Promise<string> {
  const head = { seq: 1, hash: "ab" };
  const record = { ...rowKey(id), v: 1, type: "thing", body: { state: { id, status, createdAt }, head } };
  const list = allPlace("thing", { id, createdAt });
  const pointer = { pk: `all#${id}`, sk: id, v: 1, type: "pointer", body: {}, index: { list } };
  await api.store.write(
    [record, pointer].map((put) => ({ put, expect: "absent" as const })),
    `keep-${id}`,
  );
  return id;
}

const list = (query: object = {}, wanted?: (state: Thing) => boolean) =>
  listAll(api.context, things, { limit: 100, ...query }, wanted);
const ids = async (query: object = {}, wanted?: (state: Thing) => boolean) =>
  (await list(query, wanted)).data.map(({ id }) => id);

describe("every tenant's records of a kind", () => {
  const made: string[] = [];

  beforeEach(async () => {
    made.length = 0;
    const at = ["2026-08-20T", "2026-09-01T", "2026-09-30T", "2026-11-01T", "2026-11-20T", "2026-11-21T"];
    for (const [nth, day] of at.entries())
      made.unshift(await keep(`thg_${nth}`, `${day}09:00:00.000Z`, nth % 2 === 0 ? "open" : "closed"));
  });

  test("are listed newest first, back to the month of the first tenant", async () => {
    expect(await ids()).toEqual(made);
    await keep("thg_old", "2026-07-31T23:59:59.000Z");
    expect(await ids()).toEqual(made);
    expect(await list()).toMatchObject({ nextCursor: null });
  });

  test("are of one status, and of what else is wanted", async () => {
    expect(await ids({ status: "open" })).toEqual(["thg_4", "thg_2", "thg_0"]);
    expect(await ids({}, ({ id }) => id > "thg_3")).toEqual(["thg_5", "thg_4"]);
    expect(await ids({ status: "closed" }, ({ id }) => id < "thg_4")).toEqual(["thg_3", "thg_1"]);
  });

  test("are listed page by page, each but the last with a cursor, and none twice", async () => {
    for (const query of [{ limit: 1 }, { limit: 2 }, { limit: 2, status: "open" }, { limit: 5 }]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let pages = 1; ; pages += 1) {
        const page = await list({ ...query, cursor });
        seen.push(...page.data.map(({ id }) => id));
        const whole = await ids({ ...query, limit: 100 });
        expect(page.nextCursor === null).toBe(seen.length === whole.length);
        if (page.nextCursor === null) {
          expect([seen, pages]).toEqual([whole, Math.ceil(whole.length / query.limit)]);
          break;
        }
        cursor = page.nextCursor;
      }
    }
  });

  test("that were made in one millisecond are in the order of their ids", async () => {
    const at = "2026-11-21T10:00:00.000Z";
    for (const id of ["thg_c", "thg_a", "thg_d", "thg_b"]) await keep(id, at);
    expect((await ids({ limit: 4 })).slice(0, 4)).toEqual(["thg_d", "thg_c", "thg_b", "thg_a"]);
  });

  test("are looked for among a thousand at a time", async () => {
    for (let nth = 0; nth < 1_005; nth += 1) await keep(`thg_x${nth}`, "2026-11-21T10:00:00.000Z", "closed");
    const { data, nextCursor } = await list({ limit: 3, status: "open" });
    expect([data, nextCursor]).toEqual([[], expect.any(String)]);
    expect(await ids({ limit: 3, status: "open", cursor: nextCursor })).toEqual(["thg_4", "thg_2", "thg_0"]);
  });

  test.each<[string, unknown]>([
    ["of another list", { all: "others", before: "2026-11-21T00:00:00.000Z#thg_1" }],
    ["of something before a moment", { all: "things", before: "then 2026-11-21T00:00:00.000Z#thg_1" }],
    ["of no month", { all: "things", before: "2026-13-21T00:00:00.000Z#thg_1" }],
    ["of nothing", "nope"],
  ])("refuse a cursor %s", async (_, body) => {
    const cursor = JSON.stringify(body);
    await expect(list({ cursor })).rejects.toMatchObject({
      ...{ code: "invalid_cursor", message: "this cursor does not belong to this list" },
      detail: { fields: [{ path: "cursor", message: "not a cursor of this list" }] },
    });
  });

  test("refuse a cursor that another kind's list has given", async () => {
    const { nextCursor: cursor } = await list({ limit: 1 });
    expect(await list({ limit: 1, cursor })).toBeDefined();
    const others = { ...things, type: "other" };
    await expect(listAll(api.context, others, { limit: 1, cursor: cursor ?? "" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });

  test("of a business without a tenant are none", async () => {
    const empty = new TestApi();
    expect(await listAll(empty.context, things, { limit: 9 })).toEqual({ data: [], nextCursor: null });
  });
});

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe("a walk", () => {
  const put = async (sk: string, sort: string) => {
    const row = {
      pk: "p",
      sk,
      v: 1,
      type: "thing",
      body: {},
      index: { list: [`l#${sort.slice(0, 7)}`, sort] as const },
    };
    await api.store.write([{ put: row, expect: "absent" }], `put-${sk}`);
  };
  const keys = (pages: readonly (readonly { readonly sk: string }[])[]) =>
    pages.map((page) => page.map(({ sk }) => sk));

  beforeEach(async () => {
    for (const [sk, day] of Object.entries({ a: "10-31", b: "11-01", c: "11-15", d: "11-30", e: "12-01" }))
      await put(sk, `2026-${day}T00:00:00.000Z#${sk}`);
  });

  test("through a partition comes page by page, and has no page of nothing", async () => {
    expect(keys(await all(pagesOf(api.store, { pk: "p" }, 2)))).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(keys(await all(pagesOf(api.store, { pk: "p", newestFirst: true }, 5)))).toEqual([["e", "d", "c", "b", "a"]]);
    expect(keys(await all(pagesOf(api.store, { index: "list", pk: "l#2026-11" }, 2)))).toEqual([["b", "c"], ["d"]]);
    expect(await all(pagesOf(api.store, { pk: "none" }, 2))).toEqual([]);
    expect((await allRows(api.store, "p")).map(({ sk }) => sk)).toEqual(["a", "b", "c", "d", "e"]);
    for (let nth = 0; nth < 250; nth += 1) await put(`f${String(nth).padStart(3, "0")}`, "2027-01#f");
    expect(await allRows(api.store, "p")).toHaveLength(255);
    expect((await all(pagesOf(api.store, { pk: "p" }))).map(({ length }) => length)).toEqual([100, 100, 55]);
  });

  test("through months begins with its moment and ends before the other", async () => {
    const walk = async (from: string, to: string) =>
      keys(await all(monthlyPages(api.store, "list", (month) => `l#${month}`, { from, to }, 2)));
    expect(await walk("2026-10-01", "2027-01-01")).toEqual([["a"], ["b", "c"], ["d"], ["e"]]);
    expect(await walk("2026-11-15T00:00:00.000Z", "2026-11-30T00:00:00.000Z")).toEqual([["c"]]);
    expect(await walk("2026-12-01", "2026-12-01")).toEqual([]);
    expect(await walk("2026-12-31", "2026-01-01")).toEqual([]);
  });

  test("through tenants has those that were made before a moment, oldest first, or one alone", async () => {
    const { id, createdAt } = await newTenant("second");
    const first = expect.objectContaining({ createdAt: "2026-08-15T12:00:00.000Z" });
    expect(await all(tenantsBefore(api.store, "2026-12-01", null))).toEqual([first, { id, createdAt }]);
    expect(await all(tenantsBefore(api.store, noon, null))).toEqual([first]);
    expect(await all(tenantsBefore(api.store, "2026-12-01", null, "2026-09-01"))).toEqual([{ id, createdAt }]);
    const only = { id: "ten_1", createdAt: noon };
    expect(await all(tenantsBefore(api.store, "2026-12-01", only))).toEqual([only]);
  });
});
