import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { listRows } from "../../../functions/app/core/list-page.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { settlementTransition } from "../../../functions/domain/settlement/settlement.ts";
import { later, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

/** A settlement that waits for money, under the nth id. */
async function collecting(nth = 0): Promise<string> {
  const { settlement } = settlementIn("collecting");
  const id = `stl_01K0000000000000000000${String(nth).padStart(4, "0")}`;
  const next = { ...settlement, id };
  const transition = { next, from: null, to: "collecting", reason: "began" };
  const { writes } = transitionWrites(newAggregate(settlementRecordType, next), [transition], api.context);
  await api.store.write(writes, `born-${nth}`);
  return id;
}

describe("a settlement with more entries than a read shows", () => {
  test("is found in one call, with the newest of its history", async () => {
    const id = await collecting();
    let count = 0;
    for (let round = 0; round < 7; round++)
      await changeSettlement(api.context, await loadSettlement(api.context, id), (state) =>
        Array.from({ length: 90 }, () => {
          count += 1;
          return settlementTransition(state, state, later(count), { reason: `word ${count}` });
        }),
      );
    const before = api.store.calls;
    const { state, history } = await getSettlement(api.context, null, id);
    expect(api.store.calls - before).toBe(1);
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
      await api.store.write(
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
      const before = api.store.calls;
      const page = await listRows(api.store, source, { limit: 25, cursor }, wanted);
      costs.push(api.store.calls - before);
      found.push(...page.rows.map(({ body }) => body));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(found).toEqual([{ n: 7 }]);
    expect(costs.length).toBe(3);
    expect(Math.max(...costs)).toBeLessThanOrEqual(12);
  });

  test("costs one call a page where all is wanted", async () => {
    const before = api.store.calls;
    const { rows } = await listRows(api.store, source, { limit: 100 });
    expect([rows.length, api.store.calls - before]).toEqual([100, 1]);
  });
});

describe("a review queue in which next to nothing is one operator's", () => {
  test("stops after sixty calls, and its cursor goes on from there to the end", async () => {
    for (let nth = 0; nth < 1_100; nth++) await collecting(nth);
    const input = { kind: "in_flight", assignee: "anna", limit: 25 } as const;
    const before = api.store.calls;
    const page = await listReview(api.context, input);
    expect(page.data).toEqual([]);
    expect(api.store.calls - before).toBeLessThanOrEqual(60);
    const next = await listReview(api.context, { ...input, cursor: page.nextCursor ?? "" });
    expect(next).toEqual({ data: [], nextCursor: null });
  });
});
