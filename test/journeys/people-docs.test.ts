import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedOutput, runGuide, unsaid } from "../support/docs/guide.ts";
import { endpoints, TestTenant } from "../support/journeys/journey.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/people.md"), "utf8");

test("the commands of docs/people.md say what they are documented to say", { timeout: 120_000 }, async () => {
  const tenant = await TestTenant.create();
  await runGuide(page, { ...endpoints, tenant }, ({ said: text }) => expect(unsaid(page, text)).toBeUndefined());
  expect(expectedOutput(page)).toBeGreaterThan(20);
});
