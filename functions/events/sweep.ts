import { countWaiting, sweep } from "../app/operations/sweep-due-records.ts";
import { sweepContext } from "../wiring/operations/sweeper.ts";
import { scheduledHandler } from "./schedule.ts";

/** Once a minute: what is due is done. */
export const handler = scheduledHandler(
  { line: "swept", operation: "sweep", done: "SweepDone" },
  async ({ requestId }) => {
    const context = sweepContext(requestId);
    const swept = await sweep(context);
    await countWaiting(context);
    return swept;
  },
);
