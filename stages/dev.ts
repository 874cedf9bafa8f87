import type { StageFile } from "../lib/stage/file.ts";

/** Every developer's own stage, `dev-NAME`; `cdk -c key=value` overrides a setting of it. */
export const stage = { kind: "dev", rail: "mock", conversion: "mock", kyt: "mock" } satisfies StageFile;
