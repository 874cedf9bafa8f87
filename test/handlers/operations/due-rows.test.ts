import { describe, expect, test } from "vitest";
import { duePartitions } from "../../../functions/app/core/due-index.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

/** A store with so many due rows in these partitions, numbered by how long they are due. */
function storeOf(...counts: readonly number[]): MemoryStore {
  const store = new MemoryStore();
  for (const [shard, count] of counts.entries())
    for (let nth = 0; nth < count; nth += 1) {
      const pk = `r${shard}-${String(nth).padStart(2, "0")}`;
      const due = [duePartitions[shard] ?? "", `2026-11-29T00:00:${String(nth).padStart(2, "0")}.000Z#${pk}`] as const;
      store.writeNow([{ put: { pk, sk: "row", v: 1, type: "t", body: {}, index: { due } }, expect: "absent" }], pk);
    }
  return store;
}

const found = async (store: MemoryStore, limit: number) =>
  (await dueRows(store, "2026-11-30", limit)).map(({ pk }) => pk);

describe("due work that lies in few of its partitions", () => {
  test("is found up to the limit, what is due longest first", async () => {
    expect(await found(storeOf(12), 10)).toEqual(Array.from({ length: 10 }, (_, nth) => `r0-0${nth}`));
  });

  test("leaves each partition its share", async () => {
    expect(await found(storeOf(20, 1, 1), 4)).toEqual(["r0-00", "r1-00", "r2-00", "r0-01"]);
  });
});
