import { expect, test } from "vitest";
import { always, rowOn } from "../../../functions/domain/core/dated-row.ts";

const rows = [
  { from: "2026-04-01", value: 150 },
  { from: always, value: 300 },
  { from: "2025-06-01", value: 220 },
];

test.each([
  ["1970-01-01", 300],
  ["2025-05-31", 300],
  ["2025-06-01", 220],
  ["2026-03-31", 220],
  ["2026-04-01", 150],
  ["2099-01-01", 150],
])("on %s the latest row that has begun holds", (on, value) => {
  expect(rowOn(rows, on)?.value).toBe(value);
});

test("before the first row none holds", () => {
  expect(rowOn([{ from: "2028-03-17" }], "2028-03-16")).toBeUndefined();
  expect(rowOn([], "2028-03-17")).toBeUndefined();
});
