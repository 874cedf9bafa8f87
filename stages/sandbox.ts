import type { StageFile } from "../lib/stage/file.ts";

/** A deployment without real money, where the mock adapters answer. */
export const stage = { kind: "sandbox", rail: "mock", conversion: "mock", kyt: "mock" } satisfies StageFile;
