import { describe, expect, test } from "vitest";
import { firstIdAt, looksLikeId, madeAtMs, siblingId } from "../../../functions/domain/core/id.ts";

// A ULID's time: 2026-11-21T12:00:00.000Z is 01KAJZCB00 in Crockford's base 32.
const noon = "2026-11-21T12:00:00.000Z";
const id = "stl_01KAJZCB00ZZZZZZZZZZZZZZZZ";

describe("the time in an id", () => {
  test("is when it was made, to the millisecond", () => {
    expect(madeAtMs(firstIdAt("stl", noon))).toBe(Date.parse(noon));
    expect(madeAtMs(`stl_0000000001${"Z".repeat(16)}`)).toBe(1);
    expect(madeAtMs(`stl_0000000010${"0".repeat(16)}`)).toBe(32);
    expect(madeAtMs(`stl_7ZZZZZZZZZ${"0".repeat(16)}`)).toBe(2 ** 48 - 1);
  });

  test("sorts it after the first of its moment, and before that of the next", () => {
    expect(firstIdAt("stl", "1970-01-01T00:00:00.033Z")).toBe("stl_0000000011");
    const at = new Date(madeAtMs(id)).toISOString();
    const next = new Date(madeAtMs(id) + 1).toISOString();
    expect([firstIdAt("stl", at) < id, id < firstIdAt("stl", next)]).toEqual([true, true]);
  });

  test("before 1970 is the first there is", () => {
    expect(firstIdAt("pay", "1969-12-31T23:59:59.999Z")).toBe("pay_0000000000");
  });
});

describe("a text that looks like an id", () => {
  test.each([id, id.toLowerCase(), ` ${id}\n`, id.replace("stl", "s\u212al")])("%j does", (text) => {
    expect(looksLikeId(text)).toBe(true);
  });

  test.each([
    "",
    `x${id}`,
    `${id}0`,
    id.slice(0, -1),
    id.replace("_", "-"),
    `${id.slice(0, -1)}U`,
    `st_${id.slice(4)}`,
  ])("%j does not", (text) => {
    expect(looksLikeId(text)).toBe(false);
  });
});

test("an id of another kind shares the ULID", () => {
  expect(siblingId(id, "pay")).toBe("pay_01KAJZCB00ZZZZZZZZZZZZZZZZ");
});
