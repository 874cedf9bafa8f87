import { describe, expect, test } from "vitest";
import { backoffSeconds } from "../../../functions/domain/core/backoff.ts";
import { nextLook } from "../../../functions/domain/core/next-look.ts";

describe("what has failed", () => {
  test.each([
    [1, 60],
    [2, 120],
    [5, 960],
    [7, 3600],
    [50, 3600],
  ])("%i times in a row is tried again after %i seconds, a quarter more or less", (failures, seconds) => {
    for (const seed of ["a", "b", "stl_1", "stl_2"]) {
      expect(backoffSeconds(failures, seed)).toBeGreaterThanOrEqual(seconds * 0.75);
      expect(backoffSeconds(failures, seed)).toBeLessThanOrEqual(seconds * 1.25);
    }
  });

  test("is spread by its seed, and the same for the same", () => {
    const waits = Array.from({ length: 100 }, (_, nth) => backoffSeconds(3, `stl_${nth}`));
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(backoffSeconds(3, "stl_1")).toBe(backoffSeconds(3, "stl_1"));
  });
});

describe("the next look", () => {
  const [first, second] = ["2026-11-23T12:00:00.000Z", "2026-11-23T13:00:00.000Z"];

  test("is the first of all moments, and says whether somebody outside is asked then", () => {
    expect(nextLook({ own: [second], outside: [first, null] })).toEqual({ at: first, asks: true });
    expect(nextLook({ own: [undefined, first], outside: [second] })).toEqual({ at: first, asks: false });
  });

  test("is our own where both are due at once, and none where nothing is", () => {
    expect(nextLook({ own: [first], outside: [first] })).toEqual({ at: first, asks: false });
    expect(nextLook({ own: [null], outside: [undefined] })).toBeUndefined();
  });
});
