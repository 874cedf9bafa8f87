import type { Reporter, TestModule } from "vitest/node";

/** Ends the output with one plain line of counts, and on CI takes a skipped test for a failed run. */
export class TallyReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };

  constructor() {
    // At exit, so that nothing a teardown prints comes after it.
    process.once("exit", () => this.#close());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#counts.passed = this.#counts.failed = this.#counts.skipped = this.#counts.pending = 0;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) this.#counts[test.result().state] += 1;
      if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed")) {
        this.#counts.failed += 1;
      }
    }
  }

  #close(): void {
    const { passed, failed, pending } = this.#counts;
    const skipped = this.#counts.skipped + pending;
    if (process.env.CI && skipped > 0) {
      console.log("On CI a skipped test is a failure.");
      process.exitCode = 1;
    }
    if (passed + failed + skipped > 0) console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
