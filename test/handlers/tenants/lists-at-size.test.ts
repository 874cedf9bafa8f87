import { describe, expect, test } from "vitest";
import { GeneratedTenant, paidModel } from "../../bench/lists/generated-tenant.ts";
import { measureLists } from "../../bench/lists/measure.ts";

const size = 4_000;

async function measured(limit: number) {
  const made = new GeneratedTenant(await paidModel(), size);
  return measureLists({ made, store: made, calls: () => made.calls }, limit);
}

describe("a tenant with many invoices and settlements", () => {
  test("has the last page of each list for as many calls as the first, and every record once", async () => {
    const { lists, walked } = await measured(20);
    expect(walked).toBe(size);
    for (const { title, first, last } of lists)
      expect({ title, records: last.records, calls: last.calls }).toEqual({ title, records: 20, calls: first.calls });
  });

  test("has a page whose filter nothing passes end with a cursor, not with the list", async () => {
    expect((await measured(100)).rareCalls).toBeLessThan(size / 100);
  });

  test("is searched by as few calls as any", async () => {
    const { searches } = await measured(100);
    for (const { found, calls } of searches) {
      expect(found).toBeGreaterThan(0);
      expect(calls).toBeLessThan(10);
    }
  });
});
