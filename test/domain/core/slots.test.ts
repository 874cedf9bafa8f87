import { describe, expect, test } from "vitest";
import { ConcurrencyLimit } from "../../../functions/app/core/concurrency-limit.ts";

/** Takes so many slots at once and tells, in order, who has one (a release), who is turned away, who waits. */
async function takes(slots: ConcurrencyLimit, count: number, name = "whe_1") {
  const outcomes: ("has" | "away" | "waits")[] = Array(count).fill("waits");
  const releases: ((answered: boolean) => void)[] = [];
  for (let nth = 0; nth < count; nth++)
    void slots.take(name).then((release) => {
      outcomes[nth] = release ? "has" : "away";
      if (release) releases.push(release);
    });
  await settled();
  return { outcomes, releases };
}

/** Lets promises that can resolve do so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("the slots of an endpoint", () => {
  test("are so many; as many more wait, and the rest are turned away at once", async () => {
    const { outcomes } = await takes(new ConcurrencyLimit(2), 5);
    expect(outcomes).toEqual(["has", "has", "waits", "waits", "away"]);
  });

  test("are handed on to those who wait, in order, when an answer came", async () => {
    const { outcomes, releases } = await takes(new ConcurrencyLimit(2), 4);
    releases[0]?.(true);
    await settled();
    expect(outcomes).toEqual(["has", "has", "has", "waits"]);
    for (const release of releases.slice(1)) release(true);
    await settled();
    expect(outcomes).toEqual(["has", "has", "has", "has"]);
  });

  test("send away all who wait when no answer came, and are free again", async () => {
    const slots = new ConcurrencyLimit(2);
    const { outcomes, releases } = await takes(slots, 4);
    releases[0]?.(false);
    await settled();
    expect(outcomes).toEqual(["has", "has", "away", "away"]);
    expect((await takes(slots, 2)).outcomes).toEqual(["has", "waits"]);
  });

  test("of one endpoint are no concern of another", async () => {
    const slots = new ConcurrencyLimit(1);
    await takes(slots, 3, "whe_1");
    expect((await takes(slots, 1, "whe_2")).outcomes).toEqual(["has"]);
  });
});
