import { beforeEach, describe, expect, test } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { listPartition } from "../../../functions/app/core/row-keys.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import {
  askRelease,
  forecastReserves,
  holdReserve,
  listReserves,
  type ReserveRequest,
} from "../../../functions/app/settlement/reserves.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { addSeconds, monthOf } from "../../../functions/domain/core/time.ts";
import { heldReserve } from "../../../functions/domain/settlement/reserve.ts";
import type { Reserve } from "../../../functions/domain/settlement/reserve-record.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const { id: tenantId } = aTenant();
const dueAt = "2026-12-11T12:00:00.000Z";
let api: TestApi;

beforeEach(async () => {
  api = new TestApi();
  await putRecord(api, tenantRecordType, aTenant());
});

const idOf = (nth: number) => `stl_01K0000000000000000000${String(nth).padStart(4, "0")}`;

/** Puts the nth delivered settlement with its reserve into the store. */
async function withReserve(nth: number, change: Partial<Reserve> = {}): Promise<Settlement> {
  const { settlement } = settlementIn("completed");
  const held = heldReserve(settlement, noon) ?? expect.fail("nothing is kept back");
  const id = idOf(nth);
  const releaseAt = addSeconds(dueAt, nth);
  const reserve = { ...held, id: siblingId(id, "rsv"), releaseAt, lookAt: releaseAt, ...change };
  const state: Settlement = { ...settlement, id, reserve };
  await putRecord(api, settlementRecordType, state);
  return state;
}

/** Pointers of so many reserves whose settlements are not there, a second apart. */
async function pointers(count: number, begin: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, nth): Row => {
    const at = addSeconds(begin, nth);
    const sk = `stl_${at}`;
    const place = `${at}#${sk}`;
    const list = [listPartition(tenantId, "reserve", monthOf(at)), place] as const;
    const status = [listPartition("all", "reserve", monthOf(at)), place] as const;
    return { pk: `find#${sk}`, sk, v: 1, type: "pointer", body: {}, index: { list, status } };
  });
  for (let start = 0; start < count; start += 100)
    await api.store.write(
      rows.slice(start, start + 100).map((put) => ({ put, expect: "absent" as const })),
      `${begin} ${start}`,
    );
}

const asker = { tenantId, tenantCreatedAt: noon };
const list = (input: ReserveRequest) => listReserves(api.context, asker, input);

describe("a list of reserves", () => {
  test("is their settlements, and leaves out one that is not there", async () => {
    const state = await withReserve(1);
    await pointers(1, dueAt);
    expect(await list({ limit: 9 })).toEqual({ data: [state], nextCursor: null });
    expect(await list({ limit: 9, status: "held" })).toEqual({ data: [state], nextCursor: null });
  });

  test("of a status that none has stops after a thousand, and its cursor goes on from there to the end", async () => {
    await pointers(1_050, dueAt);
    const before = api.store.calls;
    const first = await list({ limit: 25, status: "used" });
    expect(first).toEqual({ data: [], nextCursor: expect.any(String) });
    // A page and ten batches, of two calls each, behind twelve months that have none.
    expect(api.store.calls - before).toBe(34);
    const rest = await list({ limit: 25, status: "used", cursor: first.nextCursor ?? "" });
    expect(rest).toEqual({ data: [], nextCursor: null });
    expect(api.store.calls - before).toBe(37);
  });

  test("of a status goes on where the page is full at the end of a batch", async () => {
    for (let nth = 0; nth < 102; nth += 1) await withReserve(nth, nth === 1 ? { status: "used" } : {});
    const first = await list({ limit: 100, status: "held" });
    expect(first.data.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => idOf(101 - at)));
    const rest = await list({ limit: 100, status: "held", cursor: first.nextCursor ?? "" });
    expect([rest.data.map(({ id }) => id), rest.nextCursor]).toEqual([[idOf(0)], null]);
  });

  test("of a status goes on at the first of a batch that did not fit any more", async () => {
    for (let nth = 0; nth < 101; nth += 1) await withReserve(nth);
    const first = await list({ limit: 100, status: "held" });
    expect(first.data).toHaveLength(100);
    const rest = await list({ limit: 100, status: "held", cursor: first.nextCursor ?? "" });
    expect([rest.data.map(({ id }) => id), rest.nextCursor]).toEqual([[idOf(0)], null]);
  });
});

