import { oldestListHours, readCatalogue } from "../app/screening/list-catalogue.ts";
import { sweepScreening } from "../app/screening/sweep.ts";
import { book, clock } from "../wiring/core/context.ts";
import { meter } from "../wiring/core/metrics.ts";
import { requiredLists } from "../wiring/screening/required-lists.ts";
import { screeningSweepDesk } from "../wiring/screening/sweeper.ts";
import { doneCount } from "./done-count.ts";
import { scheduled } from "./schedule.ts";

/** Of the Lambda's 55 s: what is begun by then has the 15 s that a receiver may take. */
const sweepMs = 35_000;

/** Once a minute: what is due is done. */
export const handler = scheduled(
  { line: "swept", operation: "screening-sweep" },
  async ({ requestId }) => {
    const lateAt = performance.now() + sweepMs;
    const swept = await sweepScreening(screeningSweepDesk(requestId), () => performance.now() > lateAt);
    const hours = oldestListHours(await readCatalogue({ book }), requiredLists, clock.now());
    if (hours !== null) meter.count("ListAgeHours", hours);
    return swept;
  },
  doneCount("SweepDone"),
);
