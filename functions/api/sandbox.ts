import { versionConflict } from "../app/change.ts";
import { daily } from "../app/daily.ts";
import { recordAction } from "../app/record-action.ts";
import { sweep } from "../app/sweep.ts";
import { addSeconds } from "../domain/time.ts";
import { serve } from "../http/route.ts";
import { clock, deskOf, newId, sandboxClock } from "../wiring/base.ts";
import { dailyDesk } from "../wiring/daily.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { sweepDesk } from "../wiring/sweeper.ts";
import { sandboxOperations } from "./sandbox.contract.ts";

/** Of the Lambda's 28 s; what is left is done by the hour. */
const dailySeconds = 12;

function told() {
  return { now: clock.now(), offsetSeconds: sandboxClock?.offsetSeconds ?? 0 };
}

export const handler = serve(
  sandboxOperations,
  {
    readClock: async () => ({ body: told() }),
    advanceClock: async (call) => {
      await recordAction(deskOf(call), { reason: "test clock advanced", detail: call.body });
      const settledAt = clock.now();
      const moved = await sandboxClock?.advance(call.body.advanceSeconds, newId("req", clock.now()));
      if (!moved) throw versionConflict();
      const swept = await sweep(sweepDesk(call.requestId));
      const done = await daily(
        { ...dailyDesk(call.requestId), settledAt },
        addSeconds(clock.now(), dailySeconds),
      );
      return { body: { ...told(), swept, daily: done } };
    },
  },
  operatorFrame,
);
