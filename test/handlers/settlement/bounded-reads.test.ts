import { beforeEach, describe, expect, test } from "vitest";
import { hopWrites, unborn } from "../../../functions/app/core/aggregate.ts";
import { listRows } from "../../../functions/app/core/list.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { settlementKind } from "../../../functions/app/settlement/record.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { settlementHop } from "../../../functions/domain/settlement/settlement.ts";
import { Door } from "../../support/core/door.ts";
import { later, settlementIn } from "../../support/core/samples.ts";

let door: Door;

beforeEach(() => {
  door = new Door();
});

/** A settlement that waits for money, under the nth id. */
async function collecting(nth = 0): Promise<string> {
  const { settlement } = settlementIn("collecting");
  const id = `stl_01K0000000000000000000${String(nth).padStart(4, "0")}`;
  const next = { ...settlement, id };
  const hop = { next, from: null, to: "collecting", reason: "began" };
  const { writes } = hopWrites(unborn(settlementKind, next), [hop], door.desk);
  await door.book.write(writes, `born-${nth}`);
  return id;
}

describe("a settlement with more entries than a read shows", () => {
  test("is found in one call, with the newest of its history", async () => {
    const id = await collecting();
    let count = 0;
    for (let round = 0; round < 7; round++)
      await changeSettlement(door.desk, await loadSettlement(door.desk, id), (state) =>
        Array.from({ length: 90 }, () => {
          count += 1;
          return settlementHop(state, state, later(count), { reason: `word ${count}` });
        }),
      );
    const before = door.book.calls;
    const { state, history } = await getSettlement(door.desk, null, id);
    expect(door.book.calls - before).toBe(1);
    expect(state).toMatchObject({ id, updatedAt: later(630) });
    expect(history.at(-1)?.reason).toBe("word 630");
    expect(history.length).toBe(499);
  });
});

describe("a list whose filter lets next to nothing through", () => {
  const source = { name: "rows", partitions: ["p"] };

  beforeEach(async () => {
    for (let start = 0; start < 2_500; start += 100) {
      const rows = Array.from({ length: 100 }, (_, at) => ({
        ...{ pk: "p", sk: String(start + at).padStart(5, "0"), v: 1, type: "row", body: { n: start + at } },
      }));
      await door.book.write(
        rows.map((put) => ({ put, expect: "absent" as const })),
        `rows-${start}`,
      );
    }
  });

  test("stops after a dozen calls, and its cursor goes on from there to the end", async () => {
    const wanted = ({ body }: { body: unknown }) => (body as { n: number }).n === 7;
    const found: unknown[] = [];
    const costs: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const before = door.book.calls;
      const page = await listRows(door.book, source, { limit: 25, cursor }, wanted);
      costs.push(door.book.calls - before);
      found.push(...page.rows.map(({ body }) => body));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(found).toEqual([{ n: 7 }]);
    expect(costs.length).toBe(3);
    expect(Math.max(...costs)).toBeLessThanOrEqual(12);
  });

  test("costs one call a page where all is wanted", async () => {
    const before = door.book.calls;
    const { rows } = await listRows(door.book, source, { limit: 100 });
    expect([rows.length, door.book.calls - before]).toEqual([100, 1]);
  });
});

describe("a review queue in which next to nothing is one operator's", () => {
  test("stops after fifty calls, and its cursor goes on from there to the end", async () => {
    for (let nth = 0; nth < 1_100; nth++) await collecting(nth);
    const asked = { kind: "in_flight", assignee: "anna", limit: 25 } as const;
    const before = door.book.calls;
    const page = await listReview(door.desk, asked);
    expect(page.data).toEqual([]);
    expect(door.book.calls - before).toBeLessThanOrEqual(50);
    const next = await listReview(door.desk, { ...asked, cursor: page.nextCursor ?? "" });
    expect(next).toEqual({ data: [], nextCursor: null });
  });
});
