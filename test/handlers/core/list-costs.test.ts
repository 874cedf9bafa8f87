import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { RecordType } from "../../../functions/app/core/aggregate.ts";
import {
  createdIn,
  type ListPage,
  type ListRequest,
  listAggregates,
  tenantRecords,
} from "../../../functions/app/core/list-page.ts";
import { listByPointer, pointersAt } from "../../../functions/app/core/list-pointers.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { listedBy, rowKey } from "../../../functions/app/core/row-keys.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

const tenantId = "ten_1";
const jar = z.object({ id: z.string(), tenantId: z.string(), createdAt: z.string(), status: z.string() });
type Jar = z.infer<typeof jar>;
const jarType: RecordType<Jar> = { type: "jar", schema: jar, id: ({ id }) => id, tenantId: (state) => state.tenantId };

const count = 20_000;
const now = "2026-11-30T00:00:00.000Z";
const head = { seq: 1, hash: "0" };

/** Counts the calls of a store, and the rows that they read. */
class CountedStore extends MemoryStore {
  rowsRead = 0;

  override async read(...args: Parameters<MemoryStore["read"]>) {
    const rows = await super.read(...args);
    this.rowsRead += rows.length;
    return rows;
  }

  override async page(...args: Parameters<MemoryStore["page"]>) {
    const rows = await super.page(...args);
    this.rowsRead += rows.length;
    return rows;
  }
}

const store = new CountedStore();
const context = { store, clock: { now: () => now } };
const asker = { tenantId, tenantCreatedAt: "2026-11-01T00:00:00.000Z" };

beforeAll(async () => {
  for (let nth = 0; nth < count; nth += 1) {
    const id = `jar_${String(nth).padStart(6, "0")}`;
    const createdAt = new Date(Date.parse("2026-11-02T00:00:00.000Z") + nth * 60_000).toISOString();
    const state = { id, tenantId, createdAt, status: "open" };
    const put: Row = { ...rowKey(id), v: 1, type: "jar", body: { state, head }, index: listedBy("jar", state) };
    const pointer: Row = { pk: "find#shelf_1", sk: id, v: 1, type: "pointer", body: {} };
    await store.write(
      [put, pointer].map((row) => ({ put: row, expect: "absent" as const })),
      id,
    );
  }
});

/** What each page cost, as calls and rows, from the first to the last, and how many there were of what was shown. */
async function walked(list: (request: ListRequest) => Promise<ListPage<Jar>>) {
  const costs = new Map<string, number>();
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const before = [store.calls, store.rowsRead] as const;
    const { data, nextCursor } = await list({ limit: 2, cursor });
    const cost = `${store.calls - before[0]} calls, ${store.rowsRead - before[1]} rows`;
    // The last page looks for another in vain.
    if (nextCursor !== null) costs.set(cost, (costs.get(cost) ?? 0) + 1);
    for (const { id } of data) ids.add(id);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { costs: Object.fromEntries(costs), shown: ids.size };
}

describe("a page costs the same, the first like the ten-thousandth", () => {
  const own =
    (status?: string, range: object = {}) =>
    (request: ListRequest) => {
      const source = tenantRecords(context, asker, "jar", status, createdIn(range));
      return listAggregates(context, jarType, source, { ...request, ...range });
    };

  test.each<[string, ReturnType<typeof own>]>([
    ["of a whole list", own()],
    ["of those in one status", own("open")],
    ["of a range", own(undefined, { createdAfter: "2026-11-01T12:00:00.000Z", createdBefore: "2026-11-29" })],
  ])("%s", async (_, list) => {
    expect(await walked(list)).toEqual({ costs: { "2 calls, 3 rows": 9_999 }, shown: count });
  });

  test("of a range in the middle, whose ends cost nothing of what is newer or older", async () => {
    const list = own(undefined, {
      createdAfter: "2026-11-05T00:00:00.000Z",
      createdBefore: "2026-11-06T00:00:00.000Z",
    });
    expect(await walked(list)).toEqual({ costs: { "2 calls, 3 rows": 719 }, shown: 1_440 });
  });

  test("of what belongs to a parent", async () => {
    const list = (request: ListRequest) =>
      listByPointer(context, jarType, pointersAt("shelf_1", "jar"), request, (state) => state.tenantId === tenantId);
    expect(await walked(list)).toEqual({ costs: { "2 calls, 5 rows": 9_999 }, shown: count });
  });
});
