import { describe, expect, test } from "vitest";
import { ceilingsOf } from "../../bench/cost/ceiling.ts";

function allowed(index: string, key: string, units: { writes?: number; reads?: number }, times = 1) {
  const [found] = ceilingsOf([{ index, key, writes: 0, reads: 0, ...units }], times);
  return found && [found.perSecond, found.isTenants];
}

describe("what a key allows", () => {
  test("is 1,000 write units and 3,000 read units a second, whichever is used up first", () => {
    expect(allowed("book", "flags#global", { writes: 4, reads: 6 })).toEqual([250, false]);
    expect(allowed("book", "flags#global", { writes: 1, reads: 6 })).toEqual([500, false]);
  });

  test("is less where a settlement uses it more than once", () => {
    expect(allowed("book", "usage#<acc>#<month>", { writes: 2 }, 2)).toEqual([250, true]);
  });

  test("grows with the lanes of a tenant's list, of deliveries too", () => {
    expect(allowed("book.list", "<ten>#event#<month>", { writes: 4 })).toEqual([64 * 250, true]);
    expect(allowed("deliveries.list", "<ten>#delivery#<month>", { writes: 4 })).toEqual([64 * 250, true]);
    expect(allowed("book.ref", "<ten>#event#<month>", { writes: 4 })).toEqual([250, true]);
  });

  test("is that of all partitions where a key is one of several", () => {
    expect(allowed("book.due", "due#<n>", { writes: 8 })).toEqual([64 * 125, false]);
    expect(allowed("deliveries.group", "all#delivery#<month>#<n>", { writes: 4 })).toEqual([16 * 250, false]);
  });
});
