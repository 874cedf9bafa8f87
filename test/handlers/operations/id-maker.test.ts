import { describe, expect, test } from "vitest";
import { newId } from "../../../functions/adapters/local/id-maker.ts";
import { madeAtMs } from "../../../functions/domain/core/id.ts";

const now = "2026-11-21T12:00:00.123Z";

describe("ids of one moment", () => {
  const made = Array.from({ length: 20_000 }, () => newId("inv", now));

  test("are all different", () => {
    expect(new Set(made).size).toBe(made.length);
  });

  test("begin with that moment", () => {
    expect(new Set(made.map(madeAtMs))).toEqual(new Set([Date.parse(now)]));
  });

  test("have every letter about as often in every place", () => {
    const expected = made.length / 32;
    for (let place = "inv_".length + 10; place < "inv_".length + 26; place++) {
      const counts = new Map<string, number>();
      for (const id of made) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1);
      expect(counts.size).toBe(32);
      // Ten deviations: so far off one letter is never by chance.
      for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(10 * Math.sqrt(expected));
    }
  });
});

describe("ids of events of one moment", () => {
  test("sort as they were made", () => {
    const made = Array.from({ length: 1000 }, () => newId("evt", now));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });
});

describe("ids of keys", () => {
  test("tell no time", () => {
    const made = Array.from({ length: 20 }, () => newId("key", now).slice(0, "key_".length + 4));
    expect(new Set(made).size).toBeGreaterThan(15);
  });
});
