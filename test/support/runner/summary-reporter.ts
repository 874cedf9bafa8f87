import type { Reporter, TestCase, TestModule } from "vitest/node";
import { slowest, timesOf } from "./times.ts";

/** Names a test that was skipped, with the reason where it tells one; a group that is skipped says it in its own name. */
function skipLine(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" ? result.note : undefined;
  return `skipped: ${test.project.name}: ${test.fullName}${note === undefined ? "" : ` (skipped: ${note})`}`;
}

/** Ends the output with the time of each project, the slowest tests and files, each skipped test by name and one plain line of counts, and on CI takes a skipped test for a failed run. */
export class SummaryReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  #skipped: string[] = [];
  #times: string[] = [];

  constructor() {
    // At exit, so that nothing a teardown prints comes after it.
    process.once("exit", () => this.#close());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#skipped = [];
    this.#times = [...timesOf(modules), ...slowest(modules)];
    this.#counts.passed = this.#counts.failed = this.#counts.skipped = this.#counts.pending = 0;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        this.#counts[state] += 1;
        if (state === "skipped" || state === "pending") this.#skipped.push(skipLine(test));
      }
      if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed")) {
        this.#counts.failed += 1;
      }
    }
  }

  #close(): void {
    const { passed, failed, pending } = this.#counts;
    const skipped = this.#counts.skipped + pending;
    for (const line of [...this.#times, ...this.#skipped]) console.log(line);
    if (process.env.CI && skipped > 0) {
      console.log("On CI a skipped test is a failure.");
      process.exitCode = 1;
    }
    if (passed + failed + skipped > 0) console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
