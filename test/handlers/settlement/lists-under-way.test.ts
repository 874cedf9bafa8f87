import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { listedBy } from "../../../functions/app/core/row-keys.ts";
import { listSettlements, type SettlementFilter } from "../../../functions/app/settlement/reads.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import {
  isEnded,
  type Settlement,
  type SettlementStatus,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const began = "2026-11-22T12:00:00.000Z";
const { tenantId } = settlementIn("created").settlement;
const asker = { tenantId, tenantCreatedAt: "2026-10-01T00:00:00.000Z" };

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

/** A settlement made so many minutes before noon; `index` is where an earlier release would have listed it. */
async function stored(status: SettlementStatus, minutes: number, index?: "by_status"): Promise<string> {
  const id = `stl_01K${String(90_000 - minutes).padStart(23, "0")}`;
  const createdAt = new Date(Date.parse(began) - minutes * 60_000).toISOString();
  const { settlement } = settlementIn(status);
  const state = { ...settlement, id, createdAt, payment: { ...settlement.payment, id: id.replace("stl", "pay") } };
  const first = { next: state as Settlement, from: null, to: status, reason: "began" };
  const { writes } = transitionWrites(newAggregate(settlementRecordType, state as Settlement), [first], api.context);
  const [row, ...others] = writes;
  if (row === undefined || !("put" in row)) throw new Error("no row");
  const listed = index ? { ...row, put: { ...row.put, index: listedBy("settlement", state) } } : row;
  await api.store.write([listed, ...others], id);
  return id;
}

async function page(query: SettlementFilter & { limit?: number; cursor?: string; createdAfter?: string }) {
  const { data, nextCursor } = await listSettlements(api.context, asker, { limit: 9, ...query });
  return { ids: data.map(({ id }) => id), nextCursor };
}

describe("settlements that are under way", () => {
  test("are found by every status, whichever list they stand in", async () => {
    for (const [at, status] of settlementStatuses.entries()) {
      const expected = [await stored(status, at), await stored(status, at + 20), await stored(status, at + 40)];
      expect((await page({ status })).ids).toEqual(expected);
    }
  });

  test("are found among those that an earlier release listed by each status, in their order", async () => {
    for (const [at, status] of settlementStatuses.entries()) {
      const expected = [
        await stored(status, at),
        await stored(status, at + 20, "by_status"),
        await stored(status, at + 40),
      ];
      expect((await page({ status })).ids).toEqual(expected);
      expect((await page({ status, limit: 1 })).ids).toEqual(expected.slice(0, 1));
    }
  });

  test("change no list until they end", () => {
    const under = settlementStatuses.filter((status) => !isEnded(status));
    const places = under.map((status) => settlementRecordType.index?.(settlementIn(status).settlement)?.status?.[0]);
    expect(new Set(places)).toEqual(new Set([undefined, `${tenantId}#settlement#in_flight#2026-11`]));
  });

  test("come page by page over the months, none twice and none left out", async () => {
    const month = 31 * 24 * 60;
    const minutes = [1, 2, 3, month, month + 1];
    const expected: string[] = [];
    for (const [at, each] of minutes.entries()) {
      expected.push(await stored("converting", each, at % 2 === 0 ? undefined : "by_status"));
      await stored("settling", each + 10);
    }
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const next = await page({ status: "converting", limit: 2, ...(cursor && { cursor }) });
      expect(next.ids.length === 2 || next.nextCursor === null).toBe(true);
      ids.push(...next.ids);
      cursor = next.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(expected);
    expect((await page({ status: "converting", createdAfter: "2026-11-01T00:00:00.000Z" })).ids).toEqual(
      expected.slice(0, 3),
    );
  });

  test("are read up to a limit where few of them are wanted, and the cursor goes on", async () => {
    const oldest = await stored("screened", 3_000);
    for (let nth = 0; nth < 1_005; nth += 1) await stored("settling", nth);
    const before = api.store.calls;
    const { ids, nextCursor } = await page({ status: "screened" });
    expect([ids, nextCursor]).toEqual([[], expect.any(String)]);
    expect(api.store.calls - before).toBeLessThan(40);
    expect(await page({ status: "screened", cursor: nextCursor ?? "" })).toEqual({ ids: [oldest], nextCursor: null });
  });

  test("take no cursor of another list", async () => {
    for (const nth of [1, 2, 3]) await stored("settling", nth);
    const { nextCursor } = await page({ status: "settling", limit: 1 });
    for (const cursor of [nextCursor ?? "", "{}", "x"])
      await expect(page({ status: "converting", cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});
