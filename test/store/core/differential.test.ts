import { describe, expect, it } from "vitest";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { dynamodbLocal, emulator } from "./engines.ts";
import { Lane } from "./operations.ts";

/** Each lane has rows of its own, so that lanes can go on side by side and each still knows what comes next. */
const lanes = 20;
const stepsPerLane = heavyRuns / lanes;

describe.concurrent.each([emulator, dynamodbLocal])("the book in memory beside the one on $name", (engine) => {
  it.skipIf(engine.missing !== undefined)(
    `answers ${lanes * stepsPerLane} random operations alike${engine.missing ? ` (skipped: ${engine.missing})` : ""}`,
    async () => {
      const started = await engine.start();
      try {
        const store = await started.open("differential");
        const model = new MemoryStore();
        await Promise.all(
          Array.from({ length: lanes }, async (_, seed) => {
            const lane = new Lane(seed + 1, model, store);
            for (let step = 0; step < stepsPerLane; step += 1) await lane.step();
          }),
        );
        expect(model.commits).toBeGreaterThan((lanes * stepsPerLane) / 8);
      } finally {
        await started.stop();
      }
    },
  );
});
