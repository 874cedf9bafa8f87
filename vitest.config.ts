import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { SummaryReporter } from "./test/support/runner/summary-reporter.ts";

// What tests leave in the temporary folder goes with the run.
const scratch = mkdtempSync(join(tmpdir(), "sluice-test-"));
process.env.TMPDIR = scratch;
process.env.SLUICE_SYNTHESES = join(scratch, "syntheses");
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

const whole = { SLUICE_PROPERTIES: "whole" };
const afresh = "test/support/runner/afresh.ts";
const wall = "test/support/runner/wall.ts";

/** Which tests of one room, where not all of its folder. */
interface Quick {
  readonly include?: readonly string[];
  readonly setupFiles?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly testTimeout?: number;
}

/** Tests of one room, file beside file. */
function quick(
  name: string,
  // Ends only what hangs: thousands of cases of a property take long on a busy machine.
  { include, setupFiles = [afresh, wall], env = {}, testTimeout = 240_000 }: Quick = {},
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...(include ?? [`test/${name}/**/*.test.ts`])],
      setupFiles: [...setupFiles],
      env: { ...env },
      // By itself vitest leaves one core to itself, which is half of a small machine.
      maxWorkers: "100%",
      testTimeout,
      hookTimeout: 240_000,
    },
  };
}

/** Which tests use a whole sandbox, and how. */
interface Sandboxed {
  readonly name: string;
  /** After the quick ones, and after those of a lower number. */
  readonly order: number;
  /** Where they are, when not in the folder of their name. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Files at once, each on a sandbox of its own: they move its clock, and count what all its tenants did. */
  readonly atOnce?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What starts the sandbox, when it is not the one of the run. */
  readonly start?: string;
}

const ofRun = "test/support/runner/sandbox.global.ts";

/** Tests that use a sandbox that is started for them, most of them the one of the run. */
function onSandbox({
  name,
  order,
  include,
  exclude = [],
  atOnce = 1,
  env = {},
  start = ofRun,
}: Sandboxed): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...(include ?? [`test/${name}/**/*.test.ts`])],
      exclude: [...exclude],
      globalSetup: [start],
      setupFiles: [afresh],
      maxWorkers: atOnce,
      sequence: { groupOrder: order },
      env: { ...env },
      testTimeout: 240_000,
      hookTimeout: 240_000,
    },
  };
}

const twoPerson = "test/switches/two-person.test.ts";

/** What a journey does that two people decide where the stage says so. */
const guardedAct = /\b(tenant\.flag|setFlag|changeTenant|addDefaultFeeRule)\(|\b(setFlag|changeTenant), \{/;

/** Journeys that must go the same way where a second operator agrees to what redirects money: those that do such a thing, and the one that follows the money. */
const withTwoPeople = readdirSync(join(import.meta.dirname, "test/journeys"))
  .map((name) => `test/journeys/${name}`)
  .filter(
    (file) =>
      file.endsWith("/settlement.test.ts") || guardedAct.test(readFileSync(join(import.meta.dirname, file), "utf8")),
  );

/** Tests that start sandboxes of their own, with other switches. */
const switches: TestProjectConfiguration = {
  extends: true,
  test: {
    name: "switches",
    include: ["test/switches/**/*.test.ts"],
    exclude: [twoPerson],
    isolate: true,
    maxWorkers: 1,
    sequence: { groupOrder: 6 },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

const pages = "test/pages/**/*.test.ts";

/** The roads of the other files once more: by keyboard alone, and without a script. */
const plain = "test/pages/people-plain.test.ts";

/** Where `npm test` plays a fifth of the cases: test/support/core/heavy-runs.ts. */
const heavy = [
  "domain/disputes/dispute-case-stories",
  "domain/escrow/escrow-life",
  "domain/screening/screen-hash-lists",
  "domain/settlement/rail-life",
  "domain/settlement/rail-order",
  "domain/settlement/review-ledger",
  "handlers/audit/audit-tampering",
].map((name) => `test/${name}.test.ts`);

/** The same on engines of their own. */
const heavyOnEngines = ["test/store/core/differential.test.ts"];

export default defineConfig({
  test: {
    environment: "node",
    reporters: ["dot", new SummaryReporter()],
    // What a test prints is for whoever looks why it failed.
    silent: "passed-only",
    // See test/support/runner/afresh.ts.
    isolate: false,
    sequence: { setupFiles: "list" },
    projects: [
      quick("domain"),
      quick("handlers"),
      quick("machines"),
      quick("stack"),
      quick("strict"),
      // Engines that are processes of their own have the machine's clock.
      quick("store", { setupFiles: [afresh] }),
      onSandbox({ name: "journeys", order: 1, atOnce: 2 }),
      onSandbox({ name: "pages", order: 1, exclude: [plain], atOnce: 2 }),
      // The heaviest properties with all of their cases.
      quick("deep-properties", { include: heavy, env: whole, testTimeout: 600_000 }),
      quick("deep-store", { include: heavyOnEngines, setupFiles: [afresh], env: whole, testTimeout: 600_000 }),
      // What takes minutes and is held more cheaply behind the doors as well: npm run test:deep.
      onSandbox({ name: "deep", order: 4 }),
      onSandbox({ name: "deep-pages", order: 5, include: [pages], env: { SLUICE_LOOK: "desktop" } }),
      // Each of its files starts a sandbox of its own, with other switches: npm run test:switches.
      switches,
      // On a sandbox that has two people decide: its own tests, and journeys once more.
      onSandbox({
        name: "switches-two-person",
        order: 7,
        include: [twoPerson, ...withTwoPeople],
        start: "test/support/runner/two-person.global.ts",
      }),
    ],
  },
});
