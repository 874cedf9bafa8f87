import { globSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Cases that a property plays against each mutant, so that thousands of mutants fit into hours. */
const cases = 300;

/** Fewer cases, and fewer attempts of a loop, reach everything, but less of it: what one counts at its end is then more than none. */
const fewCases: Plugin = {
  name: "few-cases",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith(".test.ts") && /numRuns: |const attempts = /.test(code)
      ? code
          .replace(/(numRuns: |const attempts = )([\d_]+|heavyRuns)/g, `$1${cases}`)
          .replace(/toBeGreaterThan\(([\d_]+|heavyRuns \/ \d+)\)/g, "toBeGreaterThan(0)")
      : undefined,
};

/** Tests of these nouns that load whole Lambdas as they run: they are about the frame around the use cases, take a minute and more where a mutant survives, and would count tables and schemas as reached by them alone. */
const ofLambdas = globSync("test/handlers/{core,review,audit,operations,console}/*.test.ts").filter((file) =>
  /runner\/deployed|screening\/deployed|routes\/visitor/.test(readFileSync(file, "utf8")),
);

/** The tests of the domain first: they start at once and notice most. */
class CheapestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const layer = ({ moduleId }: TestSpecification) => (moduleId.includes("/test/domain/") ? 0 : 1);
    return Promise.resolve(files.toSorted((one, other) => layer(one) - layer(other)));
  }
}

/** What Stryker runs: the two cheapest layers as one project. */
export default defineConfig({
  plugins: [fewCases],
  test: {
    include: ["test/{domain,handlers}/**/*.test.ts"],
    exclude: ofLambdas,
    // Stryker plays each run in a folder of its own, and takes what it kept of modules away with it.
    fsModuleCachePath: "reports/mutation/modules",
    setupFiles: ["test/support/runner/afresh.ts", "test/support/runner/wall.ts", "test/mutate/few-cases.ts"],
    isolate: false,
    silent: true,
    reporters: [],
    sequence: { setupFiles: "list", sequencer: CheapestFirst },
    // A busy machine kills no mutant, and fails no run before the first one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
