import { countWaiting } from "../app/operations/count-parked.ts";
import { sweep } from "../app/operations/sweep.ts";
import { sweepDesk } from "../wiring/operations/sweeper.ts";
import { doneCount } from "./done-count.ts";
import { scheduled } from "./schedule.ts";

/** Once a minute: what is due is done. */
export const handler = scheduled(
  { line: "swept", operation: "sweep" },
  async ({ requestId }) => {
    const desk = sweepDesk(requestId);
    const swept = await sweep(desk);
    await countWaiting(desk);
    return swept;
  },
  doneCount("SweepDone"),
);
