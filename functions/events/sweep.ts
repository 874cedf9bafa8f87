import { runSweep } from "../app/operations/run-sweep.ts";
import { sweepRunContext } from "../wiring/operations/sweeper.ts";
import { scheduledHandler } from "./schedule.ts";

/** Of the Lambda's 55 s: a page that is begun by then is still handed out. */
const dispatchMs = 40_000;

/** Once a minute: what is due is handed to its workers. */
export const handler = scheduledHandler(
  { line: "swept", operation: "sweep", done: "SweepDone" },
  async ({ requestId }) => {
    const lateAt = performance.now() + dispatchMs;
    return runSweep(sweepRunContext(requestId, () => performance.now() > lateAt));
  },
);
