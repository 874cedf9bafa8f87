import { describe, expect, test } from "vitest";
import { growLanes, lanesFor } from "../../../functions/app/audit/grow-lanes.ts";
import type { Part } from "../../../functions/app/audit/root.ts";
import { lanesKey } from "../../../functions/app/core/ports-lanes.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { TestApi } from "../../support/core/test-api.ts";

function part(tenantId: string, entries: number): Part {
  return { tenantId, number: 1, entries, root: "0", key: "k", sha256: "0" };
}

async function lanesOf(api: TestApi, owner: string): Promise<unknown> {
  return (await api.store.read([lanesKey(owner)]))[0]?.body;
}

describe("the lanes of an owner's lists", () => {
  test.each([
    ["nothing", 0, 1],
    ["a thousand settlements", 12_000, 1],
    ["30,000 settlements", 360_000, 2],
    ["300,000 settlements", 3_600_000, 16],
    ["more than any list takes", 1_000_000_000, 64],
  ])("of a day with %s", (_, entries, lanes) => {
    expect(lanesFor(entries)).toBe(lanes);
  });

  test("grow with the entries of a day, from a minute later on for writers", async () => {
    const api = new TestApi();
    await growLanes(api.context, [part("ten_1", 2_000_000), part("ten_1", 1_600_000), part("ten_2", 9)]);
    const writtenFrom = new Date(api.nowMs + 60_000).toISOString();
    expect(await lanesOf(api, "ten_1")).toEqual({ lanes: 16, writtenFrom });
    expect(await lanesOf(api, "ten_2")).toBeUndefined();
  });

  test("grow for a tenant's deliveries as well, though their book has had them before", async () => {
    const api = new TestApi();
    const deliveries = new MemoryStore();
    await growLanes(api.context, [part("ten_1", 3_600_000)]);
    await growLanes({ ...api.context, deliveries }, [part("ten_1", 3_600_000)]);
    expect((await deliveries.read([lanesKey("ten_1")]))[0]?.body).toEqual(await lanesOf(api, "ten_1"));
  });

  test("never shrink, and are not written again where a quieter day needs fewer", async () => {
    const api = new TestApi();
    await growLanes(api.context, [part("ten_1", 3_600_000)]);
    const before = await lanesOf(api, "ten_1");
    api.pass(86_400);
    await growLanes(api.context, [part("ten_1", 360_000)]);
    expect(await lanesOf(api, "ten_1")).toEqual(before);
  });

  test("are one for the platform, whose trail has no list of its owner's", async () => {
    const api = new TestApi();
    await growLanes(api.context, [part("platform", 9_000_000)]);
    expect(await lanesOf(api, "platform")).toBeUndefined();
  });
});