describe("what falls due", () => {
  const ofTenant = (days: number) => forecastReserves(api.context, { days, tenantId });

  test("is counted from the beginning of today to the end of the last day", async () => {
    const dates = ["2026-11-20T23:59:59.999Z", "2026-11-21T00:00:00.000Z", "2026-11-23T23:59:59.999Z"];
    for (const [nth, releaseAt] of [...dates, "2026-11-24T00:00:00.000Z"].entries())
      await withReserve(nth, { releaseAt });
    expect(await ofTenant(2)).toEqual({
      days: [
        { date: "2026-11-21", count: 1, amountCents: 975 },
        { date: "2026-11-23", count: 1, amountCents: 975 },
      ],
      more: false,
    });
  });

  test("is added up by day, over months, of what is still held and goes by itself", async () => {
    await withReserve(0, { heldCents: 75 });
    await withReserve(1);
    await withReserve(2, { status: "released" });
    await withReserve(3, { status: "used" });
    await withReserve(4, { kept: true });
    await withReserve(5, { releaseAt: "2027-01-02T00:00:00.000Z" });
    const days = [
      { date: "2026-12-11", count: 2, amountCents: 1_050 },
      { date: "2027-01-02", count: 1, amountCents: 975 },
    ];
    expect(await ofTenant(60)).toEqual({ days, more: false });
    expect(await forecastReserves(api.context, { days: 60 })).toEqual({ days, more: false });
  });

  test("is not of a tenant that there is not, nor another's", async () => {
    await withReserve(1);
    const other = aTenant({ id: "ten_01K00000000000000000000001", slug: "other" });
    await putRecord(api, tenantRecordType, other);
    expect(await forecastReserves(api.context, { days: 60, tenantId: other.id })).toEqual({ days: [], more: false });
    await expect(forecastReserves(api.context, { days: 1, tenantId: "ten_none" })).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("says that there is more once ten thousand were looked at", async () => {
    await withReserve(1);
    await pointers(9_999, addSeconds(dueAt, 2));
    await withReserve(9_999, { releaseAt: addSeconds(dueAt, 90_000) });
    expect(await ofTenant(20)).toEqual({ days: [{ date: "2026-12-11", count: 1, amountCents: 975 }], more: true });
  });

  test("is all there is where as many end with a page that is not full", async () => {
    await pointers(9_950, dueAt);
    await pointers(59, "2027-01-01T00:00:00.000Z");
    await withReserve(1, { releaseAt: "2027-01-02T00:00:00.000Z" });
    expect(await ofTenant(60)).toEqual({ days: [{ date: "2027-01-02", count: 1, amountCents: 975 }], more: false });
  });
});

describe("operators are told why not", () => {
  const refused = (message: string) => expect.objectContaining({ code: "action_not_available", message });

  test("where a reserve is gone, or goes by itself", async () => {
    const [{ id: gone }, { id: held }] = [await withReserve(1, { status: "released" }), await withReserve(2)];
    const nothing = `nothing keeps this reserve: it goes at ${addSeconds(dueAt, 2)}`;
    await expect(holdReserve(api.context, siblingId(gone, "rsv"))).rejects.toEqual(refused("the reserve is released"));
    const ask = (id: string) => askRelease(api.context, siblingId(id, "rsv"), null);
    await expect(ask(gone)).rejects.toEqual(refused("the reserve is released"));
    await expect(ask(held)).rejects.toEqual(refused(nothing));
  });

  test("where there is none, or a settlement that kept nothing back", async () => {
    const { settlement } = settlementIn("completed");
    await putRecord(api, settlementRecordType, { ...settlement, id: idOf(7) });
    const none = { code: "not_found", message: "no such reserve" };
    for (const nth of [7, 8]) {
      await expect(holdReserve(api.context, siblingId(idOf(nth), "rsv"))).rejects.toMatchObject(none);
      await expect(askRelease(api.context, siblingId(idOf(nth), "rsv"), null)).rejects.toMatchObject(none);
    }
  });

  test("and keep one, which shows in what it answers", async () => {
    const { id } = await withReserve(1);
    const after = await holdReserve(api.context, siblingId(id, "rsv"));
    expect(after).toMatchObject({ id, reserve: { kept: true, blocked: { reason: "manual", at: noon } } });
  });
});
