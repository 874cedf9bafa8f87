import type { KnipConfig } from "knip";
import { deployedLambdas } from "./lib/api/deployed-lambdas.ts";

const config: KnipConfig = {
  entry: [
    "bin/*.{ts,mjs}",
    "stages/*.ts",
    ...Object.values(deployedLambdas).map(({ entry }) => `${entry}!`),
    "test/**/*.test.ts",
    "test/sim/run.ts",
    "test/model/run.ts",
    "test/stack/invariants/record.ts",
    "test/fuzz/run.ts",
    "test/mutate/run.ts",
    "test/mutate/sample-checker.ts",
    "test/mutate/vitest.config.ts",
    "test/mutate/few-cases.ts",
    "test/strict/run.ts",
    "test/strict/plugin/sluice_engine/runtime.mjs",
    "test/bench/*.ts",
    "test/bench/cold-start/side.mjs",
    "test/support/*/*.global.ts",
    "test/support/bridge-sim/main.ts",
    "test/support/hifi-sim/main.ts",
    "test/support/runner/summary-reporter.ts",
  ],
  project: ["{bin,functions,lib,stages,test}/**/*.{ts,mjs}"],
  // Installed and bundled apart, from a lock of its own.
  ignore: ["test/bench/peer/**"],
  ignoreDependencies: [
    "@biomejs/biome",
    "@stryker-mutator/vitest-runner",
    "node",
    "aws-cdk",
    "dependency-cruiser",
    "swagger-ui-dist",
    "@expo-google-fonts/.*",
  ],
  ignoreExportsUsedInFile: { interface: true, type: true },
};

// biome-ignore lint/style/noDefaultExport: knip reads the default export of its configuration.
export default config;
