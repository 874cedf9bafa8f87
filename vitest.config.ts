import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { TallyReporter } from "./test/support/tally-reporter.ts";

// What tests leave in the temporary folder goes with the run.
const scratch = mkdtempSync(join(tmpdir(), "sluice-test-"));
process.env.TMPDIR = scratch;
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

const sandbox = "test/support/sandbox.global.ts";

/** Tests of one room, file beside file. */
function quick(name: string): TestProjectConfiguration {
  // Ten thousand cases of a property take seconds on a busy machine.
  return { extends: true, test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 60_000 } };
}

/** Tests that use a whole sandbox: one file after the other, and after the quick ones. */
function onSandbox(
  name: string,
  groupOrder: number,
  globalSetup: readonly string[],
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup: globalSetup.filter((path) => existsSync(path)),
      fileParallelism: false,
      sequence: { groupOrder },
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  };
}

export default defineConfig({
  test: {
    environment: "node",
    reporters: ["dot", new TallyReporter()],
    // What a test prints is for whoever looks why it failed.
    silent: "passed-only",
    projects: [
      quick("domain"),
      quick("doors"),
      quick("machines"),
      quick("stack"),
      quick("book"),
      onSandbox("journeys", 1, [sandbox]),
      onSandbox("pages", 2, [sandbox]),
      // Each of its files starts a sandbox of its own, with other switches.
      onSandbox("switches", 3, []),
    ],
  },
});
