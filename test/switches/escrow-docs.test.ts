import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedOutput, runGuide, unsaid } from "../support/docs/guide.ts";
import { HoldSandbox } from "../support/journeys/hold.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/escrow.md"), "utf8");

let sandbox: HoldSandbox;

beforeAll(async () => {
  sandbox = await HoldSandbox.start();
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

test("the commands of docs/escrow.md say what they are documented to say", { timeout: 120_000 }, async () => {
  expect(expectedOutput(page)).toBeGreaterThan(12);
  await runGuide(page, sandbox.endpoints, ({ said: text }) => expect(unsaid(page, text)).toBeUndefined());
});
