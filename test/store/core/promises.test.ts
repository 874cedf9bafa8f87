import { afterAll, beforeAll, describe } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { group } from "../../support/runner/group.ts";
import { countingPromises } from "./counting.ts";
import { engines, type StartedEngine } from "./engines.ts";
import { pagingPromises } from "./paging.ts";
import { writingPromises } from "./writing.ts";

describe.each(engines)("a book on $name", (engine) => {
  group(engine.missing, "keeps its promises", () => {
    let started: StartedEngine;
    let store: Store;

    beforeAll(async () => {
      started = await engine.start();
      store = await started.open("promises");
    });

    afterAll(async () => {
      await started?.stop();
    });

    writingPromises(() => store);
    countingPromises(() => store);
    pagingPromises(() => store);
  });
});
