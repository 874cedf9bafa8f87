import { describe, expect, test } from "vitest";
import { busySecond } from "../../bench/cost/busy-second.ts";
import { ceilingsOf } from "../../bench/cost/ceiling.ts";
import { hotKeys } from "../../bench/cost/hot-keys.ts";

function allowed(index: string, key: string, units: { writes?: number; reads?: number }, times = 1) {
  const [found] = ceilingsOf([{ index, key, writes: 0, reads: 0, ...units }], times);
  return found && [found.perSecond, found.isTenants];
}

describe("what a key allows", () => {
  test("is 1,000 write units and 3,000 read units a second, whichever is used up first", () => {
    expect(allowed("book", "counts#global", { writes: 4, reads: 6 })).toEqual([250, false]);
    expect(allowed("book", "counts#global", { writes: 1, reads: 6 })).toEqual([500, false]);
  });

  test("is less where a settlement uses it more than once", () => {
    expect(allowed("book", "usage#<acc>#<month>", { writes: 2 }, 2)).toEqual([250, false]);
    expect(allowed("book", "find#amount#<ten>#125000", { writes: 2 }, 2)?.[1]).toBe(true);
  });

  test("grows with the lanes of a tenant's list, of deliveries too", () => {
    expect(allowed("book.list", "<ten>#event#<month>", { writes: 4 })).toEqual([64 * 250, true]);
    expect(allowed("deliveries.list", "<ten>#delivery#<month>", { writes: 4 })).toEqual([64 * 250, true]);
    expect(allowed("book.ref", "<ten>#event#<month>", { writes: 4 })).toEqual([250, true]);
  });

  test("is that of all places of a row that has copies", () => {
    expect(allowed("book", "flags#global", { reads: 6 })).toEqual([8 * 500, false]);
    expect(allowed("book", "<ten>", { reads: 3 })).toEqual([8 * 1000, true]);
    expect(allowed("deliveries", "health#<whe>", { reads: 3 })).toEqual([1000, true]);
  });

  test("is that of all partitions where a key is one of several", () => {
    expect(allowed("book.due", "due#<n>", { writes: 8 })).toEqual([64 * 125, false]);
    expect(allowed("deliveries.group", "all#delivery#<month>#<n>", { writes: 4 })).toEqual([16 * 250, false]);
  });
});

describe("what a busy second takes", () => {
  const row = { pk: { S: "stl_1" }, sk: { S: "row" } };
  const write = {
    ...{ operation: "TransactWriteItems", table: "book", read: undefined },
    changes: [{ before: undefined, after: row, isTransaction: true }],
  };
  const run = {
    ...{ lambda: "send-webhook", memoryMb: 512, aws: [write], bank: [], screening: [] },
    ...{ receivers: [100], lines: [], replyBytes: undefined },
  };
  const fixed = { metrics: 0, alarms: 0, dashboards: 0, keys: 0, secrets: 0, webAcls: 0, webAclRules: 0, queues: 0 };
  const design = { runs: [run, { ...run, replyBytes: 10 }], everyMinute: [], transitions: 7, machineEvents: 0, fixed };
  const needs = busySecond({ ...design, tables: { book: {} } }, 1_000);
  const need = (what: string) => needs.find((each) => each.what === what);

  test("is a settlement's units, requests and transitions so many times, beside what there is without asking", () => {
    expect(need("write units of book")).toMatchObject({ each: 4, aSecond: 4_000, most: 40_000 });
    expect(need("requests to the gateway")).toMatchObject({ each: 1, aSecond: 1_000 });
    expect(need("transitions")).toMatchObject({ aSecond: 7_000, most: 5_000 });
  });

  test("is as many Lambdas at once as their runs take seconds: 8 ms of work, 15 of a transaction, 150 of a receiver, 6 of new starts", () => {
    expect(need("Lambdas at once, all")?.aSecond).toBeCloseTo(2 * 179);
    expect(need("Lambdas at once, for the gateway")?.aSecond).toBeCloseTo(179);
    expect(need("senders of webhooks at once")?.aSecond).toBeCloseTo((2 * 179) / 10);
  });

  test("has a tenant's bucket of requests written once a second by each Lambda that runs, not once a request", () => {
    const bucket = { pk: { S: "rate#ten_01JC0000000000000000000001" }, sk: { S: "row" } };
    const invoice = { pk: { S: "tally#all" }, sk: { S: "row" } };
    const changes = [bucket, invoice].map((after) => ({ before: undefined, after, isTransaction: false }));
    const requests = { ...run, receivers: [], aws: [{ ...write, changes }] };
    const keys = hotKeys({ runs: [requests, requests], tables: { book: {} } });
    expect(keys.find(({ key }) => key === "tally#all")?.writes).toBe(2);
    expect(keys.find(({ key }) => key === "rate#<ten>")?.writes).toBeCloseTo(2 * 0.029);
  });

  test("leaves out what a settlement takes nothing of", () => {
    expect(need("requests to KMS")).toBeUndefined();
    expect(need("read units of book")).toBeUndefined();
  });
});
