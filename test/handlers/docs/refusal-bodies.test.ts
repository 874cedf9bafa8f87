import { expect, test } from "vitest";
import operators from "../../../docs/openapi.operator.json" with { type: "json" };

test("an action that is not available need not be named, as where the operation is the action", () => {
  const [, own] = operators.components.schemas.ActionNotAvailable.allOf as [unknown, { required?: string[] }];
  expect(own.required ?? []).not.toContain("action");
});
