import { beforeEach, describe, expect, test } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { placeOf, rowKey } from "../../../functions/app/core/row-keys.ts";
import { QueuedKeys, queuedKeys, reviewPartitions, reviewPlace } from "../../../functions/app/review/queued-keys.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { later } from "../../support/core/samples.ts";
import { ParcelQueue } from "../../support/review/queue.ts";

let queue: ParcelQueue;

beforeEach(() => {
  queue = new ParcelQueue();
});

const nameOf = (nth: number) => `stl_01K${String(nth).padStart(23, "0")}`;
const span = (count: number) => Array.from({ length: count }, (_, at) => at);

async function list(nth: number, place: readonly [string, string]): Promise<void> {
  const put: Row = { ...rowKey(nameOf(nth)), v: 1, type: "parcel", body: {}, index: { review: place } };
  await queue.store.write([{ put, expect: "any" }], `${nth}`);
}

describe("what is in flight", () => {
  test("is spread over partitions, and what is wrong over none", () => {
    const partitions = new Set(span(400).map((nth) => reviewPlace("in_flight", later(nth), nameOf(nth))[0]));
    expect(partitions).toEqual(new Set(reviewPartitions("in_flight").slice(1)));
    expect(partitions.size).toBe(16);
    expect(reviewPlace("parked", later(1), "stl_1")).toEqual(["review#parked", `${later(1)}#stl_1`]);
    expect(reviewPartitions("parked")).toEqual(["review#parked"]);
  });

  test("is read in the order of its waiting, from any place on, with what an earlier release listed in one partition", async () => {
    for (const nth of span(300)) {
      const [partition, sort] = reviewPlace("in_flight", later(nth), nameOf(nth));
      await list(nth, [nth % 3 === 0 ? "review#in_flight" : partition, sort]);
    }
    const whole = await queuedKeys(queue.store, "in_flight", 1_000);
    expect(whole.map(({ pk }) => pk)).toEqual(span(300).map(nameOf));
    const reader = new QueuedKeys(queue.store, "in_flight");
    const parts = [await reader.next(7), await reader.next(150), await reader.next(1_000)];
    expect(parts.map(({ length }) => length)).toEqual([7, 150, 143]);
    expect(parts.flat()).toEqual(whole);
    const after = placeOf(whole[99] as Row, "review");
    expect(await new QueuedKeys(queue.store, "in_flight", after).next(1_000)).toEqual(whole.slice(100));
  });

  test("is shown once while an index still lists it in two partitions", async () => {
    const id = await queue.add(1, { kind: "in_flight" });
    const { page } = queue.store;
    const lagging = Object.assign(queue.store, {
      page: async (query: Parameters<typeof page>[0]) => {
        const [row] = await page.call(queue.store, { ...query, pk: reviewPlace("in_flight", "", nameOf(1))[0] });
        return query.pk === "review#in_flight" && row ? [row] : page.call(queue.store, query);
      },
    });
    expect(await queuedKeys(lagging, "in_flight", 9)).toHaveLength(1);
    expect((await listReview(queue.by("anna"), { limit: 9 })).data.map((each) => each.id)).toEqual([id]);
  });
});
