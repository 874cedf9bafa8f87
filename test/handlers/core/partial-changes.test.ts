import { expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { screeningOperations } from "../../../functions/contract/screening.ts";

const patches = [...operations, ...screeningOperations].filter(({ method }) => method === "PATCH");

test.each(patches.map((op) => [op.path, op] as const))("a change of %s takes nothing that was left out", (_, op) => {
  const read = op.body?.safeParse({});
  // One that needs something takes no empty change at all.
  expect(read?.success ? read.data : {}).toEqual({});
});

test("there are changes to try", () => {
  expect(patches.length).toBeGreaterThan(4);
});
