import { countWaiting, sweep } from "../app/operations/sweep-due-records.ts";
import { sweepContext } from "../wiring/operations/sweeper.ts";
import { doneCount } from "./done-count.ts";
import { scheduledHandler } from "./schedule.ts";

/** Once a minute: what is due is done. */
export const handler = scheduledHandler(
  { line: "swept", operation: "sweep" },
  async ({ requestId }) => {
    const context = sweepContext(requestId);
    const swept = await sweep(context);
    await countWaiting(context);
    return swept;
  },
  doneCount("SweepDone"),
);
