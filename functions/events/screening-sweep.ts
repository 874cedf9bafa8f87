import { oldestListHours, readCatalogue } from "../app/screening/list-catalogue.ts";
import { sweepScreening } from "../app/screening/sweep.ts";
import { clock, store } from "../wiring/core/context.ts";
import { meter } from "../wiring/core/metrics.ts";
import { requiredLists } from "../wiring/screening/required-lists.ts";
import { screeningSweepContext } from "../wiring/screening/sweeper.ts";
import { scheduledHandler } from "./schedule.ts";

/** Of the Lambda's 55 s: what is begun by then has the 15 s that a receiver may take. */
const sweepMs = 35_000;

/** Once a minute: what is due is done. */
export const handler = scheduledHandler(
  { line: "swept", operation: "screening-sweep", done: "SweepDone" },
  async ({ requestId }) => {
    const lateAt = performance.now() + sweepMs;
    const swept = await sweepScreening(screeningSweepContext(requestId), () => performance.now() > lateAt);
    const hours = oldestListHours(await readCatalogue({ store }), requiredLists, clock.now());
    if (hours !== null) meter.count("ListAgeHours", hours);
    return swept;
  },
);
